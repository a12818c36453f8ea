import { keywordsOf } from '@concordat/runtime/subschemas'
import type { Flat, PlacedFlat } from '../flat/flat.ts'
import type { Flattener } from '../flat/flatten.ts'
import { isFlatUnion } from '../flat/union.ts'
import type { Pair } from './difference.ts'
import { type UnionMember, unionMemberName, unionMembers } from './members.ts'

/** Alternatives that two lists have in common, and those that occur in only one. */
export interface MatchedUnions {
  readonly pairs: readonly Pair<UnionMember>[]
  readonly gone: readonly UnionMember[]
  readonly added: readonly UnionMember[]
}

/** Minimum similarity of alternatives that count as the same. */
const ALIKE = 0.5
/** Maximum depth for comparing nested lists; deeper lists count as alike. */
const DEEPEST = 3

/** Finds the alternatives that two lists have in common. */
export class UnionMatcher {
  readonly #flatteners: Pair<Flattener>

  constructor(flatteners: Pair<Flattener>) {
    this.#flatteners = flatteners
  }

  /**
   * Matches alternatives by reference, discriminator value, title and content, then the remaining ones by
   * similarity, and finally those nested in unmatched ones.
   */
  match(lists: Pair<readonly UnionMember[]>): MatchedUnions {
    let found: MatchedUnions = { pairs: [], gone: lists.old, added: lists.new }
    found = pairUp(found, (one, other) => one.reference !== undefined && one.reference === other.reference)
    found = pairUp(found, (one, other) => one.values.some((value) => other.values.includes(value)))
    found = pairUp(found, (one, other) => this.#hasSameTitle(one, other))
    found = pairUp(found, (one, other) => this.#textOf('old', one) === this.#textOf('new', other))
    return this.#inside(this.#pairPieces(found))
  }

  /**
   * Pairs the remaining alternatives by similarity. An object is first split into one alternative for each
   * value of a property, if the property distinguishes the other document's alternatives. If none of these
   * parts can be paired, the object stays whole.
   */
  #pairPieces({ pairs, gone, added }: MatchedUnions): MatchedUnions {
    const found = this.#pairAlike({
      pairs: [],
      gone: this.#pieces('old', gone, added),
      added: this.#pieces('new', added, gone),
    })
    const isPaired = (member: UnionMember) =>
      found.pairs.some(({ old, new: now }) => old.whole === member || now.whole === member)
    const unpaired = (members: readonly UnionMember[]) => [
      ...new Set(members.map((one) => (one.whole === undefined || isPaired(one.whole) ? one : one.whole))),
    ]
    return { pairs: [...pairs, ...found.pairs], gone: unpaired(found.gone), added: unpaired(found.added) }
  }

  #pieces(
    side: keyof Pair,
    members: readonly UnionMember[],
    others: readonly UnionMember[],
  ): readonly UnionMember[] {
    const tag = this.#tagOf(side === 'old' ? 'new' : 'old', others)
    if (tag === undefined) return members
    return members.flatMap((whole) => {
      const placed = whole.flat.properties.get(tag)
      const values = this.#valuesOf(side, placed) ?? []
      if (placed === undefined || values.length < 2) return [whole]
      const name = whole.reference === undefined ? 'object' : unionMemberName(whole, this.#flatteners[side])
      return values.map((value): UnionMember => {
        const property = { ...placed, schema: { const: value } }
        return {
          ...whole,
          flat: { ...whole.flat, properties: new Map([...whole.flat.properties, [tag, property]]) },
          isWhole: false,
          reference: undefined,
          values: [],
          called: `${name} with ${tag} ${JSON.stringify(value)}`,
          whole,
        }
      })
    })
  }

  /** The property whose values distinguish all object alternatives; `undefined` if there is none. */
  #tagOf(side: keyof Pair, members: readonly UnionMember[]): string | undefined {
    const [first, ...others] = members.filter(({ flat }) => flat.properties.size > 0)
    if (first === undefined || others.length === 0) return undefined
    return [...first.flat.properties.keys()].find((name) => {
      const listed = [first, ...others].map(({ flat }) => this.#valuesOf(side, flat.properties.get(name)))
      const all = listed.flatMap((values) => values?.map((value) => JSON.stringify(value)) ?? [])
      return listed.every((values) => values !== undefined) && new Set(all).size === all.length
    })
  }

  /** Also matches the alternatives that are nested in unmatched ones. */
  #inside(found: MatchedUnions): MatchedUnions {
    const { pairs, gone, added } = found
    if (gone.length === 0 || added.length === 0 || ![...gone, ...added].some(({ flat }) => isFlatUnion(flat)))
      return found
    const inner = this.match({ old: this.#opened('old', gone), new: this.#opened('new', added) })
    return inner.pairs.length === 0 ? found : { ...inner, pairs: [...pairs, ...inner.pairs] }
  }

  #opened(side: keyof Pair, members: readonly UnionMember[]): readonly UnionMember[] {
    return members.flatMap((member) =>
      isFlatUnion(member.flat) ? unionMembers(member, this.#flatteners[side]) : [member],
    )
  }

  #hasSameTitle(one: UnionMember, other: UnionMember): boolean {
    const { title } = keywordsOf(one.placed.schema)
    if (title === undefined || title !== keywordsOf(other.placed.schema).title) return false
    return this.#likeness({ old: one.flat, new: other.flat }) > 0
  }

  #textOf(side: keyof Pair, { placed, flat, isWhole }: UnionMember): string {
    const types = isWhole ? [] : [...(flat.types ?? [])]
    return JSON.stringify([this.#flatteners[side].target(placed).schema, types])
  }

  #pairAlike({ pairs, gone, added }: MatchedUnions): MatchedUnions {
    const alike = gone
      .flatMap((old) => added.map((now) => ({ old, new: now })))
      .map((pair) => ({
        pair,
        likeness: this.#likeness({ old: pair.old.flat, new: pair.new.flat }),
      }))
      .filter(({ likeness, pair }) => likeness >= ALIKE && !isFarPiece(pair))
      .sort((one, other) => other.likeness - one.likeness)
    const taken = new Set<UnionMember>()
    const found = alike.flatMap(({ pair }) => {
      if (taken.has(pair.old) || taken.has(pair.new)) return []
      taken.add(pair.old).add(pair.new)
      return [pair]
    })
    const isLeft = (member: UnionMember) => !taken.has(member)
    return { pairs: [...pairs, ...found], gone: gone.filter(isLeft), added: added.filter(isLeft) }
  }

  /** Similarity, from 0 (no common value) to 1. */
  #likeness({ old, new: now }: Pair<Flat>, depth = 0): number {
    const types = sharedTypes(old, now)
    if (types !== undefined && types.length === 0) return 0
    if (old.values !== undefined || now.values !== undefined) return overlap(old.values, now.values)
    if (old.properties.size + now.properties.size > 0) return this.#objectLikeness({ old, new: now })
    if (types?.includes('array') === true) return this.#listLikeness({ old, new: now }, depth)
    return old.format === now.format ? 1 : 0.75
  }

  #objectLikeness({ old, new: now }: Pair<Flat>): number {
    const shared = [...old.properties.keys()].filter((name) => now.properties.has(name))
    const told = shared.map((name) => {
      const values = {
        old: this.#valuesOf('old', old.properties.get(name)),
        new: this.#valuesOf('new', now.properties.get(name)),
      }
      return values.old === undefined || values.new === undefined
        ? undefined
        : { isOne: values.old.length === 1, overlap: overlap(values.old, values.new) }
    })
    if (told.some((one) => one?.overlap === 0)) return 0
    if (told.some((one) => one?.isOne === true && one.overlap === 1)) return 1
    return sharedPart({ old, new: now })
  }

  #listLikeness({ old, new: now }: Pair<Flat>, depth: number): number {
    if (old.items === undefined || now.items === undefined || depth === DEEPEST) return ALIKE
    const items = { old: this.#flat('old', old.items), new: this.#flat('new', now.items) }
    return ALIKE + ALIKE * this.#likeness(items, depth + 1)
  }

  #valuesOf(side: keyof Pair, placed: PlacedFlat | undefined): readonly unknown[] | undefined {
    return placed && this.#flat(side, placed).values
  }

  #flat(side: keyof Pair, placed: PlacedFlat): Flat {
    const flattener = this.#flatteners[side]
    return flattener.flatten(flattener.target(placed))
  }
}

