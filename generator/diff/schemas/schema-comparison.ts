import { Scope } from '../found/change.ts'
import type { Direction } from '../kinds/schema-kinds.ts'
import { alternativeDifferences, alternativePairs } from './alternatives.ts'
import { boundDifferences } from './bounds.ts'
import type { Difference, FlatPair, Pair } from './difference.ts'
import { ANYTHING, type Flat, type Placed } from './flat.ts'
import type { Flattener } from './flatten.ts'
import { memberPairs, propertyDifferences } from './objects.ts'
import { isReplaced, typeDifferences } from './types.ts'
import { formatDifferences, valueDifferences } from './values.ts'

/** Compares schemas of two documents: two that are met again, by whichever way, are compared once. */
export class SchemaComparison {
  readonly #flatteners: Pair<Flattener>
  readonly #scopes = new Map<string, Scope>()

  constructor(flatteners: Pair<Flattener>) {
    this.#flatteners = flatteners
  }

  /** What differs goes to the scope of the two schemas, which the given one includes. */
  compare(given: Pair, direction: Direction, into: Scope): void {
    const pair = {
      old: this.#flatteners.old.target(given.old),
      new: this.#flatteners.new.target(given.new),
    }
    const key = [direction, pair.old.pointer, pair.new.pointer].join(' ')
    const known = this.#scopes.get(key)
    const scope = known ?? new Scope()
    into.include(scope)
    if (known !== undefined) return
    this.#scopes.set(key, scope)
    const flat = withAlternatives(
      {
        old: this.#flatteners.old.flatten(pair.old),
        new: this.#flatteners.new.flatten(pair.new),
      },
      given,
    )
    for (const { change, part, ...told } of differences(flat))
      scope.add({
        kind: `${direction}-${change}`,
        ...told,
        ...(part ?? { label: pair.new.label, old: pair.old.pointer, new: pair.new.pointer }),
      })
    if (isReplaced(flat)) return
    for (const inner of [...memberPairs(flat), ...itemPairs(flat), ...alternativePairs(flat)])
      this.compare(inner, direction, scope)
  }
}

/** A schema without alternatives counts as its own only alternative where the other side has some. */
function withAlternatives({ old, new: now }: FlatPair, given: Pair): FlatPair {
  const alone = (flat: Flat, placed: Placed): Flat => ({
    ...ANYTHING,
    types: flat.types,
    alternatives: [[placed]],
  })
  const [had, has] = [old.alternatives.length > 0, now.alternatives.length > 0]
  if (had === has || old.types === undefined || now.types === undefined) return { old, new: now }
  return had ? { old, new: alone(now, given.new) } : { old: alone(old, given.old), new: now }
}

function differences(flat: FlatPair): readonly Difference[] {
  const types = typeDifferences(flat)
  if (isReplaced(flat)) return types
  return [
    ...types,
    ...valueDifferences(flat),
    ...formatDifferences(flat),
    ...boundDifferences(flat),
    ...propertyDifferences(flat),
    ...alternativeDifferences(flat),
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
    ...(flat.new.isDeprecated && !flat.old.isDeprecated ? [{ change: 'value-deprecated' as const }] : []),
  ]
}

function constraintDifferences({ old, new: now }: FlatPair): readonly Difference[] {
  const names = new Set([...old.constraints.keys(), ...now.constraints.keys()])
  const own = [...names].flatMap((name): Difference[] => {
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
