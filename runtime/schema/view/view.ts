export { conditionalSchemas } from './conditional.ts'
export { type FactRules, isComposedSchema, isOnlyKeyword, SchemaFact, statedFact } from './fact.ts'
export { COMPOSED, isNotNullSchema, OCTETS } from './facts.ts'
export { foldSchema, type Place, placesIn } from './places.ts'
export { EACH } from './schema.ts'
export { Schemas } from './schemas.ts'
export {
  type Statement,
  type StatementKind,
  statementsOf,
  type Visitor,
  visitStatement,
} from './statements.ts'
export { type Part, type Steps, schemaWalk, ValueWalk } from './value-walk.ts'
export { forbidsAll, hasProperties, listedValues, narrowTypeOf, ownTypes, typesInSchema } from './values.ts'
