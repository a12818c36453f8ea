import { isObject } from '@concordat/runtime/json'
import type { Answer } from '../exchange/answer.ts'
import type { MemberPath } from './body-members.ts'

/** Members of problem details and their like that say where the fault is: "/email", ["body", "email"]. */
const PLACES = [
  'field',
  'pointer',
  'loc',
  'path',
  'property',
  'propertyPath',
  'instancePath',
  'param',
  'parameter',
  'attribute',
  'source',
  'location',
]
/** Names of the members around the faults; where the body has a member of such a name, only a place counts. */
const ENVELOPE = new Set('code detail details error errors message messages status title type'.split(' '))
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
  const named = new Set(placesIn(value).flatMap((place) => place.filter((name) => known.has(name))))
  if (named.size > 0) return named
  const words = new Set(text.match(/[\w$-]+/g))
  return new Set([...known].filter((name) => words.has(name)))
}

/** The same at any depth: of the paths that are given, the innermost that are named. */
export function namedPaths(
  answer: Pick<Answer, 'value' | 'text'>,
  known: readonly MemberPath[],
): readonly MemberPath[] {
  const written = (answer.text.match(WRITTEN_PATH) ?? []).map(namesIn)
  const found =
    [placesIn(answer.value), written]
      .map((places) => innermost(places.flatMap((place) => pathsNamed(place, known))))
      .find(({ length }) => length > 0) ?? []
  if (found.length > 0) return found
  const top = known.flatMap(([name = '', ...below]) => (below.length === 0 ? [name] : []))
  return [...namedMembers({ value: undefined, text: answer.text }, top)].map((name) => [name])
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

function innermost(paths: readonly MemberPath[]): readonly MemberPath[] {
  const isAbove = (path: MemberPath, other: MemberPath): boolean =>
    path.length < other.length && path.every((name, index) => other[index] === name)
  const distinct = [...new Map(paths.map((path) => [path.join('\n'), path])).values()]
  return distinct.filter((path) => !distinct.some((other) => isAbove(path, other)))
}

/** Where a refusal says that a fault is: the names on the way there. */
function placesIn(value: unknown): readonly MemberPath[] {
  return [...placesWithin(value, [])]
}

function* placesWithin(value: unknown, above: MemberPath, depth = 0): Generator<MemberPath> {
  if (depth > MAX_DEPTH) return
  if (Array.isArray(value)) for (const item of value) yield* placesWithin(item, above, depth + 1)
  if (!isObject(value)) return
  const places = PLACES.filter((name) => typeof value[name] === 'string' || Array.isArray(value[name]))
  for (const name of places) yield [value[name]].flat().map(String).flatMap(namesIn)
  for (const [name, inner] of Object.entries(value)) {
    const isNested = typeof inner === 'object' && inner !== null
    const isKey = places.length === 0 && !ENVELOPE.has(name)
    const here = isKey ? [...above, ...namesIn(name)] : above
    if (isKey && (isNested || depth > 0)) yield here
    if (isNested && !places.includes(name)) yield* placesWithin(inner, here, depth + 1)
  }
}

function namesIn(place: string): MemberPath {
  return place.split(/[/.[\]#\s]+/).filter((name) => name !== '')
}
