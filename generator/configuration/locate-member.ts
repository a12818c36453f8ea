import type { OptionPath } from '../options/kinds/kind.ts'

/** Line and column, from 1. */
export interface ConfigPosition {
  readonly line: number
  readonly column: number
}

/** Matches a comment, a string, a name, or any other single character except whitespace. */
const TOKENS =
  /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|[\w$]+|[^\s\w$]/g

/** An open brace, bracket or parenthesis. */
interface Level {
  readonly kind: '{' | '[' | '('
  readonly path: OptionPath
  /** Current property name or list index. */
  step: string | number
}

/**
 * Finds the position of a property in a configuration file from the literals in its text, because nearly all
 * files write their configuration as literals.
 * @returns the position of the property or its nearest parent; `undefined` if the text contains neither, or
 * if the position is ambiguous.
 */
export function locateConfigMember(text: string, path: OptionPath): ConfigPosition | undefined {
  for (let wanted = path; wanted.length > 0; wanted = wanted.slice(0, -1)) {
    const found = positionsOf(text).get(JSON.stringify(wanted)) ?? []
    if (found.length > 1) return undefined
    if (found[0] !== undefined) return configPositionAt(text, found[0])
  }
  return undefined
}

/** Line and column of an offset. */
export function configPositionAt(text: string, offset: number): ConfigPosition {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** Offsets where properties and items start, by path as JSON. */
function positionsOf(text: string): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>()
  const note = (path: OptionPath, offset: number) => {
    const key = JSON.stringify(path)
    found.set(key, [...(found.get(key) ?? []), offset])
  }
  const levels: Level[] = [{ kind: '(', path: [], step: '' }]
  const tokens = [...text.matchAll(TOKENS)].filter(([token]) => !/^\/[/*]/.test(token))
  for (const [index, match] of tokens.entries()) {
    const [token] = match
    const level = levels.at(-1)
    if (level === undefined) break
    if (beginsMember(level, { token, previous: tokens[index - 1]?.[0], next: tokens[index + 1]?.[0] })) {
      if (level.kind === '{') level.step = token.replace(/^['"]|['"]$/g, '')
      note([...level.path, level.step], match.index)
    }
    if (level.kind === '[' && token === ',') level.step = Number(level.step) + 1
    if (isOpening(token)) levels.push(inside(level, token))
    if (/^[}\])]$/.test(token)) levels.pop()
  }
  return found
}

/** A token and its neighbours. */
interface Placed {
  readonly token: string
  readonly previous: string | undefined
  readonly next: string | undefined
}

/** True for an object's property name, or the first token of a list item. */
function beginsMember({ kind }: Level, { token, previous = '', next = '' }: Placed): boolean {
  if (previous !== kind && previous !== ',') return false
  if (kind === '{') return /^[\w$'"]/.test(token) && /^[:,}(]$/.test(next)
  return kind === '[' && token !== ']'
}

function isOpening(token: string): token is Level['kind'] {
  return token === '{' || token === '[' || token === '('
}

/**
 * Returns the level that opens at the current property. Anything inside parentheses belongs to the enclosing
 * level.
 */
function inside({ kind: outer, path, step }: Level, kind: Level['kind']): Level {
  return { kind, path: outer === '(' ? path : [...path, step], step: kind === '[' ? 0 : '' }
}
