import {
  type DocumentDescriptor,
  mayRefuseFor,
  type OperationDescriptor,
  operationAsWritten,
} from '@concordat/runtime/http'
import { pathClause } from '../../../data/document/clause.ts'
import { blankPath, hasMadeUpValue } from '../../../data/document/path-binding.ts'
import { type Answer, isAbsence, isRefusedMethod } from '../../../data/exchange/answer.ts'
import type { Cause } from '../../../data/outcome/cause.ts'
import { type Finding, mergedFindings } from '../../../data/outcome/finding.ts'
import type { Reason } from '../../../data/outcome/kinds/reason.ts'
import { allVerdicts, NotRun, resultIfRun } from '../../../data/outcome/not-run.ts'
import type { Check, CheckContext, KnownViolation } from '../../check.ts'
import { rules } from './rules.ts'
import { chooseSafe, isFirstOfPath, undocumentedMethods } from './safe-methods.ts'
import { checkTrailingSlash } from './trailing-slash.ts'
import { checkUnknownPath } from './unknown-path.ts'
import { isUsualRefusal } from './usual-refusal.ts'

/** Statuses of redirects, such as one that adds or removes a trailing slash. */
const REDIRECTS = [301, 302, 307, 308]

/** A path rejects undocumented methods with 405 and lists the documented ones. */
export const methods: Check = {
  code: 'methods',
  description:
    'A method that the document does not list for a path gets a 405 with an "Allow" header that lists the documented methods, or, if the server never uses 405, another rejection. The header may be absent if the server never sends it. A path below an item that the document does not list gets no success. If the document makes trailing slashes optional, a read has the same status and media type with and without one.',
  assertions: Object.values(rules),
  example: '`PUT /pets` returns 404 instead of 405 with `Allow: GET, POST`.',
  fix: 'For a known path, return 405 with `Allow`.',
  reserve: { fraction: 0.02 },
  applies: (operation, document) =>
    isFirstOfPath(operation, document) &&
    (document.trailingSlash !== undefined || undocumentedMethods(operation, document).length > 0),
  title: () => 'an undocumented method gets 405 with the documented methods in Allow',
  async run(context, asked) {
    const operation = operationAsWritten(asked)
    const undocumented = undocumentedMethods(operation, context.document)
    const { binding, path, candidates } = await chooseSafe(context, operation, undocumented)
    const paths = [await checkTrailingSlash(context, asked), await checkUnknownPath(context, asked)]
    const answers = await context.together(candidates, async (method) => {
      const sending = { operation, path, method }
      const { answer } = await context.attempt(operation, { expecting: 'refusal', at: { binding }, sending })
      return { method, answer }
    })
    const isGone =
      answers.some(({ answer }) => isAbsence(answer)) &&
      (hasMadeUpValue(binding) || (await isNowhere(context, asked)))
    const telling = answers.filter(({ method, answer }) => {
      if (REDIRECTS.includes(answer.status) || mayRefuseFor(answer.status, 'caller', 'pace', 'capacity'))
        return false
      if (isUnheardOf(method, context.document) && answer.status === 501) return false
      return !(isGone && isAbsence(answer))
    })
    const judged: Finding[] = []
    for (const told of telling) {
      const found = judge(context, operation, told)
      if (found.length > 0 && !(await isUsualRefusal(context, operation, told.answer))) judged.push(...found)
    }
    const verdict = allVerdicts([
      telling.length === 0 ? new NotRun(whyUntried(context, { undocumented, candidates })) : judged,
      ...paths,
    ])
    return verdict instanceof NotRun ? verdict : mergedFindings(verdict)
  },
}

/**
 * True if the documented method finds nothing at the path, or is not sent. A 404 then says nothing about
 * another method.
 */
async function isNowhere(context: CheckContext, operation: OperationDescriptor): Promise<boolean> {
  const call = await resultIfRun(() => context.call(operation))
  return call === undefined || isAbsence(call.answer)
}

/** Explains why no undocumented method proved anything. */
function whyUntried(
  { pool: { permission } }: CheckContext,
  {
    undocumented,
    candidates,
  }: { readonly undocumented: readonly string[]; readonly candidates: readonly string[] },
): Reason {
  const forbidden = undocumented.find((method) => permission.forbidsMethod(method))
  if (candidates.length === 0 && forbidden !== undefined) return { kind: 'reads only', method: forbidden }
  const isUnsafe = candidates.length === 0 && !permission.isDisposable
  return { kind: 'method untried', ...(isUnsafe && { setting: '--disposable' as const }) }
}

/** @see RFC 9110, 15.6.2: 501 is right for a method that the server does not support anywhere */
function isUnheardOf(method: string, document: DocumentDescriptor): boolean {
  return document.operations.every((operation) => operationAsWritten(operation).method !== method)
}

/** The server is assumed to have one table of methods for all paths, so this fault has a single cause. */
const allowCause: Cause = { kind: 'everywhere', what: 'Allow does not match the documented methods' }

function judge(
  context: CheckContext,
  operation: OperationDescriptor,
  { method, answer }: { method: string; answer: Answer },
): Finding[] {
  const report = (told: Pick<KnownViolation, 'breaks' | 'expecting' | 'fact' | 'cause'>): Finding[] => [
    context.finding({ operation, answer, clause: pathClause(operation), ...told }),
  ]
  if (answer.status !== 405)
    return report({
      breaks: rules['not-allowed'],
      expecting: 'refusal',
      fact: { kind: 'method answered', method },
      ...(isRefusedMethod(answer) && {
        cause: { kind: 'everywhere', what: 'undocumented methods do not get 405' } as const,
      }),
    })
  // An equal path below another base path is a different path, so its methods do not count.
  const alike = context.document.operations
    .map(operationAsWritten)
    .filter(
      ({ path, server }) =>
        blankPath(path) === blankPath(operation.path) && server?.url === operation.server?.url,
    )
  const documented = [...new Set(alike.map((other) => other.method))]
  const allow = answer.headers.get('allow')
  const allowed = (allow ?? '').split(',').map((name) => name.trim().toUpperCase())
  const lists = (name: string) => allowed.includes(name.toUpperCase())
  if (documented.every(lists) && !lists(method)) return []
  return allow === null
    ? report({ breaks: rules.allow, fact: { kind: 'no Allow', methods: documented }, cause: allowCause })
    : report({
        breaks: rules.allow,
        fact: { kind: 'wrong Allow', methods: documented, received: allow },
        cause: allowCause,
      })
}
