import { singularsOf } from '@concordat/contract/lexicon'
import { type OperationDescriptor, resourcePath, successSchema } from '@concordat/runtime/http'
import type { SchemaFacts } from '../schema/schema-facts.ts'
import type { ByBlankPath } from './made-below.ts'

/**
 * Returns the operations on a collection's items. If paths identify items by several names, such as
 * "/contacts/{id}" and "/contacts/{number}", these are the operations with the most frequent name, which come
 * first, and those whose methods exist only with another name. All other operations are actions.
 */
export function draftItemsBelow(
  blankPath: string,
  { byBlankPath, lists, facts }: Listed,
): readonly OperationDescriptor[] {
  const all = byBlankPath.get(`${blankPath}/{}`) ?? itemsOfSingular(blankPath, byBlankPath)
  const isSelection = (operation: OperationDescriptor): boolean =>
    operation.method === 'GET' &&
    (lists?.has(operation.operationId) === true || facts.items(successSchema(operation)) !== undefined)
  return mainFirst(withoutSelections(all, isSelection), byBlankPath)
}

/** The operations by path, and those that return lists, if these are known yet. */
interface Listed {
  readonly byBlankPath: ByBlankPath
  readonly lists?: ReadonlyMap<string, unknown>
  readonly facts: SchemaFacts
}

/**
 * Without reads that return several items for another name than that of the items, as "/contacts/{city}"
 * returns the contacts in a city if "/contacts/{id}" is a contact.
 */
function withoutSelections(
  items: readonly OperationDescriptor[],
  isSelection: (operation: OperationDescriptor) => boolean,
): readonly OperationDescriptor[] {
  const byPath = [...Map.groupBy(items, ({ path }) => resourcePath(path)).values()]
  const others = byPath.filter((group) => !group.every(isSelection)).flat()
  return others.length === 0 ? items : others
}

function mainFirst(
  items: readonly OperationDescriptor[],
  byBlankPath: ByBlankPath,
): readonly OperationDescriptor[] {
  const byPath = [...Map.groupBy(items, ({ path }) => resourcePath(path)).entries()]
  if (byPath.length < 2) return items
  const all = [...byBlankPath.values()].flat().map(({ path }) => resourcePath(path))
  const uses = (path: string): number =>
    all.filter((other) => other === path || other.startsWith(`${path}/`)).length
  const [main] = byPath.toSorted(([one], [other]) => uses(other) - uses(one))
  const own = main?.[1] ?? items
  const methods = new Set(own.map(({ method }) => method))
  return [...own, ...items.filter(({ method }) => !methods.has(method))]
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
