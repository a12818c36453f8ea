import type { Issue } from '@concordat/runtime/schema'

/**
 * True if only a `format` is violated. Such a value is valid for servers that treat formats as annotations,
 * as do JSON Schema 2020-12 and OpenAPI from 3.1.
 * @see JSON Schema Validation 2020-12, 7.2.1
 */
export function breaksOnlyFormat({ keyword, params }: Issue): boolean {
  if (keyword === 'format') return true
  const branches: unknown = params['branches']
  if (!Array.isArray(branches)) return false
  // A branch without issues was not checked.
  return branches.some((issues: readonly Issue[]) => issues.length > 0 && issues.every(breaksOnlyFormat))
}
