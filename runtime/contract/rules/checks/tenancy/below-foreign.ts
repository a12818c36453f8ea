import type { OperationDescriptor } from '@concordat/runtime/http'
import {
  idAt,
  isMadeUp,
  one,
  type Place,
  pathTexts,
  pathValues,
  templatesOf,
} from '../../../data/document/place.ts'
import { creatorOf, operationOf, resourceOf } from '../../../data/document/resource-lookup.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Subject } from '../../../world/items/item.ts'
import { isSame } from '../../../world/values/same.ts'
import type { Caller } from '../../attempt.ts'
import type { CheckContext } from '../../check.ts'
import { type ForeignRoot, foreignRoot } from './foreign-root.ts'
import { judge } from './judge.ts'
import { STRANGER } from './of-tenant.ts'
import { rules } from './rules.ts'

/** Actions look their item up as these do. */
const ROLES_ON_ITEMS = ['read', 'update', 'replace', 'delete']

/** An item exists only below its own parent: below a parent of the other tenant it is refused to that one, and to its owner. */
export async function checkBelowForeign(
  context: CheckContext,
  operation: OperationDescriptor,
  { subject, plan }: { readonly subject: Subject; readonly plan: RequestPlan },
): Promise<Finding[]> {
  if (!namesOwnBelow(operation, subject.place)) return []
  const root = await foreignRoot(context, operation)
  // A parent of both tenants is where the item stands.
  if (root === undefined || root.name.text === subject.place.get(root.template.key)?.text) return []
  const place = placeBelow(root, subject.place)
  const at = { ...subject, place }
  const mayBeTheirs = !root.isNew || isNobodysMaking(context, operation, subject.place)
  if (mayBeTheirs && (await namesAnother(context, operation, { ours: subject.place, theirs: place })))
    return []
  const sending = { ...plan, path: pathValues(operation.path, place) }
  const ask = async (as?: Caller): Promise<Answer> =>
    (await context.attempt(operation, { ...(as && { as }), expecting: 'refusal', at, sending })).answer
  const findings = judge(context, operation, {
    answer: await ask(STRANGER),
    breaks: rules['below-another-parent'],
    what: "another tenant's credential below its own parent",
  })
  if (findings.length > 0 || !ROLES_ON_ITEMS.includes(operation.resource?.role ?? '')) return findings
  const what = "the caller's own credential below another tenant's parent"
  return judge(context, operation, { answer: await ask(), breaks: rules['below-another-parent'], what })
}

/** The same names below another root, where nothing should have them. */
function placeBelow({ template, name }: ForeignRoot, place: Place): Place {
  const below = [...place].map(([key, value]) => [key, { ...value, origin: 'unknown' as const }] as const)
  return new Map([...below, ...one(template, { ...name, origin: 'unknown' })])
}

/**
 * True if a name is that of something which no operation makes: each parent may have one of that name from
 * the beginning, such as the setting "language".
 */
function isNobodysMaking(
  { document }: CheckContext,
  { resource }: OperationDescriptor,
  place: Place,
): boolean {
  const own = resourceOf(document, resource?.name)
  return (
    own !== undefined && idAt(place, own)?.origin === 'discovered' && creatorOf(document, own) === undefined
  )
}

/** A number, or so short a name that two may be called alike by chance. */
const NAME_OF_MANY = /^(\d+|.{1,2})$/u

/**
 * Numbers may be counted anew below each parent, and what nobody makes may be called alike: then a name stands for something of the other
 * tenant there, which no write may reach. It shows something else than ours.
 */
async function namesAnother(
  context: CheckContext,
  operation: OperationDescriptor,
  { ours, theirs }: { readonly ours: Place; readonly theirs: Place },
): Promise<boolean> {
  const { resource, path } = operation
  const [, ...below] = Object.values(pathTexts(pathValues(path, theirs)))
  const isOfMany = below.every((name) => NAME_OF_MANY.test(name))
  if (!isOfMany && !isNobodysMaking(context, operation, ours)) return false
  const { document, pool } = context
  const read = operationOf(document, resourceOf(document, resource?.name)?.operations.read)
  if (read === undefined) return true
  const shown = await context.read(pool.requests.best(read, theirs), STRANGER)
  if (!isSuccess(shown)) return false
  const own = await context.read(pool.requests.best(read, ours))
  return !isSame(own.value, shown.value)
}

/** True if a path names something of the tenant's own below its root: a guessed name may be everybody's. */
function namesOwnBelow({ path }: OperationDescriptor, place: Place): boolean {
  const [, ...below] = templatesOf(path)
  return !isMadeUp(place) && below.some(({ key }) => place.get(key)?.origin !== 'guessed')
}
