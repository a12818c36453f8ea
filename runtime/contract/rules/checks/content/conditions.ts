import type { OperationDescriptor } from '@concordat/runtime/http'
import { parameterClause } from '../../../data/document/clause.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { nothingCompared, type Verdict } from '../../../data/outcome/not-run.ts'
import type { Fixture } from '../../../world/items/item.ts'
import { headerParameter, OTHER_TAG } from '../../../world/requests/header-parameters.ts'
import { requestWithTag } from '../../../world/requests/with-value.ts'
import type { CheckContext, KnownViolation } from '../../check.ts'
import { rules } from './rules.ts'

const FAILED = 412

interface ConditionalUpload {
  readonly operation: OperationDescriptor
  readonly fixture: Fixture
  /** An upload of the stored file, without a condition. */
  readonly plan: RequestPlan
  /** A download of the stored file. */
  readonly down: Answer
}

/**
 * Checks `If-Match`, if an upload documents it. An upload with an entity tag other than that of the stored
 * file is rejected, and an upload with the file's own tag does not fail with 412.
 * @see RFC 9110, 13.1.1
 */
export async function checkConditionalUploads(
  context: CheckContext,
  { operation, fixture, plan, down }: ConditionalUpload,
): Promise<Verdict> {
  const header = headerParameter(operation, 'if-match')
  const tag = down.headers.get('etag')
  if (header === undefined || tag === null || tag.startsWith('W/') || !context.asks(rules['if-match']))
    return nothingCompared()
  const send = async (text: string): Promise<Answer> => {
    const sending = requestWithTag(plan, { name: header.name, text, answer: down })
    const attempt = { expecting: 'either', at: fixture, isAgain: true, sending } as const
    return (await context.attempt(operation, attempt)).answer
  }
  const report = (answer: Answer, told: Pick<KnownViolation, 'expecting' | 'fact'>): Finding => {
    const clause = parameterClause(operation, header)
    return context.finding({ operation, answer, clause, beside: [down], breaks: rules['if-match'], ...told })
  }
  const other = await send(OTHER_TAG)
  if (isSuccess(other))
    return [report(other, { expecting: 'refusal', fact: { kind: 'condition ignored', tag: 'another' } })]
  const own = await send(tag)
  return own.status === FAILED ? [report(own, { fact: { kind: 'own tag refused', value: tag } })] : []
}
