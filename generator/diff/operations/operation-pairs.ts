import type { Model, Operation } from '../../model/model.ts'
import type { Pair } from '../schemas/difference.ts'
import type { Places } from './places.ts'

/** The operations of two documents: pairs, and those that exist in only one. */
export interface OperationPairs {
  readonly same: readonly Pair<Operation>[]
  readonly gone: readonly Operation[]
  readonly added: readonly Operation[]
}

/**
 * Pairs operations by URL, then by method and path, ignoring parameter names. The remaining operations are
 * paired by operationId.
 */
export function pairOperations(models: Pair<Model>, places: Pair<Places>): OperationPairs {
  const stays = new Map<Operation, Operation>()
  const taken = new Set<Operation>()
  const pairBy = (keys: Pair<(operation: Operation) => Iterable<string>>) => {
    const known = new Map(
      models.new.operations.flatMap((operation) => [...keys.new(operation)].map((key) => [key, operation])),
    )
    for (const operation of models.old.operations) {
      if (stays.has(operation)) continue
      const found = [...keys.old(operation)].map((key) => known.get(key)).find((one) => one !== undefined)
      if (found === undefined || taken.has(found)) continue
      stays.set(operation, found)
      taken.add(found)
    }
  }
  const byId = ({ descriptor }: Operation) => [descriptor.operationId]
  pairBy({ old: (one) => places.old.urlsOf(one), new: (one) => places.new.urlsOf(one) })
  pairBy({ old: (one) => [places.old.placeOf(one)], new: (one) => [places.new.placeOf(one)] })
  pairBy({ old: byId, new: byId })
  return {
    same: models.old.operations.flatMap((before) => {
      const after = stays.get(before)
      return after === undefined ? [] : [{ old: before, new: after }]
    }),
    gone: models.old.operations.filter((operation) => !stays.has(operation)),
    added: models.new.operations.filter((operation) => !taken.has(operation)),
  }
}

/** Parameter names in a path, in order. */
export function comparedTemplateNames(path: string): readonly string[] {
  return [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name)
}
