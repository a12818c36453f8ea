import { below } from '@concordat/runtime/pointer'
import type { Finding } from '../outcome/finding.ts'
import type { CheckContext, KnownViolation } from './check.ts'

/** A finding that follows from an operation's `security`: from that it is there at all, and from what RFC 9110 makes of it. */
export function ofSecurity(
  context: Pick<CheckContext, 'finding'>,
  violation: Omit<KnownViolation, 'clause'>,
): Finding {
  const clause = below(violation.operation.pointer, 'security')
  return context.finding({ ...violation, clause })
}
