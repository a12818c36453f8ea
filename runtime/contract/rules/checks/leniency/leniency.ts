import type { OperationDescriptor } from '@concordat/runtime/http'
import { jsonBody } from '../../../data/document/json-body.ts'
import { type SchemaScope, schemaIn } from '../../../data/document/schema-in.ts'
import { type Answer, isAnswerAboutMadeUp, isCrash, isSuccess } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { ruleFamily } from '../../../data/outcome/assertion.ts'
import { mergedFindings } from '../../../data/outcome/finding.ts'
import { allVerdicts, NotRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { Refusal } from '../../../world/refusal/refusal.ts'
import type { Check } from '../../check.ts'
import { againstBaseline, assertAdmitted, withoutOverload } from '../../evidence/valid-baseline.ts'
import { chooseNegativeCases, isAboutItsItem } from '../../wrong-requests/case.ts'
import { type LenientCase, lenientCases } from '../../wrong-requests/lenient-cases.ts'
import { judgeRefusal } from '../../wrong-requests/refusal.ts'
import { isUsualLeniency } from './usual-leniency.ts'

const rules = ruleFamily(
  'leniency',
  { grade: 'derived', weight: 'leniency' },
  {
    lookalikes: 'The server rejects values that only look valid, such as "5" for 5.',
  },
)

/** A value that only looks valid is rejected. */
export const leniency: Check = {
  code: 'leniency',
  description:
    'The server rejects values that only look valid: "5" for 5, "HIGH" for "high", a space or line break at the end of a string whose pattern forbids it, and JSON sent as text/plain or, if 415 is documented, without a media type. Where the server validates nothing at all, only the "negative" rule reports it. If its parser converts strings, or ignores media types, in all operations, a remark says so.',
  assertions: Object.values(rules),
  example: '`POST /pets` accepts `{"weight": "5"}`, although the schema requires an integer.',
  fix: 'Turn off type coercion, allow these values in the schema, or skip the rule.',
  reserve: { fraction: 0.05 },
  applies: (operation, document) => jsonBody(operation) !== undefined || hasChoices(operation, document),
  title: () => 'values that only look valid are rejected',
  async run(context, operation) {
    const fixture = await context.pool.fixture(operation)
    const plan = context.pool.requests.best(operation, fixture.binding)
    const all = [...lenientCases(context, operation, plan)].filter(isAboutItsItem)
    if (all.length === 0) throw new NotRun({ kind: 'no lookalike' })
    const chosen = context.budget.take('lenient readings', all, (most) =>
      chooseNegativeCases(all, most, context.random),
    )
    const send = async (sending: RequestPlan): Promise<Answer> =>
      (await context.attempt(operation, { expecting: 'refusal', at: fixture, sending })).answer
    const answerTo = async ({ plan: sending }: { readonly plan: RequestPlan }) => ({
      plan: sending,
      answer: await send(sending),
    })
    const atOnce = await withoutOverload(context, operation, {
      ...{ answered: await context.together(chosen, answerTo), again: answerTo, plan, fixture },
    })
    // A crash counts only if it recurs when the request is sent alone, because other requests were in
    // progress the first time.
    const answers: Answer[] = []
    for (const { plan: sending, answer } of atOnce)
      answers.push(isCrash(answer) ? await send(sending) : answer)
    await assertAdmitted(context, operation, { answers, plan, fixture })
    const isUsual = async (one: LenientCase): Promise<boolean> =>
      isSuccess(await send(one.plain)) || (await isUsualLeniency(context, operation, one))
    const verdicts: Verdict[] = []
    for (const [index, negativeCase] of chosen.entries()) {
      const answer = answers[index]
      if (answer === undefined) continue
      const { status } = answer
      const { operationId } = operation
      if (isAnswerAboutMadeUp(answer, fixture.binding))
        verdicts.push(new NotRun({ kind: 'made up', operation: operationId, status }))
      // The item already existed, so the value was not the reason for the rejection.
      else if (new Refusal(answer).isAbout('conflict'))
        verdicts.push(new NotRun({ kind: 'answered', operation: operationId, status }))
      else if (isSuccess(answer) && (await isUsual(negativeCase)))
        verdicts.push(new NotRun({ kind: 'unchecked anyhow', operation: operationId }))
      else verdicts.push(judgeRefusal(context, operation, { negativeCase, answer, breaks: rules.lookalikes }))
    }
    const verdict = allVerdicts(verdicts)
    if (verdict instanceof NotRun) return verdict
    return againstBaseline(context, operation, { findings: mergedFindings(verdict), plan, fixture })
  },
}

function hasChoices({ parameters = [] }: OperationDescriptor, document: SchemaScope): boolean {
  return parameters.some(
    ({ in: location, schema }) =>
      location === 'query' && schemaIn(document, schema).member.keywords.enum !== undefined,
  )
}
