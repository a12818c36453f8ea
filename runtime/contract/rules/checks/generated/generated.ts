import type { OperationDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import type * as fc from 'fast-check'
import { canNameItemOutsidePath } from '../../../data/address/as-sent.ts'
import { idPathOf } from '../../../data/document/identifier.ts'
import { jsonBody } from '../../../data/document/json-body.ts'
import { resourceByName } from '../../../data/document/resource-lookup.ts'
import { documentedResponseFor, documentedSuccessKeys } from '../../../data/document/response-key.ts'
import { type Answer, isAnswerAboutMadeUp, isRefusal, isSuccess } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { ruleFamily } from '../../../data/outcome/assertion.ts'
import type { Cause } from '../../../data/outcome/cause.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { NotRun, type Verdict } from '../../../data/outcome/not-run.ts'
import type { Fixture } from '../../../world/items/item.ts'
import { Refusal } from '../../../world/refusal/refusal.ts'
import type { Check, CheckContext } from '../../check.ts'
import { withoutFilledIn } from '../../evidence/client-members.ts'
import { lossesOf, visibleFields } from '../../evidence/fields.ts'
import { againstBaseline, assertAdmitted, isFindingOfOverload } from '../../evidence/valid-baseline.ts'
import { undocumentedStatusFault } from '../../not-documented.ts'
import { inspectResponse } from '../../response.ts'
import { wrongRequestRefusalKeys } from '../../wrong-requests/refusal.ts'
import { canGenerateQuery } from './writable.ts'

const rules = ruleFamily(
  'generated',
  { grade: 'derived', weight: 'status' },
  {
    valid: 'A random valid request gets a documented status and no server error.',
    invalid: {
      weight: 'leniency',
      asserts: 'A random invalid request gets a documented 4xx.',
    },
    stored: { weight: 'lost data', asserts: 'The response to a random write shows the sent values.' },
  },
)

/** Random cases never end: an unlimited budget, which is meant for finite cases, allows this many. */
const ENDLESS = 20

/** Random requests, which find unforeseen faults. */
export const generated: Check = {
  code: 'generated',
  description:
    'The run sends random requests generated from the schemas. A valid request never gets a server error or an undocumented status, and the response to a write shows the sent values. An invalid request gets a documented 4xx. The run reduces a failing request to a smaller one. The seed determines the requests, and the budget determines how many are sent.',
  assertions: Object.values(rules),
  example: '`POST /pets` with the allowed body `{"name": "\\u0000"}` returns 500.',
  fix: 'Fix the bug that the reduced request exposes.',
  reserve: { fraction: 0.025 },
  applies: (operation) => jsonBody(operation) !== undefined || hasQuery(operation),
  title: () => 'random requests generated from the schemas get documented responses',
  async run(context, operation) {
    const share = context.budget.shareOf('generated requests')
    const most = Number.isFinite(share) ? share : ENDLESS
    if (most === 0) throw new NotRun({ kind: 'budget used', whole: context.budget.whole })
    const fixture = await context.pool.fixture(operation)
    const plan = context.pool.requests.best(operation, fixture.binding)
    const half = Math.ceil(most / 2)
    const { invalidRequests, validRequests } = await import('./requests.ts')
    const { searchForFault: search } = await import('./search.ts')
    const valid = validRequests(context, operation, plan)
    const invalid = invalidRequests(context, operation, plan)
    let why: NotRun | undefined = new NotRun({ kind: 'nothing at random', operation: operation.operationId })
    const explore = (arbitrary: fc.Arbitrary<RequestPlan>, runs: number, judge: Judge) => {
      return search(context, {
        arbitrary,
        runs,
        attempt: async (request) => {
          const verdict = await send(context, operation, { plan, request, fixture, judge })
          why &&= verdict instanceof NotRun ? verdict : undefined
          return verdict instanceof NotRun ? [] : verdict
        },
      })
    }
    const found = valid === undefined ? [] : await explore(valid, half, judgeValid)
    if (found.length > 0 && !found.some(isFindingOfOverload)) return found
    const isDone = found.length > 0 || invalid === undefined
    const findings = isDone ? found : await explore(invalid, most - half, judgeInvalid)
    return why ?? againstBaseline(context, operation, { findings, plan, fixture })
  },
}

type Judge = (context: CheckContext, operation: OperationDescriptor, seen: Seen) => readonly Finding[]

interface Seen {
  readonly request: RequestPlan
  readonly answer: Answer
  /** True if the server returned an item that the run had created before. */
  readonly isFoundAgain: boolean
}

function hasQuery({ parameters = [] }: OperationDescriptor): boolean {
  return parameters.some(canGenerateQuery)
}

async function send(
  context: CheckContext,
  operation: OperationDescriptor,
  {
    plan,
    request,
    fixture,
    judge,
  }: { plan: RequestPlan; request: RequestPlan; fixture: Fixture; judge: Judge },
): Promise<Verdict> {
  if (!canNameItemOutsidePath(request))
    return new NotRun({ kind: 'nothing at random', operation: operation.operationId })
  const sent = { expecting: 'either', at: fixture, sending: request } as const
  const { answer, isFoundAgain = false } = await context.attempt(operation, sent)
  await assertAdmitted(context, operation, { answers: [answer], plan, fixture })
  if (isAnswerAboutMadeUp(answer, fixture.binding))
    return new NotRun({ kind: 'made up', operation: operation.operationId, status: answer.status })
  return judge(context, operation, { request, answer, isFoundAgain })
}

/**
 * Judges a valid request, which rules outside of schemas may refuse: then the refusal is a documented one. A
 * random request may name something that exists, which is a conflict, documented or not, or something that
 * does not.
 */
function judgeValid(context: CheckContext, operation: OperationDescriptor, seen: Seen) {
  const { request, answer } = seen
  const isDocumented = documentedResponseFor(operation, answer.status) !== undefined
  const hasRefusals = wrongRequestRefusalKeys(operation).length > 0
  if (!isDocumented && refusesData({ request, answer })) return []
  // A document with only refusals does not describe a success.
  if (isSuccess(answer) && documentedSuccessKeys(operation).length === 0) return []
  if (answer.status >= 500 || (!isDocumented && !(isRefusal(answer) && !hasRefusals)))
    return [unexpected(context, operation, { answer, expecting: 'success' })]
  const shown = inspectResponse(context, operation, answer)
  return shown.length > 0 || !isSuccess(answer) ? shown : notStored(context, operation, seen)
}

/** Members that the answer to a write shows differently than sent. */
function notStored(
  context: CheckContext,
  operation: OperationDescriptor,
  { request, answer, isFoundAgain }: Seen,
): Finding[] {
  const { role = '' } = operation.resource ?? {}
  if (!['create', 'update', 'replace'].includes(role)) return []
  const body = request.body?.value
  const sent = role === 'create' ? withoutFilledIn(body, answer.value) : body
  const fields = visibleFields(context, operation, operation)
  const lost = lossesOf(fields, { sent, received: answer.value, where: 'in the response' })
  const resource = resourceByName(context.document, operation.resource?.name)
  const [own] = (resource && idPathOf(resource)) ?? []
  // An item that was found again keeps its values, but must have the name that was sent.
  return lost
    .filter(({ name }) => !isFoundAgain || name === own)
    .map(({ name: _, ...violation }) =>
      context.finding({ operation, answer, breaks: rules.stored, ...violation }),
    )
}

/** True if a random value is already taken or refers to nothing. */
function refusesData({ request, answer }: Pick<Seen, 'request' | 'answer'>): boolean {
  const refusal = new Refusal(answer)
  return isRefusal(answer) && (refusal.isAbout('conflict') || refusal.missesReferenceOf(request.body?.value))
}

const lax: Cause = { kind: 'unvalidated', what: 'schemas', isGuess: true }

function judgeInvalid(context: CheckContext, operation: OperationDescriptor, { answer }: Seen) {
  const hasRefusals = wrongRequestRefusalKeys(operation).length > 0
  const isDocumented = documentedResponseFor(operation, answer.status) !== undefined || !hasRefusals
  if (isRefusal(answer) && isDocumented) return inspectResponse(context, operation, answer)
  return [
    unexpected(context, operation, {
      ...{ answer, expecting: 'refusal' },
      ...(isSuccess(answer) && { cause: lax }),
    }),
  ]
}

function unexpected(
  context: CheckContext,
  operation: OperationDescriptor,
  { answer, expecting, cause }: { answer: Answer; expecting: 'success' | 'refusal'; cause?: Cause },
): Finding {
  return context.finding({
    operation,
    answer,
    clause: pointerBelow(operation.pointer, 'responses'),
    breaks: expecting === 'success' ? rules.valid : rules.invalid,
    expecting,
    fact: { kind: 'not as documented', of: expecting === 'success' ? 'valid' : 'invalid' },
    ...(cause === undefined ? undocumentedStatusFault(operation, answer.status) : { cause }),
  })
}
