import type { JsonSchema, SchemaObject } from '../document/json-schema.ts'
import { keywordsOf } from '../document/subschemas.ts'
import { type FactRules, statedFact } from './fact.ts'

/** The schema itself and all schemas that it refers to or is composed of, including alternatives. */
export const COMPOSED: FactRules<ReadonlySet<SchemaObject>> = {
  own: (schema) => new Set([schema]),
  together: (all) => new Set(all.flatMap((parts) => [...parts])),
  either: (all) => new Set(all.flatMap((parts) => [...parts])),
}

/** True if all values except null are binary. */
export const OCTETS: FactRules<boolean> = /* @__PURE__ */ statedFact(
  ({ format }) => format === 'binary',
  isNotNullSchema,
)

/** True for an alternative that allows values other than null. */
export function isNotNullSchema(alternative: JsonSchema): boolean {
  return keywordsOf(alternative).type !== 'null'
}
