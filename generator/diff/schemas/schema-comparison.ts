import type { Flat } from '../flat/flat.ts'
import type { Flattener } from '../flat/flatten.ts'
import { flatBesideUnion } from '../flat/union.ts'
import { ChangeScope } from '../found/change.ts'
import type { Direction } from '../kinds/schema-kinds.ts'
import { boundDifferences } from './bounds.ts'
import type { FlatPair, Pair, SchemaDifference } from './difference.ts'
import { discriminatorDifferences } from './discriminators.ts'
import { formatDifferences } from './formats.ts'
import { type MatchedUnions, UnionMatcher } from './matching.ts'
import {
  comparedUnions,
  type FlatStated,
  type UnionMember,
  unionChoiceMembers,
  unionMemberName,
  withBranchProperties,
} from './members.ts'
import { propertyDifferences, propertyPairs } from './objects.ts'
import { fitDifferences } from './overlap.ts'
import { isReplacedType, typeDifferences } from './types.ts'
import { valueDifferences } from './values.ts'

/** Compares schemas from two documents. Each pair is compared only once, however often it occurs. */
export class SchemaComparison {
  readonly #flatteners: Pair<Flattener>
  readonly #matcher: UnionMatcher
  readonly #scopes = new Map<string, ChangeScope>()

  constructor(flatteners: Pair<Flattener>) {
    this.#flatteners = flatteners
    this.#matcher = new UnionMatcher(flatteners)
  }

