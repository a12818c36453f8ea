import type { OperationDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import { itemIdOf } from '../../../data/document/identifier.ts'
import { boundItemName } from '../../../data/document/path-binding.ts'
import { operationById } from '../../../data/document/resource-lookup.ts'
import { isSuccess } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { NotRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import type { CheckContext } from '../../check.ts'
import { type Listing, listAll } from '../../evidence/observe.ts'
import { rules } from './rules.ts'

/** True if an operation adds the item named in its path to a set, without a request body. */
export function isOfSet({ method, resource, requestBody }: OperationDescriptor): boolean {
  const { role = '' } = resource ?? {}
  return method === 'PUT' && requestBody === undefined && ['replace', 'create'].includes(role)
}

/** Adds two items to a set, one of them twice, and then removes the other. @see RFC 9110, 9.2.2 */
export async function checkSet(context: CheckContext, operation: OperationDescriptor): Promise<Verdict> {
  const resource = context.pool.resourceFor(operation)
  const list = operationById(context.document, resource.operations.list)
  if (list === undefined) throw new NotRun({ kind: 'nothing shows', resource: resource.name })
  const [one, other] = [await context.pool.items.create(resource), await context.pool.items.create(resource)]
  const names = [one, other].map(boundItemName)
  if (names[0] === names[1]) throw new NotRun({ kind: 'nothing compared' })
  const judge = (after: OperationDescriptor, listing: Listing | undefined, wanted: readonly Item[]) =>
    differing(context, operation, { after, listing, wanted, of: [one, other] })
  const listing = await listAll(context, one)
  // The list may show other ids, such as those of the memberships, so one of the items has to prove that it
  // shows the items' own.
  if (shownOf(context, operation, { listing, of: [one, other] }).length === 0)
    throw new NotRun({ kind: 'nothing compared' })
  const added = judge(operation, listing, [one, other])
  if (added.length > 0) return added
  const { answer } = await context.attempt(operation, { expecting: 'either', at: asFixture(other) })
  if (!isSuccess(answer)) return added
  const again = judge(operation, await listAll(context, one), [one, other])
  const remove = operationById(context.document, resource.operations.delete)
  if (remove === undefined || again.length > 0) return again
  await context.attempt(remove, { expecting: 'success', at: asFixture(one) })
  return judge(remove, await listAll(context, other), [other])
}

interface Expected {
  /** Last operation sent. */
  readonly after: OperationDescriptor
  readonly listing: Listing | undefined
  /** Items from `of` that the set should now contain, each once. */
  readonly wanted: readonly Item[]
  readonly of: readonly Item[]
}

function differing(
  context: CheckContext,
  operation: OperationDescriptor,
  { after, listing, wanted, of }: Expected,
): readonly Finding[] {
  if (listing === undefined) return []
  const found = shownOf(context, operation, { listing, of })
  const ids = wanted.flatMap((item) => boundItemName(item) ?? []).toSorted()
  if (found.join('\n') === ids.join('\n')) return []
  return [
    context.finding({
      ...{ operation, answer: listing.last.answer, breaks: rules.members },
      clause: pointerBelow(after.pointer, 'responses'),
      fact: {
        ...{ kind: 'set differs', operation: after.operationId, by: listing.by.operationId, ids },
        received: found.length === 0 ? 'none of the tested items' : found.join(', '),
      },
    }),
  ]
}

/** The names of the given items that the list shows, sorted. */
function shownOf(
  { pool }: CheckContext,
  operation: OperationDescriptor,
  { listing, of }: Pick<Expected, 'listing' | 'of'>,
): readonly string[] {
  const resource = of[0]?.resource ?? pool.resourceFor(operation)
  const known = of.flatMap((item) => boundItemName(item) ?? [])
  const shown = listing?.items.flatMap((each) => itemIdOf(resource, each) ?? []) ?? []
  return shown.filter((id) => known.includes(id)).toSorted()
}
