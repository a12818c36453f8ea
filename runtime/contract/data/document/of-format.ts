import type { Issue } from '@concordat/runtime/schema'

/**
 * True if nothing but a `format` is broken: the value is valid for whoever takes formats for annotations, as
 * JSON Schema 2020-12 and with it OpenAPI from 3.1 on do.
 * @see JSON Schema Validation 2020-12, 7.2.1
 */
export function isOfFormat({ keyword, params }: Issue): boolean {
  if (keyword === 'format') return true
  const branches: unknown = params['branches']
  if (!Array.isArray(branches)) return false
  // One without issues was not looked into.
  return branches.some((issues: readonly Issue[]) => issues.length > 0 && issues.every(isOfFormat))
}
