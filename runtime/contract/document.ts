/**
 * The package entry `@concordat/contract/document`: what the suite understands of a document beyond its words, for whoever is to
 * understand the same.
 */

export { addressedDocument, addressedOperation } from './address/addressed.ts'
export { type Order, ordersOf } from './dictionary/orders.ts'
export { asIdentifier } from './document/identifier.ts'
export { blank, type Template, templatesOf } from './document/place.ts'
export {
  creatorOf,
  findResource,
  idOf,
  idPathOf,
  isNamedByPath,
  operationAt,
  operationOf,
  resourceOf,
} from './document/resource-lookup.ts'
export { schemaIn } from './document/schema-in.ts'
export { isScalar, valuesOf } from './exchange/item-values.ts'
export { itemsIn } from './exchange/listed.ts'
export { identifierCandidates, idSchemaOf } from './items/identity/candidates.ts'
export { headerParameter } from './requests/header-parameters.ts'
