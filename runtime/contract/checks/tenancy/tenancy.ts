import type { OperationDescriptor } from '@concordat/runtime/http'
import { below } from '@concordat/runtime/pointer'
import { isMadeUp, type Place, templatesOf } from '../../document/place.ts'
import { creatorOf, isMadeByPut, operationOf, resourceOf } from '../../document/resource-lookup.ts'
import { isOnlyRefusal } from '../../document/response-key.ts'
import { watchSubject } from '../../evidence/watch/watch-subject.ts'
import { type Answer, isSuccess } from '../../exchange/answer.ts'
import type { RequestPlan } from '../../exchange/request.ts'
import { textsOf } from '../../exchange/texts.ts'
import type { Subject } from '../../items/item.ts'
import type { Finding } from '../../outcome/finding.ts'
import { NotRun } from '../../outcome/not-run.ts'
import type { Check, CheckContext } from '../../rule/check.ts'
import { inspectResponse } from '../../rule/response.ts'
import { checkForeignList } from './foreign-list.ts'
import { foreignRoot } from './foreign-root.ts'
import { isOfTenant } from './of-tenant.ts'
import { STRANGER } from './stranger.ts'

const REFUSALS = [403, 404]
/** Actions look their item up as these do. */
const ROLES_ON_ITEMS = ['read', 'update', 'replace', 'delete']

/** One tenant's things are nobody else's. */
export const tenancy: Check = {
  code: 'tenancy',
  grade: 'derived',
  description:
    "Another tenant's credential gets 403 or 404 on every path with ids that are not its own, even below a parent that is. Its writes change nothing, and its lists show nothing of the first tenant. Nobody finds their own item below the other tenant's parent.",
  needs: 'another tenant',
  weight: "others' data",
  example: "`GET /pets/7` with another tenant's key returns 200 with the pet.",
  fix: "Look items up by tenant and id together, and respond with 404, even below the caller's own parent.",
  applies: (operation) =>
    (operation.security?.length ?? 0) > 0 && (operation.path.includes('{') || operation.list !== undefined),
  title: ({ path }) =>
    path.includes('{')
      ? 'the ids of one tenant are refused to another with 403 or 404'
      : 'the list of one tenant shows nothing of another',
  async run(context, operation) {
    return operation.path.includes('{') ? checkPath(context, operation) : checkForeignList(context, operation)
  },
}

/** Whether a path names something of the tenant's own below its root: what is guessed may be everybody's. */
function namesOwnBelow(
  { path }: OperationDescriptor,
  { place, root }: { readonly place: Place; readonly root: Readonly<Record<string, unknown>> },
): boolean {
  return (
    !isMadeUp(place) &&
    templatesOf(path).some(
      ({ key, name }) => !Object.hasOwn(root, name) && place.get(key)?.origin !== 'guessed',
    )
  )
}

async function checkPath(context: CheckContext, operation: OperationDescriptor): Promise<Finding[]> {
  const subject = await context.items.subject(operation)
  const { place } = subject
  if (!templatesOf(operation.path).some((template) => isOfTenant(context, { template, place, operation })))
    throw new NotRun(
      `the path parameters of ${operation.operationId} do not identify anything that belongs to a tenant`,
    )
  const plan = context.items.requests.best(operation, place)
  const sent = new Set(textsOf(plan.body?.value))
  const watch = await watchSubject(context, operation, { ...subject, sent })
  const ask = async (sending: RequestPlan, at: Subject = subject): Promise<Answer> =>
    (await context.attempt(operation, { as: STRANGER, expecting: 'refusal', at, sending })).answer
  const findings = judge(context, operation, { answer: await ask(plan), what: "another tenant's credential" })
  const root = await foreignRoot(context, operation)
  if (findings.length === 0 && root !== undefined && namesOwnBelow(operation, { place, root })) {
    const answer = await ask({ ...plan, path: { ...plan.path, ...root } })
    const what = "another tenant's credential below its own parent"
    findings.push(...judge(context, operation, { answer, what }))
    if (findings.length === 0)
      findings.push(...(await checkOwnBelow(context, operation, { subject, plan, root })))
  }
  const repeat = async (at: Subject): Promise<void> =>
    void (await ask(context.items.requests.best(operation, at.place), at))
  const change = findings.length > 0 ? undefined : await watch?.change(repeat)
  if (operation.method === 'PUT') await removeTheirs(context, operation, subject)
  if (change === undefined) return findings
  const { answer, ...violation } = change
  const clause = below(operation.pointer, 'security')
  return [context.finding({ operation, answer, clause, basis: 'derived', ...violation })]
}

/** Whether a PUT is the only way to make what its path names, though the document has no 201 that would tell a new one. */
function isOnlyWay({ document }: CheckContext, operation: OperationDescriptor): boolean {
  const creator = creatorOf(document, resourceOf(document, operation.resource?.name))
  const { method, operationId } = operation
  return method === 'PUT' && !isMadeByPut(operation, 201) && creator?.operationId === operationId
}

/** Where a PUT makes what its path names, the other tenant has one of that name now. */
async function removeTheirs(
  context: CheckContext,
  operation: OperationDescriptor,
  subject: Subject,
): Promise<void> {
  const resource = resourceOf(context.document, operation.resource?.name)
  const remove = operationOf(context.document, resource?.operations.delete)
  const mayMake = isMadeByPut(operation, 201) || isOnlyWay(context, operation)
  if (remove === undefined || !mayMake) return
  const sending = context.items.requests.best(remove, subject.place)
  await context.attempt(remove, { as: STRANGER, expecting: 'either', at: subject, sending })
}

/** An item exists only below its own parent: below a parent of the other tenant it is refused even to its owner. */
async function checkOwnBelow(
  context: CheckContext,
  operation: OperationDescriptor,
  { subject, plan, root }: { subject: Subject; plan: RequestPlan; root: Readonly<Record<string, string>> },
): Promise<Finding[]> {
  // A parent of both tenants is where the item stands.
  const isSameParent = Object.entries(root).every(([name, id]) => plan.path?.[name] === id)
  if (isSameParent || !ROLES_ON_ITEMS.includes(operation.resource?.role ?? '')) return []
  const sending = { ...plan, path: { ...plan.path, ...root } }
  const { answer } = await context.attempt(operation, { expecting: 'refusal', at: subject, sending })
  const what = "the caller's own credential below another tenant's parent"
  return judge(context, operation, { answer, what })
}

function judge(
  context: CheckContext,
  operation: OperationDescriptor,
  { answer, what }: { answer: Answer; what: string },
): Finding[] {
  const isTheirs =
    isMadeByPut(operation, answer.status) || (isSuccess(answer) && isOnlyWay(context, operation))
  if (REFUSALS.includes(answer.status) || isOnlyRefusal(operation, answer.status) || isTheirs)
    return inspectResponse(context, operation, answer)
  return [
    context.finding({
      operation,
      answer,
      clause: below(operation.pointer, 'security'),
      basis: 'derived',
      brokenInBase: (base) => (base.security?.length ?? 0) > 0,
      expected: { status: `${REFUSALS.join(' or ')} with ${what}` },
      ...(isSuccess(answer) && { cause: { kind: 'unheeded', what: 'whose item it is' } as const }),
    }),
  ]
}
