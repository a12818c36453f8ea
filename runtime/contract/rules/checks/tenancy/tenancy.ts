import type { OperationDescriptor } from '@concordat/runtime/http'
import { securityClause } from '../../../data/document/clause.ts'
import { pathTemplates } from '../../../data/document/path-binding.ts'
import { operationBeside } from '../../../data/document/resource-lookup.ts'
import { isMadeByPut } from '../../../data/document/response-key.ts'
import type { Answer } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { uniqueTexts } from '../../../data/exchange/texts.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { NotRun } from '../../../data/outcome/not-run.ts'
import type { Fixture } from '../../../world/items/item.ts'
import type { Check, CheckContext } from '../../check.ts'
import { watchSubject } from '../../evidence/watch/watch-subject.ts'
import { checkBelowForeign } from './below-foreign.ts'
import { checkForeignChain } from './foreign-chain.ts'
import { checkForeignList } from './foreign-list.ts'
import { checkForeignNestedList } from './foreign-nested-list.ts'
import { checkForeignReferences, foreignReferences } from './foreign-references.ts'
import { isOnlyWayToForeign, judgeForeignAnswer } from './judge.ts'
import { checkNamedElsewhere } from './named-elsewhere.ts'
import { isOfTenant, OTHER_TENANT } from './of-tenant.ts'
import { rules } from './rules.ts'

/** A tenant's items are accessible only to that tenant. */
export const tenancy: Check = {
  code: 'tenancy',
  description:
    "With another tenant's credential, every path that contains the first tenant's ids returns 403 or 404, even below the other tenant's own items. Writes change nothing, and lists show nothing that belongs to the first tenant. No item is reachable through another tenant's parent item.",
  needs: 'another tenant',
  assertions: Object.values(rules),
  example: "`GET /pets/7` with another tenant's key returns the pet.",
  fix: 'Look up items by tenant and id, even below a parent of the caller.',
  applies: (operation, document) =>
    (operation.security?.length ?? 0) > 0 &&
    (operation.path.includes('{') ||
      operation.list !== undefined ||
      foreignReferences(operation, document).length > 0),
  title: ({ path, list }) =>
    path.includes('{')
      ? "another tenant's ids get 403 or 404"
      : list === undefined
        ? "one tenant cannot refer to another tenant's items"
        : "a tenant's list shows nothing that belongs to another tenant",
  async run(context, operation) {
    if (operation.path.includes('{')) return checkPath(context, operation)
    return operation.list === undefined
      ? checkForeignReferences(context, operation)
      : checkForeignList(context, operation)
  },
}

async function checkPath(context: CheckContext, operation: OperationDescriptor): Promise<Finding[]> {
  const fixture = await context.pool.fixture(operation)
  const { binding } = fixture
  if (
    !pathTemplates(operation.path).some((template) => isOfTenant(context, { template, binding, operation }))
  )
    throw new NotRun({ kind: 'nothing of a tenant', operation: operation.operationId })
  const plan = context.pool.requests.best(operation, binding)
  const sent = new Set(uniqueTexts(plan.body?.value))
  const watch = await watchSubject(context, operation, { ...fixture, sent })
  const ask = async (sending: RequestPlan, at: Fixture): Promise<Answer> =>
    (await context.attempt(operation, { as: OTHER_TENANT, expecting: 'refusal', at, sending })).answer
  const what = "another tenant's credential"
  const findings = judgeForeignAnswer(context, operation, {
    answer: await ask(plan, fixture),
    breaks: rules.ids,
    what,
  })
  if (findings.length === 0 && context.asks(rules['below-another-parent']))
    findings.push(...(await checkBelowForeign(context, operation, { fixture, plan })))
  if (findings.length === 0) findings.push(...(await checkForeignNestedList(context, operation, binding)))
  if (findings.length === 0) findings.push(...(await checkForeignChain(context, operation, binding)))
  const repeat = async (at: Fixture): Promise<void> =>
    void (await ask(context.pool.requests.best(operation, at.binding), at))
  const change = findings.length > 0 ? undefined : await watch?.change(repeat)
  if (operation.method === 'PUT') await removeTheirs(context, operation, fixture)
  // This check comes last because it may create an item for the run's tenant that no watched list shows.
  if (change === undefined && findings.length === 0)
    findings.push(...(await checkNamedElsewhere(context, operation, fixture.binding)))
  if (change === undefined) return findings
  const { answer, ...violation } = change
  const clause = securityClause(operation)
  return [context.finding({ operation, answer, clause, breaks: rules.unchanged, ...violation })]
}

/** Removes the other tenant's item that the PUT may have created at its path. */
async function removeTheirs(
  context: CheckContext,
  operation: OperationDescriptor,
  fixture: Fixture,
): Promise<void> {
  const remove = operationBeside(context.document, operation, 'delete')
  const mayMake = isMadeByPut(operation, 201) || isOnlyWayToForeign(context, operation)
  if (remove === undefined || !mayMake) return
  const sending = context.pool.requests.best(remove, fixture.binding)
  await context.attempt(remove, { as: OTHER_TENANT, expecting: 'either', at: fixture, sending })
}
