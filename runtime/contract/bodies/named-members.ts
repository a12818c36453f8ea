import { isObject } from '@concordat/runtime/json'
import type { Answer } from '../exchange/answer.ts'

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
  const placed = [...placesIn(value, 0)].flatMap((place) => place.split(/[/.[\]#\s]+/))
  const named = new Set(placed.filter((name) => known.has(name)))
  if (named.size > 0) return named
  const words = new Set(text.match(/[\w$-]+/g))
  return new Set([...known].filter((name) => words.has(name)))
}

function* placesIn(value: unknown, depth: number): Generator<string> {
  if (depth > MAX_DEPTH) return
  if (Array.isArray(value)) for (const item of value) yield* placesIn(item, depth + 1)
  if (!isObject(value)) return
  const places = PLACES.filter((name) => typeof value[name] === 'string' || Array.isArray(value[name]))
  for (const name of places) yield* [value[name]].flat().map(String)
  for (const [name, inner] of Object.entries(value)) {
    const isNested = typeof inner === 'object' && inner !== null
    if (places.length === 0 && !ENVELOPE.has(name) && (isNested || depth > 0)) yield name
    if (isNested && !places.includes(name)) yield* placesIn(inner, depth + 1)
  }
}
