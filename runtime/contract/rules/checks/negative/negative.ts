import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { issueClause } from '../../../data/document/clause.ts'
import { jsonBody } from '../../../data/document/json-body.ts'
import { boundPathValues, type PathBinding, type PathValues } from '../../../data/document/path-binding.ts'
import { type Answer, isAnswerAboutMadeUp, isCrash, isSuccess } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { uniqueTexts } from '../../../data/exchange/texts.ts'
import { isAcceptedStep } from '../../../data/history/history.ts'
import { ruleFamily } from '../../../data/outcome/assertion.ts'
import { type Finding, mergedFindings } from '../../../data/outcome/finding.ts'
import { NotRun } from '../../../data/outcome/not-run.ts'
import type { Fixture } from '../../../world/items/item.ts'
import { Refusal } from '../../../world/refusal/refusal.ts'
import type { Check, CheckContext } from '../../check.ts'
import { smallestBody } from '../../evidence/smallest-body.ts'
import { againstBaseline, assertAdmitted, withoutOverload } from '../../evidence/valid-baseline.ts'
import { watchSubject } from '../../evidence/watch/watch-subject.ts'
import { bodyCases, roughCases } from '../../wrong-requests/body-cases.ts'
import { chooseNegativeCases, isAboutItsItem, type NegativeCase } from '../../wrong-requests/case.ts'
import { canHaveWrongText, parameterCases } from '../../wrong-requests/parameter-cases.ts'
import { judgeRefusal } from '../../wrong-requests/refusal.ts'
import { checkCombinedFaults, combinedBodies } from './combined.ts'
import { checkPointers, withoutOtherFaults } from './pointers.ts'

const rules = ruleFamily(
  'negative',
  { grade: 'derived', weight: 'leniency' },
  {
    refusal:
      'A request that violates one constraint, such as a type, a bound or JSON syntax, gets a 4xx, if possible a documented one.',
    pointer: {
      weight: 'shape',
      asserts:
        'If an error response lists properties of the body, it lists the invalid property, with its full path.',
    },
    unchanged: {
      weight: 'lost data',
      asserts: 'A rejected request creates and changes nothing.',
    },
  },
)

/** A request that the document excludes is rejected and has no effect. */
export const negative: Check = {
  code: 'negative',
  description:
    'A request that violates one constraint of the body or a parameter (such as required, type, enum, bounds, length, pattern, asserted format, null, additionalProperties, JSON syntax or media type) gets a 4xx (a documented one, if there is one) with a body that matches its schema, never a server error. The request creates and changes nothing.',
  assertions: Object.values(rules),
  example: '`POST /pets` accepts `{"name": 5}`, although the schema requires a string.',
  fix: 'Validate requests before you store anything, or relax the schema.',
  // Parameters can be wrong in fewer ways than a body.
  reserve: { fraction: 0.25, withoutBody: 0.1 },
  applies: (operation) =>
    jsonBody(operation) !== undefined || (operation.parameters?.some(canHaveWrongText) ?? false),
  title: (operation) => {
    const parts = [
      ...(jsonBody(operation) === undefined ? [] : ['body']),
      ...(operation.parameters ?? []).filter(canHaveWrongText).map(({ name }) => name),
    ]
    const list = [parts.slice(0, -1).join(', '), parts.at(-1)].filter((part) => part !== '').join(' or ')
    return `an invalid ${list} is rejected with a documented 4xx and changes nothing`
  },
  async run(context, operation) {
    const fixture = await context.pool.fixture(operation)
    const wrong = wrongRequests(context, operation, fixture.binding)
    if ('lacks' in wrong) return withoutValid(context, operation, { ...wrong, fixture })
    const { plan, all } = wrong
    if (all.length === 0) throw new NotRun({ kind: 'no wrong value' })
    const watch = await watchedSubject(context, operation, { cases: all, fixture })
    const kept = watch === undefined ? 0 : 1
    let bodies = 0
    const cases = context.budget.take('negative cases', all, (most) => {
      bodies = most < all.length ? combinedBodies(context, most) : 0
      return chooseNegativeCases(all, most - kept - bodies, context.random)
    })
    const [open = [], excluded = []] = [true, false].map((mayBeTaken) =>
      cases.filter((negativeCase) => (negativeCase.mayBeTaken ?? false) === mayBeTaken),
    )
    const found = await judgeExcluded(context, operation, { cases: excluded, watch, plan, fixture })
    // These requests come last, because those that the server accepts change something.
    const crashes = await crashesOf(context, operation, { cases: open, fixture })
    const omitted = all.filter((negativeCase) => !cases.includes(negativeCase))
    const isAsked = found.length === 0 && context.asks(rules.refusal)
    const unnamed = isAsked
      ? await checkCombinedFaults(context, operation, {
          cases: omitted,
          rejected: excluded,
          most: bodies,
          plan,
          fixture,
          breaks: rules.refusal,
        })
      : []
    const merged = mergedFindings([...found, ...unnamed, ...crashes])
    const findings = await withoutOtherFaults(context, operation, { findings: merged, plan, fixture })
    return againstBaseline(context, operation, { findings, plan, fixture })
  },
}

