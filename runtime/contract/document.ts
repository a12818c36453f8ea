/**
 * The package entry `@concordat/contract/document`: what the suite understands of a document beyond its
 * words, for whoever is to understand the same.
 */

export { addressedDocument, addressedOperation } from './data/address/addressed.ts'
export { asIdentifier } from './data/document/identifier.ts'
export { blank, type Template, templatesOf } from './data/document/path-binding.ts'
export {
  creatorOf,
  findResource,
  idOf,
  idPathOf,
  isNamedByPath,
  operationAt,
  operationOf,
  resourceOf,
} from './data/document/resource-lookup.ts'
export { type SchemaScope, schemaIn } from './data/document/schema-in.ts'
export { isScalar, valuesOf } from './data/exchange/item-values.ts'
export { itemsIn } from './data/exchange/listed.ts'
export { identifierCandidates, idSchemaOf } from './world/items/identity/candidates.ts'
export { ordersOf, type SortOrder } from './world/requests/dictionary/orders.ts'
export { headerParameter } from './world/requests/header-parameters.ts'