/** The share of properties that occur in both objects, from 0 to 1. */
function sharedPart({ old, new: now }: Pair<Flat>): number {
  const shared = [...old.properties.keys()].filter((name) => now.properties.has(name))
  return (2 * shared.length) / (old.properties.size + now.properties.size)
}

/**
 * True for a part of a split object that has little in common with the other object except the distinguishing
 * value.
 */
function isFarPiece({ old, new: now }: Pair<UnionMember>): boolean {
  const isPiece = old.whole !== undefined || now.whole !== undefined
  return isPiece && sharedPart({ old: old.flat, new: now.flat }) < ALIKE
}

function pairUp(
  found: MatchedUnions,
  isSame: (one: UnionMember, other: UnionMember) => boolean,
): MatchedUnions {
  let { gone, added } = found
  const pairs = [...found.pairs]
  for (const old of gone) {
    const now = added.find((member) => isSame(old, member))
    if (now === undefined) continue
    pairs.push({ old, new: now })
    gone = gone.filter((member) => member !== old)
    added = added.filter((member) => member !== now)
  }
  return { pairs, gone, added }
}

/**
 * Types other than null that both schemas allow, with integers as "number"; `undefined` if one of them allows
 * any type.
 */
function sharedTypes({ types: one }: Flat, { types: other }: Flat): readonly string[] | undefined {
  if (one === undefined || other === undefined) return undefined
  const plain = (types: ReadonlySet<string>) =>
    [...types].filter((type) => type !== 'null').map((type) => (type === 'integer' ? 'number' : type))
  const others = plain(other)
  return plain(one).filter((type) => others.includes(type))
}

/**
 * Overlap of enumerated values, from 0 (none in common) to 1 (all in common). If a schema does not enumerate
 * its values, the overlap is just large enough for a match.
 */
function overlap(one: readonly unknown[] | undefined, other: readonly unknown[] | undefined): number {
  if (one === undefined || other === undefined) return ALIKE
  const texts = new Set(other.map((value) => JSON.stringify(value)))
  const shared = one.filter((value) => texts.has(JSON.stringify(value)))
  return shared.length === 0 ? 0 : ALIKE + (ALIKE * shared.length) / Math.max(one.length, other.length)
}
