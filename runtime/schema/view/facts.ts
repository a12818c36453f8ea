import type { JsonSchema, SchemaObject } from '../document/json-schema.ts'
import { keywordsOf } from '../document/subschemas.ts'
import { type FactRules, isSaid } from './fact.ts'

/** The schema and all that it refers to or is composed of, alternatives too. */
export const COMPOSED: FactRules<ReadonlySet<SchemaObject>> = {
  own: (schema) => new Set([schema]),
  together: (all) => new Set(all.flatMap((parts) => [...parts])),
  either: (all) => new Set(all.flatMap((parts) => [...parts])),
}

/** True if every value but null is octets, whichever alternative it is of. */
export const OCTETS: FactRules<boolean> = /* @__PURE__ */ isSaid(
  ({ format }) => format === 'binary',
  isNotNull,
)

/** True for an alternative that is more than null. */
export function isNotNull(alternative: JsonSchema): boolean {
  return keywordsOf(alternative).type !== 'null'
}
