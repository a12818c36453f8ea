import {
  type DocumentDescriptor,
  isSafe,
  mayRefuseFor,
  type OperationDescriptor,
  type SecurityRequirement,
} from '@concordat/runtime/http'
import { responseClause, securityClause } from '../../../data/document/clause.ts'
import { isAnswerAboutMadeUp, isSuccess } from '../../../data/exchange/answer.ts'
import { requirementOfRequest } from '../../../data/exchange/request.ts'
import { ruleFamily } from '../../../data/outcome/assertion.ts'
import { allVerdicts, NotRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { readScopes } from '../../../lexicon/lexicon.ts'
import type { AttemptCaller } from '../../attempt.ts'
import type { Check, CheckContext } from '../../check.ts'
import { inspectResponse } from '../../response.ts'

const rules = ruleFamily(
  'scopes',
  { grade: 'documented', weight: "others' data" },
  {
    lacking: 'The server rejects a credential that lacks one required scope, with 403 if documented.',
    enough: {
      weight: 'status',
      asserts: 'The server accepts a credential with exactly the required scopes.',
    },
  },
)

/** The listed scopes are both necessary and sufficient. */
export const scopes: Check = {
  code: 'scopes',
  description: 'A credential needs all required scopes, and no others.',
  assertions: Object.values(rules),
  example: '`DELETE /pets/7` returns 204 for a key with only `pets:read`.',
  fix: 'Require exactly the documented scopes.',
  needs: 'chosen scopes',
  applies: (operation) => scopesOf(operation.security?.[0]).length > 0,
  title: ({ security = [] }) =>
    `a credential needs exactly ${[
      ...new Set(
        security
          .map(scopesOf)
          .filter((names) => names.length > 0)
          .map((names) => names.join(' and ')),
      ),
    ].join(' or ')}`,
  async run(context, operation) {
    const requirement = requirementOfRequest(operation.security, context.credentials)
    if (requirement === undefined || scopesOf(requirement).length === 0)
      throw new NotRun({ kind: 'no scopes asked for' })
    if (!context.hasScopes && context.hasReader) {
      const as = { kind: 'reader' } as const
      return onlyReads(operation, scopesOf(requirement))
        ? allow(context, operation, { as, what: 'a read-only key' })
        : refuse(context, operation, { as, probe: 'with a read-only key' })
    }
    const verdicts: Verdict[] = []
    for (const scope of scopesOf(requirement)) {
      const others = alternatives(operation, requirement, scope)
      if (others === undefined) continue
      const withheld = withheldWith(context.document, requirement, [scope, ...others])
      const lacking = without(context.document, requirement, withheld)
      const probe = `with every scope but ${withheld.join(' and ')}`
      const as = { kind: 'scopes', requirement: lacking } as const
      verdicts.push(await refuse(context, operation, { as, probe }))
    }
    const as = { kind: 'scopes', requirement } as const
    const what = `just ${scopesOf(requirement).join(' and ')}`
    return allVerdicts([...verdicts, await allow(context, operation, { as, what })])
  },
}

function scopesOf(requirement: SecurityRequirement | undefined): string[] {
  return Object.values(requirement ?? {}).flat()
}

/**
 * Returns other scopes that allow the operation: "pets:admin" instead of "pets:write" for `[{ key:
 * [pets:write] }, { key: [pets:admin] }]`.
 * @returns `undefined` if the requirement's other scopes suffice without `scope`.
 */
function alternatives(
  { security = [] }: OperationDescriptor,
  requirement: SecurityRequirement,
  scope: string,
): readonly string[] | undefined {
  const own = scopesOf(requirement)
  const others = security.filter(
    (other) =>
      other !== requirement &&
      Object.keys(other).every((scheme) => Object.hasOwn(requirement, scheme)) &&
      !scopesOf(other).includes(scope),
  )
  const further = others.map((other) => scopesOf(other).filter((name) => !own.includes(name)))
  return further.some(({ length }) => length === 0) ? undefined : [...new Set(further.flat())]
}

function knownScopes({ operations }: DocumentDescriptor, scheme: string): readonly string[] {
  const known = operations.flatMap(({ security = [] }) => security.flatMap((other) => other[scheme] ?? []))
  return [...new Set(known)]
}

/**
 * Returns the given scopes and, for a read scope, the write scope of the same name if there is one, because
 * on many services write access includes read access.
 */
function withheldWith(
  document: DocumentDescriptor,
  requirement: SecurityRequirement,
  scopes: readonly string[],
): readonly string[] {
  const known = Object.keys(requirement).flatMap((scheme) => knownScopes(document, scheme))
  const writing = scopes.map((scope) => scope.replace(/\bread$/, 'write'))
  return [...new Set([...scopes, ...writing.filter((scope) => known.includes(scope))])]
}

/** Returns the requirement with all scopes in the document except the given ones. */
function without(
  document: DocumentDescriptor,
  requirement: SecurityRequirement,
  scopes: readonly string[],
): SecurityRequirement {
  return Object.fromEntries(
    Object.keys(requirement).map((scheme) => [
      scheme,
      knownScopes(document, scheme).filter((name) => !scopes.includes(name)),
    ]),
  )
}

/** True if a read-only key suffices, judging by the method and the scope names. */
function onlyReads({ method }: OperationDescriptor, scopes: readonly string[]): boolean {
  return isSafe(method) || scopes.every(readScopes.has)
}

async function refuse(
  context: CheckContext,
  operation: OperationDescriptor,
  { as, probe }: { as: AttemptCaller; probe: string },
): Promise<Verdict> {
  const { answer, binding } = await context.attempt(operation, { as, expecting: 'refusal' })
  // Only an explicit 403 counts, because "4XX" and "default" do not document an exact status.
  const isDocumented = operation.responses['403'] !== undefined
  const { status } = answer
  // Without a documented 403, other statuses that reject the caller are acceptable too, including 404, which
  // can hide existing items.
  const isRefused = isDocumented ? status === 403 : mayRefuseFor(status, 'caller', 'absence')
  if (isRefused) return inspectResponse(context, operation, answer)
  if (isAnswerAboutMadeUp(answer, binding))
    return new NotRun({ kind: 'made up', operation: operation.operationId, status })
  return [
    context.finding({
      operation,
      answer,
      clause:
        isDocumented && !isSuccess(answer) ? responseClause(operation, '403') : securityClause(operation),
      breaks: rules.lacking,
      brokenInBase: (base) => isSuccess(answer) && scopesOf(base.security?.[0]).length > 0,
      expecting: 'refusal',
      fact: { kind: 'let in', wanted: '403', isExact: isDocumented, probe },
    }),
  ]
}

/** Checks that the response does not reject the caller. Any other response is acceptable. */
async function allow(
  context: CheckContext,
  operation: OperationDescriptor,
  { as, what }: { as: AttemptCaller; what: string },
): Promise<Verdict> {
  const { answer, binding, plan } = await context.attempt(operation, { as, expecting: 'either' })
  if (answer.status !== 403 && answer.status !== 401) return []
  // If the request is rejected with the run's own credential too, the missing scopes are not the reason.
  const { authentication: _, ...sending } = plan
  const control =
    answer.status === 403
      ? await context.attempt(operation, { expecting: 'either', at: { binding }, sending })
      : undefined
  if (control?.answer.status === 403)
    return new NotRun({ kind: 'refused anyhow', operation: operation.operationId, status: 403 })
  return [
    context.finding({
      operation,
      answer,
      clause: securityClause(operation),
      breaks: rules.enough,
      brokenInBase: (base) => scopesOf(base.security?.[0]).length > 0,
      fact: { kind: 'refused with scopes', probe: what },
    }),
  ]
}
