import { isSafe, type OperationDescriptor } from '@concordat/runtime/http'
import { below } from '@concordat/runtime/pointer'
import { documentedResponse } from '../../../data/document/response-key.ts'
import { nothing, type Verdict } from '../../../data/outcome/not-run.ts'
import type { CheckContext } from '../../check.ts'
import { rules } from './rules.ts'

/** True if a caller who may only read must not use it; computing something by POST counts as reading. */
export function changesItems({ method, resource, effect }: OperationDescriptor): boolean {
  return !isSafe(method) && (method !== 'POST' || resource?.role === 'create' || effect !== undefined)
}

/** A reader may read: an undocumented 403 is a fault, unless everyone gets it. */
export async function checkReading(context: CheckContext, operation: OperationDescriptor): Promise<Verdict> {
  if (!context.asks(rules['reader-reads'])) return nothing()
  if (!context.hasReader || !isSafe(operation.method) || documentedResponse(operation, 403) !== undefined)
    return nothing()
  const { answer } = await context.attempt(operation, { as: { kind: 'reader' }, expecting: 'either' })
  if (answer.status !== 403 || (await context.call(operation)).answer.status === 403) return []
  return [
    context.finding({
      operation,
      answer,
      clause: below(operation.pointer, 'responses'),
      breaks: rules['reader-reads'],
      fact: { kind: 'reader kept out' },
    }),
  ]
}
