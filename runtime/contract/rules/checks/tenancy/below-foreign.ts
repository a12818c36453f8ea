import type { OperationDescriptor } from '@concordat/runtime/http'
import {
  bindTemplate,
  boundItemId,
  boundPathTexts,
  boundPathValues,
  hasMadeUpValue,
  type PathBinding,
  pathTemplates,
} from '../../../data/document/path-binding.ts'
import {
  creatorOfItems,
  findResource,
  operationById,
  resourceByName,
} from '../../../data/document/resource-lookup.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fixture } from '../../../world/items/item.ts'
import { isSameAsKept } from '../../../world/values/same.ts'
import type { AttemptCaller } from '../../attempt.ts'
import type { CheckContext } from '../../check.ts'
import { type ForeignRoot, foreignRoot } from './foreign-root.ts'
import { judgeForeignAnswer } from './judge.ts'
import { OTHER_TENANT } from './of-tenant.ts'
import { rules } from './rules.ts'

/**
 * Roles of operations that are also tried with the owner's credential. Actions are left out, because they
 * find their item in the same way.
 */
const ROLES_ON_ITEMS = ['read', 'update', 'replace', 'delete']

/**
 * Checks that an item exists only below its own parent. At its path below another tenant's parent, the server
 * must reject both that tenant and the item's owner.
 */
export async function checkBelowForeign(
  context: CheckContext,
  operation: OperationDescriptor,
  { fixture, plan }: { readonly fixture: Fixture; readonly plan: RequestPlan },
): Promise<Finding[]> {
  if (!namesOwnBelow(operation, fixture.binding)) return []
  const root = await foreignRoot(context, operation)
  // If both tenants share the parent, the new path would be the item's own path, so there is nothing to
  // check.
  if (root === undefined || root.name.text === fixture.binding.get(root.template.key)?.text) return []
  const binding = bindingBelow(root, fixture.binding)
  const at = { ...fixture, binding }
  const mayBeTheirs = !root.isNew || isNobodysMaking(context, operation, fixture.binding)
  if (mayBeTheirs && (await namesAnother(context, operation, { ours: fixture.binding, theirs: binding })))
    return []
  const sending = { ...plan, path: boundPathValues(operation.path, binding) }
  const ask = async (as?: AttemptCaller): Promise<Answer> =>
    (await context.attempt(operation, { ...(as && { as }), expecting: 'refusal', at, sending })).answer
  const findings = judgeForeignAnswer(context, operation, {
    answer: await ask(OTHER_TENANT),
    breaks: rules['below-another-parent'],
    what: "another tenant's credential, at a path below that tenant's own item",
  })
  if (findings.length > 0 || !ROLES_ON_ITEMS.includes(operation.resource?.role ?? '')) return findings
  const what = "the caller's own credential, for its item at a path below another tenant's item"
  return judgeForeignAnswer(context, operation, {
    answer: await ask(),
    breaks: rules['below-another-parent'],
    what,
  })
}

/** Replaces the root in a path and keeps the names below it, which should not exist below the new root. */
function bindingBelow({ template, name }: ForeignRoot, binding: PathBinding): PathBinding {
  const below = [...binding].map(([key, value]) => [key, { ...value, origin: 'unknown' as const }] as const)
  return new Map([...below, ...bindTemplate(template, { ...name, origin: 'unknown' })])
}

/**
 * True if a path names something that no operation creates, such as the setting "language", which each parent
 * can have from the start.
 */
function isNobodysMaking(
  { document }: CheckContext,
  { resource }: OperationDescriptor,
  binding: PathBinding,
): boolean {
  const own = resourceByName(document, resource?.name)
  return (
    own !== undefined &&
    boundItemId(binding, own)?.origin === 'discovered' &&
    creatorOfItems(document, own) === undefined
  )
}

/** A number, or a name so short that two items may share it by chance. */
const NAME_OF_MANY = /^(\d+|.{1,2})$/u

/**
 * True if the name might also belong to an item below the other parent, because ids can be counted separately
 * for each parent, and things that no operation creates can share their names. In that case, a write would
 * affect the other tenant's item.
 */
async function namesAnother(
  context: CheckContext,
  operation: OperationDescriptor,
  { ours, theirs }: { readonly ours: PathBinding; readonly theirs: PathBinding },
): Promise<boolean> {
  const { path } = operation
  const [, ...below] = Object.values(boundPathTexts(boundPathValues(path, theirs)))
  const isOfMany = below.every((name) => NAME_OF_MANY.test(name))
  if (!isOfMany && !isNobodysMaking(context, operation, ours)) return false
  const { document, pool } = context
  const last = pathTemplates(path).at(-1)
  const named = last && findResource(document, last)
  const read = operationById(document, named?.operations.read)
  if (read === undefined || !pathTemplates(read.path).every(({ key }) => theirs.has(key))) return true
  const shown = await context.read(pool.requests.best(read, theirs), OTHER_TENANT)
  if (!isSuccess(shown)) return false
  const own = await context.read(pool.requests.best(read, ours))
  return !isSameAsKept(own.value, shown.value)
}

/**
 * True if a path names something below its root that belongs to the tenant. A guessed name does not count,
 * because all tenants can share it.
 */
function namesOwnBelow({ path }: OperationDescriptor, binding: PathBinding): boolean {
  const [, ...below] = pathTemplates(path)
  return !hasMadeUpValue(binding) && below.some(({ key }) => binding.get(key)?.origin !== 'guessed')
}
