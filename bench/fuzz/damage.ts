import type { Names } from '@concordat/contract/values'
import { isObject } from '@concordat/runtime/json'

type Random = Names['random']

/** A document with one fault, as JSON text. */
export interface Damaged {
  /** "null at #/paths/~1pets/get/responses" */
  readonly what: string
  readonly text: string
}

/** Location of a value: its parent, and its key in the parent. */
interface Spot {
  readonly parent: Record<string, unknown> | unknown[]
  readonly key: string
  readonly pointer: string
}

/** Changes the document at one spot. @returns false if there is nothing to change. */
type Damage = (spot: Spot, random: Random, all: readonly Spot[]) => boolean

/** Prefix of a key that is to appear twice in the text, from which the prefix is removed. */
const TWICE = '\u0000twice\u0000'

const VERY_LONG = 20_000

/** References with the mistakes that people make, and references that must not lead anywhere. */
const REFERENCES: readonly unknown[] = [
  '#/components/schemas/Nowhere',
  '#/components/responses/Nowhere',
  '#/components/schemas',
  '#/paths',
  '#',
  '',
  '#/components/schemas/%ZZ',
  'missing.yaml#/Pet',
  '../outside.yaml',
  'https://example.invalid/pet.yaml',
  12,
  null,
]

const KINDS: Readonly<Record<string, Damage>> = {
  'another type': (spot, random) =>
    set(spot, random.pick<unknown>([7, 'text', true, [], {}, ['text'], { text: 1 }])),
  null: (spot) => set(spot, null),
  missing: ({ parent, key }) => {
    if (Array.isArray(parent)) parent.splice(Number(key), 1)
    else delete parent[key]
    return true
  },
  misspelt: ({ parent, key }, random) => {
    if (Array.isArray(parent) || key === '') return false
    const at = random.below(key.length)
    rename(parent, key, random.pick([`${key}s`, key.slice(0, at) + key.slice(at + 1), key.toUpperCase()]))
    return true
  },
  twice: ({ parent, key }, random, all) => {
    if (Array.isArray(parent)) parent.splice(Number(key), 0, structuredClone(parent[Number(key)]))
    else {
      const other = random.pick([...all.filter((spot) => spot.parent === parent)] as [Spot, ...Spot[]])
      parent[TWICE + key] = structuredClone(parent[other.key])
    }
    return true
  },
  emptied: (spot) => {
    const value = valueAt(spot)
    if (typeof value === 'string') return set(spot, '')
    return typeof value === 'object' && value !== null && set(spot, Array.isArray(value) ? [] : {})
  },
  swapped: (spot, random, all) => {
    const other = random.pick(all as [Spot, ...Spot[]])
    if (other.pointer.startsWith(spot.pointer) || spot.pointer.startsWith(other.pointer)) return false
    const value = valueAt(spot)
    set(spot, valueAt(other))
    return set(other, value)
  },
  'very long': (spot, random) => {
    const { parent, key } = spot
    if (typeof valueAt(spot) === 'string' && random.below(2) === 0) return set(spot, 'x'.repeat(VERY_LONG))
    if (Array.isArray(parent)) return false
    rename(parent, key, key + 'x'.repeat(VERY_LONG))
    return true
  },
  'a wrong reference': (spot, random) => {
    const value = valueAt(spot)
    if (spot.key === '$ref') return set(spot, random.pick(REFERENCES as [unknown, ...unknown[]]))
    return isObject(value) && set(spot, { $ref: random.pick(REFERENCES as [unknown, ...unknown[]]) })
  },
  'a reference to itself': (spot) => isObject(valueAt(spot)) && set(spot, { $ref: spot.pointer }),
}

/** Damages a copy of a document at one random location. */
export function damage(document: unknown, random: Random): Damaged {
  const whole = JSON.stringify(document, undefined, 1)
  for (;;) {
    const copy = { root: structuredClone(document) }
    const all = [...spotsBelow(copy.root, '#')]
    const spot = random.pick(all as [Spot, ...Spot[]])
    const [kind, change] = random.pick(Object.entries(KINDS) as [[string, Damage]])
    if (!change(spot, random, all)) continue
    const text = JSON.stringify(copy.root, undefined, 1).replaceAll(JSON.stringify(TWICE).slice(1, -1), '')
    // Tries again if the text is unchanged: an empty value stays empty, and a value can be swapped with an
    // equal one.
    if (text !== whole) return { what: `${kind} at ${spot.pointer}`, text }
  }
}

function* spotsBelow(value: unknown, pointer: string): Iterable<Spot> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    const own = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    yield { parent: value as Record<string, unknown>, key, pointer: own }
    yield* spotsBelow(member, own)
  }
}

function valueAt({ parent, key }: Spot): unknown {
  return Reflect.get(parent, key)
}

function set({ parent, key }: Spot, value: unknown): true {
  Reflect.set(parent, key, value)
  return true
}

/** Renames a property without changing the order of the properties. */
function rename(parent: Record<string, unknown>, key: string, name: string): void {
  const members = Object.entries(parent)
  for (const [own] of members) delete parent[own]
  for (const [own, value] of members) parent[own === key ? name : own] = value
}
