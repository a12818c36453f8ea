import type { OperationDescriptor, ParameterDescriptor } from '@concordat/runtime/http'
import { parameterClause } from '../../../data/document/clause.ts'
import { type Answer, isCrash, isSuccess } from '../../../data/exchange/answer.ts'
import type { Assertion } from '../../../data/outcome/assertion.ts'
import { ruleFamily } from '../../../data/outcome/assertion.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import { nothingCompared, type Verdict } from '../../../data/outcome/not-run.ts'
import { headerParameter, requestLanguages } from '../../../world/requests/header-parameters.ts'
import type { Check, CheckContext } from '../../check.ts'

const rules = ruleFamily(
  'language',
  { grade: 'derived', weight: 'header' },
  {
    chosen: 'A documented language causes no server error and no response with another `Content-Language`.',
    preferred: 'The response is in the documented language with the highest weight.',
    unknown: 'The server accepts a request for an undocumented language.',
  },
)

/** A private-use language tag that no server offers. @see RFC 5646, 2.2.7 */
const UNKNOWN = 'x-none'

/** Responses are in the requested language. */
export const language: Check = {
  code: 'language',
  description:
    'If `Accept-Language` is documented, no documented language causes a server error or a response with another `Content-Language`. The server honors the weights, and accepts requests for unknown languages.',
  assertions: Object.values(rules),
  example: '`GET /pets` with `Accept-Language: fr;q=0.1, de` returns a French response.',
  fix: 'Choose the language by weight in `Accept-Language`, or a default.',
  applies: (operation, document) => requestLanguages(operation, document).length > 0,
  title: () => 'the response is in the requested language',
  async run(context, operation) {
    const header = headerParameter(operation, 'accept-language')
    const tags = requestLanguages(operation, context.document)
    if (header === undefined) return nothingCompared()
    const { binding } = await context.pool.fixture(operation)
    const plan = context.pool.requests.best(operation, binding)
    const ask = (text: string): Promise<Answer> =>
      context.read({ ...plan, header: { ...plan.header, [header.name]: text } })
    return check({ context, operation, header, ask }, tags)
  },
}

interface Setting {
  readonly context: CheckContext
  readonly operation: OperationDescriptor
  readonly header: ParameterDescriptor
  readonly ask: (text: string) => Promise<Answer>
}

/** @see RFC 9110, 8.5 and 12.5.4 */
async function check(setting: Setting, tags: readonly string[]): Promise<Verdict> {
  const answers: Chosen[] = []
  for (const tag of tags) {
    const answer = await setting.ask(tag)
    if (!isSuccess(answer))
      return isCrash(answer)
        ? report(setting, answer, rules.chosen, { kind: 'language refused', language: tag })
        : nothingCompared()
    const named = answer.headers.get('content-language')
    if (named !== null && !isOf(named, tag))
      return report(setting, answer, rules.chosen, {
        kind: 'other language',
        asked: tag,
        wanted: tag,
        received: named,
      })
    answers.push({ tag, answer })
  }
  const [first, second] = answers
  if (first === undefined) return nothingCompared()
  const unknown = await setting.ask(UNKNOWN)
  const refused = isSuccess(unknown)
    ? []
    : report(setting, unknown, rules.unknown, { kind: 'language refused', language: UNKNOWN })
  if (refused.length > 0 || second === undefined || !differs(first.answer, second.answer)) return refused
  return checkWeights(setting, first, second)
}

interface Chosen {
  readonly tag: string
  readonly answer: Answer
}

/** Requests several languages at once, with weights. @see RFC 9110, 12.4.2 */
async function checkWeights(setting: Setting, first: Chosen, second: Chosen): Promise<Finding[]> {
  const weighted = [
    { asked: `${first.tag};q=0.1, ${second.tag}`, like: second },
    { asked: `${second.tag};q=0.1, ${first.tag};q=0.9`, like: first },
    { asked: `${UNKNOWN}, ${second.tag};q=0.5`, like: second },
  ]
  for (const { asked, like } of weighted) {
    const answer = await setting.ask(asked)
    if (!isSuccess(answer))
      return report(setting, answer, rules.preferred, { kind: 'language refused', language: asked })
    const other = like === first ? second : first
    if (differs(answer, like.answer) && !differs(answer, other.answer))
      return report(setting, answer, rules.preferred, {
        kind: 'other language',
        asked,
        wanted: like.tag,
        received: answer.headers.get('content-language') ?? other.tag,
      })
  }
  return []
}

function isOf(named: string, tag: string): boolean {
  const [own] = tag.toLowerCase().split('-')
  return named
    .toLowerCase()
    .split(',')
    .some((one) => one.trim().split('-')[0] === own)
}

/**
 * True if two responses are in different languages. Compares their `Content-Language` headers if both have
 * one, otherwise their text.
 */
function differs(one: Answer, other: Answer): boolean {
  const [named, otherNamed] = [one, other].map(({ headers }) => headers.get('content-language'))
  return named != null && otherNamed != null ? named !== otherNamed : one.text !== other.text
}

function report(
  { context, operation, header }: Setting,
  answer: Answer,
  breaks: Assertion,
  fact: Fact,
): Finding[] {
  return [context.finding({ operation, answer, breaks, fact, clause: parameterClause(operation, header) })]
}