interface Sending {
  readonly cases: readonly NegativeCase[]
  /** A valid request. */
  readonly plan: RequestPlan
  readonly fixture: Fixture
}

/** Checks error responses against the document, and searches for effects of rejected requests. */
async function judgeExcluded(
  context: CheckContext,
  operation: OperationDescriptor,
  { cases, watch, plan, fixture }: Sending & { readonly watch: Awaited<ReturnType<typeof watchSubject>> },
): Promise<readonly Finding[]> {
  const { binding } = fixture
  const { answered, isTaken } = await sendAll(context, operation, { cases, plan, fixture })
  const crashes = answered.flatMap(({ negativeCase, answer }) =>
    isCrash(answer) ? judgeRefusal(context, operation, { negativeCase, answer, breaks: rules.refusal }) : [],
  )
  const answers = answered.map(({ answer }) => answer)
  let isWritten = false
  try {
    isWritten = await assertAdmitted(context, operation, { answers, plan, fixture })
  } catch (error) {
    // No caller should ever get a server error, so crashes are reported even if nothing else can be judged.
    if (error instanceof NotRun && crashes.length > 0) return crashes
    throw error
  }
  const [first] = answers
  if (first !== undefined && answers.every((answer) => isAnswerAboutMadeUp(answer, binding)))
    throw new NotRun({ kind: 'made up', operation: operation.operationId, status: first.status })
  const found = answered.map(({ negativeCase, answer }) => {
    // If one case is accepted, the others can conflict with the item that it created.
    if (isTaken && new Refusal(answer).isAbout('conflict')) return []
    if (isAnswerAboutMadeUp(answer, binding)) return []
    return [
      ...judgeRefusal(context, operation, { negativeCase, answer, breaks: rules.refusal }),
      ...checkPointers(context, operation, { negativeCase, answer, breaks: rules.pointer }),
    ]
  })
  const findings = await withSmallBodies(context, operation, { cases, found, plan, fixture })
  // An accepted case is already a finding, and any changes are its consequences.
  if (findings.length > 0) return findings
  if (!isWritten || watch === undefined) return checkTraces(context, operation, { cases, watch, plan })
  // The valid request changed the subject, so the rejected ones are sent again after another look at it.
  const anew = await watchedSubject(context, operation, { cases, fixture })
  await sendAll(context, operation, { cases, plan, fixture })
  return checkTraces(context, operation, { cases, watch: anew, plan })
}

/** Watches what the cases must not change; `undefined` if nothing can be read. */
function watchedSubject(
  context: CheckContext,
  operation: OperationDescriptor,
  { cases, fixture }: Pick<Sending, 'cases' | 'fixture'>,
): ReturnType<typeof watchSubject> {
  const sent = new Set(cases.flatMap(({ plan }) => [...uniqueTexts(plan.body?.value)]))
  return watchSubject(context, operation, { ...fixture, sent })
}

interface AnsweredCase {
  readonly negativeCase: NegativeCase
  readonly answer: Answer
}

/** Sends all cases concurrently. `isTaken` is true if the server accepted one of them. */
async function sendAll(
  context: CheckContext,
  operation: OperationDescriptor,
  { cases, plan, fixture }: Sending,
): Promise<{ readonly answered: readonly AnsweredCase[]; readonly isTaken: boolean }> {
  const send = async (negativeCase: NegativeCase): Promise<AnsweredCase> => {
    const { plan: sending } = negativeCase
    const { answer } = await context.attempt(operation, { expecting: 'refusal', at: fixture, sending })
    return { negativeCase, answer }
  }
  const atOnce = await withoutOverload(context, operation, {
    ...{ answered: await context.together(cases, send), plan, fixture },
    again: ({ negativeCase }) => send(negativeCase),
  })
  const isTaken = atOnce.some(({ answer }) => isSuccess(answer))
  // A request can race with an accepted request for the same name, so a crash counts only if it also occurs
  // alone.
  const answered: AnsweredCase[] = []
  for (const one of atOnce) answered.push(isTaken && isCrash(one.answer) ? await send(one.negativeCase) : one)
  return { answered, isTaken }
}

/** Sends the rejected cases again while watching the state that they must not change. */
async function checkTraces(
  context: CheckContext,
  operation: OperationDescriptor,
  {
    cases,
    watch,
    plan,
  }: Pick<Sending, 'cases' | 'plan'> & { readonly watch: Awaited<ReturnType<typeof watchSubject>> },
): Promise<readonly Finding[]> {
  const repeat = async (at: Fixture): Promise<void> => {
    const path = boundPathValues(operation.path, at.binding)
    await context.together(cases, ({ plan: { path: before, ...rest } }) => {
      const sending = { ...rest, path: moved(before, { from: plan.path, to: path }) }
      return context.attempt(operation, { expecting: 'refusal', at, sending })
    })
  }
  const change = await watch?.change(repeat)
  if (change === undefined) return []
  const { answer, ...violation } = change
  const clause = pointerBelow(operation.pointer, 'responses')
  return [context.finding({ operation, answer, clause, breaks: rules.unchanged, ...violation })]
}