  /** Compares two schemas. Differences are collected in their own scope, which is added to `into`. */
  compare(given: Pair, direction: Direction, into: ChangeScope): void {
    const pair = {
      old: this.#flatteners.old.target(given.old),
      new: this.#flatteners.new.target(given.new),
    }
    const key = [direction, pair.old.pointer, pair.new.pointer].join(' ')
    const known = this.#scopes.get(key)
    const scope = known ?? new ChangeScope()
    into.include(scope)
    if (known !== undefined) return
    this.#scopes.set(key, scope)
    const stated = {
      old: { placed: given.old, flat: this.#flatteners.old.flattenAny(pair.old) },
      new: { placed: given.new, flat: this.#flatteners.new.flattenAny(pair.new) },
    }
    this.#compareStated(stated, { direction, scope, places: pair })
  }

  #compareStated(stated: Pair<FlatStated>, comparing: Comparing): void {
    const flats = { old: stated.old.flat, new: stated.new.flat }
    this.#tell(fitDifferences(flats, this.#flatteners), comparing)
    const unions = comparedUnions(stated, this.#flatteners)
    if (unions === undefined) this.#compareFlats(flats, comparing)
    else this.#compareUnions(flats, unions, comparing)
  }

  #compareFlats(given: FlatPair, comparing: Comparing): void {
    const flats = withBranchProperties(given, this.#flatteners)
    this.#tell(differences(flats), comparing)
    if (isReplacedType(flats)) return
    for (const inner of [...propertyPairs(flats), ...itemPairs(flats)])
      this.compare(inner, comparing.direction, comparing.scope)
    for (const lists of choicePairs(flats, this.#flatteners)) this.#compareMembers(flats, lists, comparing)
  }

  #compareUnions(flats: FlatPair, lists: Pair<readonly UnionMember[]>, comparing: Comparing): void {
    const isTyped = flats.old.types !== undefined && flats.new.types !== undefined
    const beside = {
      old: flatBesideUnion(flats.old, { isTyped }),
      new: flatBesideUnion(flats.new, { isTyped }),
    }
    this.#tell(differences(beside), comparing)
    this.#compareMembers(flats, lists, comparing)
  }

  #compareMembers(flats: FlatPair, lists: Pair<readonly UnionMember[]>, comparing: Comparing): void {
    const matched = this.#matcher.match(lists)
    this.#tell(this.#alternativeDifferences(matched), comparing)
    if ([flats.old, flats.new].every(({ choices, kinds }) => choices.length + kinds.length > 0))
      this.#tell(discriminatorDifferences(flats, matched, this.#flatteners), comparing)
    for (const { old, new: now } of matched.pairs) this.#compareMember({ old, new: now }, comparing)
  }

  #compareMember({ old, new: now }: Pair<UnionMember>, comparing: Comparing): void {
    const { old: before, new: after } = this.#flatteners
    const places = { old: before.target(old.placed), new: after.target(now.placed) }
    if (old.isWhole && now.isWhole) this.compare(places, comparing.direction, comparing.scope)
    else this.#compareStated({ old, new: now }, { ...comparing, places })
  }

  #alternativeDifferences({ gone, added }: MatchedUnions): readonly SchemaDifference[] {
    return [
      ...gone.map((member): SchemaDifference => {
        const { label, pointer } = member.placed
        return {
          change: 'alternative-removed',
          was: unionMemberName(member, this.#flatteners.old),
          part: { label, old: pointer },
        }
      }),
      ...added.map((member): SchemaDifference => {
        const { label, pointer } = member.placed
        return {
          change: 'alternative-added',
          is: unionMemberName(member, this.#flatteners.new),
          part: { label, new: pointer },
        }
      }),
    ]
  }

  #tell(found: readonly SchemaDifference[], { direction, scope, places }: Comparing): void {
    for (const { change, part, ...told } of found)
      scope.add({
        kind: `${direction}-${change}`,
        ...told,
        ...(part ?? { label: places.new.label, old: places.old.pointer, new: places.new.pointer }),
      })
  }
}

interface Comparing {
  readonly direction: Direction
  readonly scope: ChangeScope
  readonly places: Pair
}

/** Pairs the schemas' lists of alternatives that apply in addition to other keywords, by position. */
function choicePairs(
  { old, new: now }: FlatPair,
  flatteners: Pair<Flattener>,
): readonly Pair<readonly UnionMember[]>[] {
  const [had, has] = [
    [...old.choices, old.kinds],
    [...now.choices, now.kinds],
  ]
  return had.flatMap((before, index) => {
    const after = has[index]
    if (after === undefined || before.length === 0 || after.length === 0) return []
    return [
      {
        old: unionChoiceMembers(before, old, flatteners.old),
        new: unionChoiceMembers(after, now, flatteners.new),
      },
    ]
  })
}

function differences(flat: FlatPair): readonly SchemaDifference[] {
  const types = typeDifferences(flat)
  if (isReplacedType(flat)) return types
  return [
    ...types,
    ...valueDifferences(flat),
    ...formatDifferences(flat),
    ...boundDifferences(flat),
    ...propertyDifferences(flat),
    ...choiceDifferences(flat),
    ...constraintDifferences(flat),
    ...(flat.old.default === flat.new.default
      ? []
      : [
          {
            change: 'default-changed' as const,
            was: flat.old.default ?? 'none',
            is: flat.new.default ?? 'none',
          },
        ]),
    ...(flat.new.isDeprecated && !flat.old.isDeprecated ? [{ change: 'schema-deprecated' as const }] : []),
  ]
}

/** Reports a constraint if one schema has more lists of alternatives than the other. */
function choiceDifferences({ old, new: now }: FlatPair): readonly SchemaDifference[] {
  const more = now.choices.length - old.choices.length
  if (more === 0 || old.types === undefined || now.types === undefined) return []
  const is = 'alternatives'
  return [more > 0 ? { change: 'constraint-added', is } : { change: 'constraint-removed', was: is }]
}

function constraintDifferences({ old, new: now }: FlatPair): readonly SchemaDifference[] {
  const names = new Set([...old.constraints.keys(), ...now.constraints.keys()])
  const own = [...names].flatMap((name): SchemaDifference[] => {
    const [was, is] = [old.constraints.get(name), now.constraints.get(name)]
    if (was === is) return []
    if (was === undefined) return [{ change: 'constraint-added', is: name }]
    return [
      is === undefined
        ? { change: 'constraint-removed', was: name }
        : { change: 'constraint-changed', is: name },
    ]
  })
  if (old.firstItems.length === now.firstItems.length) return own
  return [...own, { change: 'constraint-changed', is: 'prefixItems' }]
}

function itemPairs({ old, new: now }: FlatPair): readonly Pair[] {
  const first = now.firstItems.flatMap((item, index): Pair[] => {
    const before = old.firstItems[index]
    return before === undefined ? [] : [{ old: before, new: item }]
  })
  const [before, after] = [old.items, now.items]
  const place = before ?? after
  if (place === undefined || !isArray(old) || !isArray(now)) return first
  const open = { ...place, schema: true }
  return [...first, { old: before ?? open, new: after ?? open }]
}

function isArray({ types }: Flat): boolean {
  return types?.has('array') === true
}
