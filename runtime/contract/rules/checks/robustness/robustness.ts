import type { OperationDescriptor } from '@concordat/runtime/http'
import { canNameItemOutsidePath } from '../../../data/address/as-sent.ts'
import type { PathBinding } from '../../../data/document/path-binding.ts'
import { type Answer, isCrash, isUnavailableAnswer } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { ruleFamily } from '../../../data/outcome/assertion.ts'
import { type Finding, mergedFindings } from '../../../data/outcome/finding.ts'
import { NotRun } from '../../../data/outcome/not-run.ts'
import type { Check, CheckContext } from '../../check.ts'
import { baselineUnavailable } from '../../evidence/valid-baseline.ts'
import { type OddRequest, oddRequests, takesOddities } from '../../wrong-requests/odd-requests.ts'

const rules = ruleFamily(
  'robustness',
  { grade: 'derived', weight: 'crash' },
  {
    'odd-values':
      'Special characters, huge or deep values, reversed ranges, and malformed forms or headers cause no server error.',
  },
)

/** Odd requests are accepted or rejected, without a server error. @see RFC 9110, 15.6.1 */
export const robustness: Check = {
  code: 'robustness',
  description:
    'Control characters and characters beyond the Basic Multilingual Plane in the path, query or body, quotes and brackets in the path or query, integers beyond 64 bits, JSON nested thousands of levels deep, ranges that end before they begin, and malformed forms and headers for conditions and ranges never cause a server error.',
  assertions: Object.values(rules),
  example: '`GET /pets?name=%00` returns 500, because the database cannot store U+0000.',
  fix: 'Accept such values, or reject them with a 4xx.',
  reserve: { fraction: 0.03 },
  applies: takesOddities,
  title: () => 'special characters, huge integers and malformed forms cause no server error',
  async run(context, operation) {
    const fixture = await context.pool.fixture(operation)
    const plan = planFor(context, operation, fixture.binding)
    const all = [...oddRequests(context, operation, { plan, binding: fixture.binding })].filter((request) =>
      canNameItemOutsidePath(request.plan),
    )
    if (all.length === 0) throw new NotRun({ kind: 'no odd value' })
    const chosen = context.budget.take('odd requests', all, (most) => all.slice(0, most))
    let last: Answer | undefined
    const send = async ({ plan: sending, binding }: OddRequest): Promise<Answer> => {
      const at = binding === undefined ? fixture : { binding }
      last = (await context.attempt(operation, { expecting: 'refusal', at, sending })).answer
      return last
    }
    const findings = await context.together(chosen, async (first): Promise<Finding[]> => {
      const tried = await crashOf(first, send)
      if (tried === undefined) return []
      const { odd, answer } = tried
      return [
        context.finding({
          ...{ operation, answer, breaks: rules['odd-values'], clause: operation.pointer },
          fact: { kind: 'odd value crashes', ...odd },
          cause: { kind: 'unvalidated', what: odd.odd },
        }),
      ]
    })
    const merged = mergedFindings(findings.flat())
    return merged.length === 0 && last !== undefined && isUnavailableAnswer(last)
      ? baselineUnavailable(operation, last)
      : merged
  },
}

/** A valid request or, if there is none, a request with only its path. */
function planFor(context: CheckContext, operation: OperationDescriptor, binding: PathBinding): RequestPlan {
  const { requests } = context.pool
  try {
    return requests.best(operation, binding)
  } catch (error) {
    if (!(error instanceof NotRun)) throw error
    return requests.bare(operation, binding)
  }
}

/** A crash counts only if it recurs, because other requests were in progress the first time. */
async function crashOf(
  request: OddRequest,
  send: (request: OddRequest) => Promise<Answer>,
): Promise<(Pick<OddRequest, 'odd'> & { readonly answer: Answer }) | undefined> {
  const { odd, otherwise } = request
  const first = await send(request)
  if (isCrash(first)) {
    const answer = await send(request)
    return isCrash(answer) ? { odd, answer } : undefined
  }
  return otherwise !== undefined && first.status >= 400 ? crashOf(otherwise, send) : undefined
}