/** Maximum number of accepted bodies that are reduced, each for a different clause. */
const MOST_SHRUNK = 3

/**
 * Returns the same findings, except that the first accepted case for a clause has the smallest body that the
 * server still accepts, for up to `MOST_SHRUNK` clauses.
 */
async function withSmallBodies(
  context: CheckContext,
  operation: OperationDescriptor,
  {
    cases,
    found,
    plan,
    fixture,
  }: Sending & {
    /** By case. */
    readonly found: readonly (readonly Finding[])[]
  },
): Promise<readonly Finding[]> {
  const shrunk = new Set<string>()
  const all: (readonly Finding[])[] = []
  for (const [index, findings] of found.entries()) {
    const negativeCase = cases[index]
    const isNews = negativeCase !== undefined && !shrunk.has(negativeCase.clause)
    if (
      !isNews ||
      shrunk.size === MOST_SHRUNK ||
      !findings.some(({ exchange }) => isAcceptedStep(exchange))
    ) {
      all.push(findings)
      continue
    }
    shrunk.add(negativeCase.clause)
    const smallest = await smallestBody(context, operation, {
      plan: negativeCase.plan,
      at: fixture,
      keeping: differing(negativeCase.plan.body?.value, plan.body?.value),
      isStillWrong: (value) => breaksTheSame(context, operation, { negativeCase, value }),
      isSame: isSuccess,
    })
    all.push(
      smallest === undefined
        ? findings
        : judgeRefusal(context, operation, {
            ...{ negativeCase, answer: smallest.answer, breaks: rules.refusal },
          }),
    )
  }
  return all.flat()
}

/**
 * True if another body violates the same clause as a case. Also true if the case's own body is valid, because
 * its fault is then outside the body.
 */
function breaksTheSame(
  context: CheckContext,
  operation: OperationDescriptor,
  { negativeCase: { plan, clause }, value }: { negativeCase: NegativeCase; value: unknown },
): boolean {
  const body = jsonBody(operation)
  if (body === undefined) return true
  const place = pointerBelow(body.clause, 'schema')
  const validate = context.validator(body.schema)
  if (validate(plan.body?.value).length === 0) return true
  return validate(value).some((issue) => issueClause(issue, place) === clause)
}

/** Names of the wrong properties in an otherwise valid body. */
function differing(wrong: unknown, valid: unknown): readonly string[] {
  if (!isObject(wrong) || !isObject(valid)) return []
  return Object.keys(wrong).filter((name) => JSON.stringify(wrong[name]) !== JSON.stringify(valid[name]))
}

interface Wrong {
  readonly plan: RequestPlan
  readonly all: readonly NegativeCase[]
}

/**
 * Requests with one fault each. If no valid request can be created, contains only requests that can be built
 * without one.
 */
function wrongRequests(
  context: CheckContext,
  operation: OperationDescriptor,
  binding: PathBinding,
): Wrong | (Wrong & { readonly lacks: NotRun }) {
  const { requests } = context.pool
  try {
    const plan = requests.best(operation, binding)
    return {
      plan,
      all: [...bodyCases(context, operation, plan), ...parameterCases(context, operation, plan)].filter(
        isAboutItsItem,
      ),
    }
  } catch (error) {
    if (!(error instanceof NotRun)) throw error
    const plan = requests.bare(operation, binding)
    const all = [...roughCases(context, operation, plan), ...parameterCases(context, operation, plan)].filter(
      isAboutItsItem,
    )
    return { plan, all, lacks: error }
  }
}

/**
 * Sends the requests that can be built without a valid one, and judges only server errors.
 * @throws `lacks` if there are no server errors.
 */
async function withoutValid(
  context: CheckContext,
  operation: OperationDescriptor,
  { all, lacks, fixture }: Wrong & { readonly lacks: NotRun; readonly fixture: Fixture },
): Promise<readonly Finding[]> {
  const cases = context.budget.take('negative cases', all, (most) =>
    chooseNegativeCases(all, most, context.random),
  )
  const found = await crashesOf(context, operation, { cases, fixture })
  if (found.length === 0) throw lacks
  return mergedFindings(found)
}

/** Sends requests that could be right or wrong, and judges only server errors. */
async function crashesOf(
  context: CheckContext,
  operation: OperationDescriptor,
  { cases, fixture }: Pick<Sending, 'cases' | 'fixture'>,
): Promise<readonly Finding[]> {
  const found = await context.together(cases, async (negativeCase) => {
    const sending = negativeCase.plan
    const { answer } = await context.attempt(operation, { expecting: 'refusal', at: fixture, sending })
    return isCrash(answer)
      ? judgeRefusal(context, operation, { negativeCase, answer, breaks: rules.refusal })
      : []
  })
  return found.flat()
}

/** The path values of a case, adapted to another item. A wrong value is kept. */
function moved(
  path: PathValues = {},
  { from = {}, to }: { from: PathValues | undefined; to: PathValues },
): PathValues {
  return Object.fromEntries(
    Object.entries(path).map(([name, value]) => [
      name,
      value.text === from[name]?.text ? (to[name] ?? value) : value,
    ]),
  )
}
