import { isSafe, type OperationDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import { documentedResponseFor } from '../../../data/document/response-key.ts'
import { nothingCompared, type Verdict } from '../../../data/outcome/not-run.ts'
import type { CheckContext } from '../../check.ts'
import { readingCaller } from './issued-reader.ts'
import { rules } from './rules.ts'

/**
 * True if an operation must not be available to a caller who is only allowed to read. Computing something
 * with POST counts as reading.
 */
export function isForbiddenToReader({ method, resource, effect }: OperationDescriptor): boolean {
  return !isSafe(method) && (method !== 'POST' || resource?.role === 'create' || effect !== undefined)
}

/**
 * Checks that a reader is allowed to read. An undocumented 403 is a fault, unless the server returns it to
 * everyone.
 */
export async function checkReaderMayRead(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<Verdict> {
  if (!context.asks(rules['reader-reads'])) return nothingCompared()
  if (!isSafe(operation.method) || documentedResponseFor(operation, 403) !== undefined)
    return nothingCompared()
  const { as } = (await readingCaller(context)) ?? {}
  if (as === undefined) return nothingCompared()
  const { answer } = await context.attempt(operation, { as, expecting: 'either' })
  if (answer.status !== 403 || (await context.call(operation)).answer.status === 403) return []
  return [
    context.finding({
      operation,
      answer,
      clause: pointerBelow(operation.pointer, 'responses'),
      breaks: rules['reader-reads'],
      fact: { kind: 'reader kept out' },
    }),
  ]
}
