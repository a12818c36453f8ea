import type { OperationDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { Schema } from '@concordat/runtime/schema'
import { responseClause } from '../../../data/document/clause.ts'
import { sourceOfRequests } from '../../../data/document/path-binding.ts'
import { documentedResponseFor } from '../../../data/document/response-key.ts'
import { type Answer, isAbsence, isCrash, isSuccess } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { CheckContext } from '../../check.ts'
import { rules } from './rules.ts'

/**
 * Characters that a path contains only in percent-encoded form, and an escape that a second decoding would
 * replace.
 */
export const RESERVED_SIGNS = '/a b+%41é'
/** Minimum length that a name must be allowed to have. */
const LEAST_LENGTH = 60

/** True for a text that can be any name. */
export function isFreeName({ types, keywords, values: { listed } }: Schema): boolean {
  const { format, pattern, readOnly, maxLength = LEAST_LENGTH } = keywords
  const isText = types.includes('string') && listed === undefined && maxLength >= LEAST_LENGTH
  return isText && format === undefined && pattern === undefined && readOnly !== true
}

export function lastFixedSegment(path: string): string {
  return path.split('/').findLast((segment) => segment !== '' && !segment.includes('{')) ?? ''
}

interface NamedRead {
  /** The response to the request that created the named thing. */
  readonly answer: Answer
  readonly by: OperationDescriptor
  /** The request that reads the thing by its name, and its response. */
  readonly plan: RequestPlan
  readonly read: Answer
}

/** Reports a thing that cannot be read by its name, or whose `Location` leads nowhere. */
export async function nameFaults(
  context: CheckContext,
  operation: OperationDescriptor,
  { answer, by, plan, read }: NamedRead,
): Promise<readonly Finding[]> {
  if (isAbsence(read) || isCrash(read)) {
    const clause = responseClause(by, documentedResponseFor(by, 200)?.key ?? '200')
    const where = 'when read again'
    return [
      context.finding({
        ...{ operation, answer: read, clause, beside: [answer], breaks: rules.name },
        fact: {
          kind: 'not found',
          operation: operation.operationId,
          where,
          by: by.operationId,
          status: read.status,
        },
      }),
    ]
  }
  const location = answer.headers.get('location')
  const link = URL.parse(location ?? '', answer.exchange.request.url)?.href
  if (location === null || link === undefined || answer.status !== 201 || !isSuccess(read)) return []
  const sources = [{ location: 'link', name: '', text: link, ...sourceOfRequests(answer.number) }] as const
  const found = await context.read({ ...plan, link, sources })
  if (!isAbsence(found)) return []
  return [
    context.finding({
      ...{ operation, answer: found, beside: [answer], breaks: rules.name },
      clause: pointerBelow(operation.pointer, 'responses'),
      fact: {
        ...{ kind: 'Location leads astray', id: 'the created item' },
        received: `${location}, which returns ${found.status}`,
      },
    }),
  ]
}
