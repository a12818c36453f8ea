import type { Issue, Schema } from '@concordat/runtime/schema'
import { descriptions } from '../../lexicon/lexicon.ts'

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

/**
 * Formats whose strings servers should compare without regard to letter case. @see RFC 5321, 2.4; RFC 1123,
 * 2.1
 */
const IN_ANY_CASE = ['email', 'idn-email', 'hostname', 'idn-hostname']

/** True if letter case makes no difference to a string, according to its format or its description. */
export function hasSameMeaningInAnyCase({ keywords: { format, description = '' } }: Schema): boolean {
  return IN_ANY_CASE.includes(String(format)) || descriptions.ignoresCase(description)
}
