import { isObject } from '@concordat/runtime/json'
import { problems } from '@concordat/runtime/lexicon'
import type { Answer } from '../exchange/answer.ts'
import type { MemberPath } from './body-members.ts'

/** Deeper nesting than any refusal has. */
const MAX_DEPTH = 8
/** Names in a sentence that lead to a member: "data.id", "data/id". */
const WRITTEN_PATH = /[\w$-]+(?:[./][\w$-]+)+/g

/**
 * Members of a body that a refusal is about, of those whose names are given: from problem details with pointers,
 * `{"errors": {"email": ["invalid"]}}`, `[{"loc": ["body", "email"]}]`, or else from its words.
 * @see RFC 9457
 */
export function namedMembers(
  { value, text }: Pick<Answer, 'value' | 'text'>,
  names: Iterable<string>,
): ReadonlySet<string> {
  const known = new Set(names)
  const named = new Set(placesIn(value).flatMap(({ names }) => names.filter((name) => known.has(name))))
  if (named.size > 0) return named
  const words = new Set(text.match(/[\w$-]+/g))
  return new Set([...known].filter((name) => words.has(name)))
}

/** A member that a refusal is about, and what it says of it. */
export interface NamedPath {
  readonly path: MemberPath
  readonly words: string
}

/** Finds the named members at any depth: of the given paths, the innermost ones that the refusal names. */
export function namedPaths(
  { value, text }: Pick<Answer, 'value' | 'text'>,
  known: readonly MemberPath[],
): readonly NamedPath[] {
  const placed = placesIn(value).flatMap(({ names, words }) =>
    pathsNamed(names, known).map((path) => ({ path, words })),
  )
  if (placed.length > 0) return innermost(placed)
  const written = [...text.matchAll(WRITTEN_PATH)].flatMap(([way]) =>
    pathsNamed(namesIn(way), known)
      .filter(({ length }) => length > 1)
      .map((path) => ({ path, words: behind(way, text) })),
  )
  if (written.length > 0) return innermost(written)
  const top = known.flatMap(([name = '', ...below]) => (below.length === 0 ? [name] : []))
  return [...namedMembers({ value: undefined, text }, top)].map((name) => ({
    path: [name],
    words: behind(name, text),
  }))
}

/** Characters of a refusal after a member's name that may be about it. */
const NEAR = 200

function behind(name: string, text: string): string {
  const start = text.indexOf(name) + name.length
  return unescaped(text.slice(start, start + NEAR))
}

/** Words as they were before they became JSON. */
function unescaped(json: string): string {
  return json.replace(/\\(["\\/])/g, '$1')
}

/**
 * What a place stands for: the longest path that it ends in, as "body" may stand before it, or the one path that ends in it. What stands
 * behind a path says more of its member; where another member stands before it, the place is a list of names.
 */
function pathsNamed(place: MemberPath, known: readonly MemberPath[]): readonly MemberPath[] {
  const names = place.filter((name) => !/^\d+$/.test(name))
  for (let end = names.length; end > 0; end--) {
    const written = names.slice(0, end)
    const [found] = known.filter((path) => endsIn(written, path)).toSorted((a, b) => b.length - a.length)
    const longer =
      found ?? (end === names.length ? onlyOne(known.filter((path) => endsIn(path, written))) : undefined)
    if (longer === undefined) continue
    const isTop = (name: string): boolean => known.some((path) => path.length === 1 && path[0] === name)
    const isList = written.slice(0, -longer.length).some(isTop)
    return isList ? written.filter(isTop).map((name) => [name]) : [longer]
  }
  return []
}

/** The least deep of some paths; `undefined` where that may be one or the other. */
function onlyOne(paths: readonly MemberPath[]): MemberPath | undefined {
  const [first, second] = paths.toSorted((a, b) => a.length - b.length)
  return second?.length === first?.length ? undefined : first
}

function endsIn(long: MemberPath, short: MemberPath): boolean {
  return long.length >= short.length && short.every((name, index) => long.at(index - short.length) === name)
}

/** Of several that name one member the last one counts. */
function innermost(named: readonly NamedPath[]): readonly NamedPath[] {
  const distinct = [...new Map(named.map((one) => [one.path.join('\n'), one])).values()]
  const isAbove = (path: MemberPath, other: MemberPath): boolean =>
    path.length < other.length && path.every((name, index) => other[index] === name)
  return distinct.filter(({ path }) => !distinct.some((other) => isAbove(path, other.path)))
}

/** Where a refusal says that a fault is: the names on the way there, and what stands beside them. */
interface RefusedMember {
  readonly names: MemberPath
  readonly words: string
}

function placesIn(value: unknown): readonly RefusedMember[] {
  return [...placesWithin(value, { above: [], around: {} })]
}

function* placesWithin(
  value: unknown,
  { above, around }: { readonly above: MemberPath; readonly around: object },
  depth = 0,
): Generator<RefusedMember> {
  if (depth > MAX_DEPTH) return
  if (Array.isArray(value)) for (const item of value) yield* placesWithin(item, { above, around }, depth + 1)
  if (!isObject(value)) return
  const places = Object.keys(value).filter(
    (name) => problems.places.has(name) && (typeof value[name] === 'string' || Array.isArray(value[name])),
  )
  // `"source": {"pointer": "/email"}` says nothing, but what is around it does.
  const speaking = Object.keys(value).length > places.length ? value : around
  for (const name of places)
    yield { names: [value[name]].flat().map(String).flatMap(namesIn), words: wordsIn(speaking) }
  for (const [name, inner] of Object.entries(value)) {
    const isNested = typeof inner === 'object' && inner !== null
    const isKey = places.length === 0 && !problems.around.has(name)
    const here = isKey ? [...above, ...namesIn(name)] : above
    if (isKey && (isNested || depth > 0)) yield { names: here, words: wordsIn(inner) }
    if (isNested && !places.includes(name))
      yield* placesWithin(inner, { above: here, around: value }, depth + 1)
  }
}

/** What a part of a refusal says, but for places: the name of a member says nothing of what it wants to be. */
function wordsIn(part: unknown): string {
  const text = JSON.stringify(part, (name, value: unknown) => (problems.places.has(name) ? undefined : value))
  return unescaped(text ?? '')
}

function namesIn(place: string): MemberPath {
  return place.split(/[/.[\]#\s]+/).filter((name) => name !== '')
}
