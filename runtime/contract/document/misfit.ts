import type { Issue, JsonSchema } from '@concordat/runtime/schema'
import { schemaIn } from './flat-schema.ts'

type Definitions = Readonly<Record<string, JsonSchema>>

/** What is wrong with a value; `undefined` where its schema takes it, or is at fault itself and can say nothing. */
export function misfit(value: unknown, schema: unknown, definitions: Definitions): Issue | undefined {
  return schemaIn({ definitions }, schema).misfit(value)
}

/**
 * Whether nothing but a `format` is broken: the value is valid for whoever takes formats for annotations, as JSON Schema 2020-12 and with
 * it OpenAPI from 3.1 on do. @see JSON Schema Validation 2020-12, 7.2.1
 */
export function isOfFormat({ keyword, params }: Issue): boolean {
  if (keyword === 'format') return true
  const branches: unknown = params['branches']
  if ((keyword !== 'anyOf' && keyword !== 'oneOf') || !Array.isArray(branches)) return false
  // One without issues was not looked into.
  return branches.some((issues: readonly Issue[]) => issues.length > 0 && issues.every(isOfFormat))
}
