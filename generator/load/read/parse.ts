import { createRequire } from 'node:module'
import { CORE_SCHEMA, load as loadYaml, mergeTag, YAMLException } from 'js-yaml'
import { isContainer, setMember } from '../source/json.ts'

/** JSON types only: a date stays a string. Merge keys (`<<`) are no part of YAML 1.2, but real documents use them. */
const SCHEMA = CORE_SCHEMA.withTags(mergeTag)

/** Nesting beyond which a file is refused rather than the stack exhausted; the deepest real document known nests 60 levels. */
const MAX_DEPTH = 500

/** A file that is neither YAML nor JSON. */
export class SyntaxProblem extends Error {
  /** Offset into the text, from 0; absent when the parser does not tell. */
  readonly offset: number | undefined

  constructor(message: string, offset: number | undefined) {
    super(message)
    this.offset = offset
  }
}

/**
 * Parses a file into a JSON tree: no object occurs twice in it.
 * @param file decides by its extension; text that looks like JSON is tried as JSON anyway, which is five times as fast.
 * @throws {SyntaxProblem}
 */
export function parseText(text: string, file: string): unknown {
  const isJson = /\.json$/i.test(file)
  if (isJson || /^\s*[{[]/.test(text)) {
    try {
      return JSON.parse(text)
    } catch (error) {
      if (isJson) throw jsonProblem(error, text)
    }
  }
  return text.trim() === '' ? null : parseYaml(text)
}

function parseYaml(text: string): unknown {
  try {
    const value = loadYaml(text, { schema: SCHEMA, maxDepth: MAX_DEPTH })
    return /(^|[\s[{,])\*\w/.test(text) ? unshare(value, new Set(), new Set()) : value
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const lenient = parseLeniently(text)
    if (lenient === undefined) throw new SyntaxProblem(error.reason, error.mark?.position)
    return lenient
  }
}

/**
 * js-yaml refuses a bracket that closes a flow collection at its parent's indentation, which real documents write.
 * `yaml` reads it, at a tenth of the speed, and is loaded for such a file alone.
 */
function parseLeniently(text: string): unknown {
  const { parseDocument }: typeof import('yaml') = createRequire(import.meta.url)('yaml')
  const document = parseDocument(text, { merge: true, schema: 'core' })
  return document.errors.length > 0 ? undefined : document.toJS()
}

function jsonProblem(error: unknown, text: string): SyntaxProblem {
  const message = error instanceof Error ? error.message : String(error)
  const position = / at position (\d+)/.exec(message)?.[1]
  return new SyntaxProblem(
    message.replace(/ in JSON at position.*$/s, ''),
    position === undefined ? text.length : Number(position),
  )
}

/** Copies what YAML aliases repeat, so that a change at one place does not show at another. */
function unshare(value: unknown, seen: Set<object>, ancestors: Set<object>): unknown {
  if (!isContainer(value)) return value
  if (ancestors.has(value))
    throw new SyntaxProblem('an alias stands inside the node that it repeats', undefined)
  const node = seen.has(value) ? (Array.isArray(value) ? [...value] : { ...value }) : value
  seen.add(value)
  ancestors.add(value)
  for (const name of Object.keys(node)) {
    const child = Reflect.get(node, name)
    const own = unshare(child, seen, ancestors)
    if (own !== child) setMember(node as { [name: string]: unknown }, name, own)
  }
  ancestors.delete(value)
  return node
}
