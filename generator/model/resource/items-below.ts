import { singularsOf } from '@concordat/contract/lexicon'
import { type OperationDescriptor, resourcePath } from '@concordat/runtime/http'
import type { ByBlankPath } from './made-below.ts'

/**
 * Returns the operations on a collection's items. If paths identify items by several names, such as
 * "/contacts/{id}" and "/contacts/{number}", these are the operations with the most frequent name, and those
 * whose methods exist only with another name. All other operations are actions.
 */
export function draftItemsBelow(blankPath: string, byBlankPath: ByBlankPath): readonly OperationDescriptor[] {
  const items = byBlankPath.get(`${blankPath}/{}`) ?? itemsOfSingular(blankPath, byBlankPath)
  const byPath = [...Map.groupBy(items, ({ path }) => resourcePath(path)).entries()]
  if (byPath.length < 2) return items
  const all = [...byBlankPath.values()].flat().map(({ path }) => resourcePath(path))
  const uses = (path: string): number =>
    all.filter((other) => other === path || other.startsWith(`${path}/`)).length
  const [main] = byPath.toSorted(([one], [other]) => uses(other) - uses(one))
  const own = main?.[1] ?? items
  const methods = new Set(own.map(({ method }) => method))
  return items.filter((operation) => own.includes(operation) || !methods.has(operation.method))
}

/**
 * A collection's items below its singular path, such as "/silence/{id}" for "/silences", unless "/silence" is
 * itself a path.
 */
function itemsOfSingular(blankPath: string, byBlankPath: ByBlankPath): readonly OperationDescriptor[] {
  const found = singularsOf(blankPath).find(
    (singular) => !byBlankPath.has(singular) && byBlankPath.has(`${singular}/{}`),
  )
  return byBlankPath.get(`${found}/{}`) ?? []
}
