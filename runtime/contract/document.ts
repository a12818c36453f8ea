/**
 * The package entry `@concordat/contract/document`: what the suite reads from a document in addition to its
 * schemas, for code that has to read it in the same way.
 */

export { addressedDocument, addressedOperation } from './data/address/addressed.ts'
export { countsAbove, resourcesCountedBy } from './data/document/counts.ts'
export { identifierInPath, idPathOf, itemIdOf } from './data/document/identifier.ts'
export { hasSameMeaningInAnyCase } from './data/document/of-format.ts'
export { blankPath, keysAboveItem, pathTemplates, type Template } from './data/document/path-binding.ts'
export { requestKeyInBody } from './data/document/reference.ts'
export {
  creatorOfItems,
  findResource,
  isNamedByPath,
  operationAt,
  operationById,
  resourceByName,
} from './data/document/resource-lookup.ts'
export { documentsCreation, formatParameters } from './data/document/response-key.ts'
export { type SchemaScope, schemaIn } from './data/document/schema-in.ts'

export { isComparableValue, itemValues } from './data/exchange/item-values.ts'
export { itemsInAnswer } from './data/exchange/listed.ts'
export { soundHeaderValue } from './rules/shown/standard-headers.ts'
export { itemIdSchema } from './world/items/identity/candidates.ts'
export { type SortOrder, sortOrdersOf } from './world/requests/dictionary/orders.ts'
export { headerParameter } from './world/requests/header-parameters.ts'
export { memberChoosersOf } from './world/requests/member-choosers.ts'
