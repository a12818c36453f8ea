import type { DocumentDescriptor, OperationDescriptor, ResourceRole } from '@concordat/runtime/http'
import { valueAt } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { creatorOfItems, resourceByName } from '../../../data/document/resource-lookup.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import {
  allVerdicts,
  isCleanVerdict,
  NotRun,
  nothingCompared,
  type Verdict,
  verdictIfAsked,
} from '../../../data/outcome/not-run.ts'
import type { Check, CheckContext } from '../../check.ts'
import { lookAbove, lookAtCounts } from '../../evidence/above.ts'
import { requestItem } from '../../evidence/observe.ts'
import { type PerformedWrite, repeatedWrite, sharedWrite } from '../../evidence/performed-write.ts'
import { lookTwiceApart } from '../../evidence/watch/at-rest.ts'
import { checkCounts, checkSumsAbove } from './counts.ts'
import { checkGivenBack } from './given-back.ts'
import { checkIdentity } from './identity.ts'
import { checkListTags } from './list-tags.ts'
import { checkMembership, checkUnnamed } from './membership.ts'
import { checkParent } from './parent.ts'
import { checkPlaces } from './places.ts'
import { type IsolationBreach, rules } from './rules.ts'
import { checkSiblings } from './siblings.ts'
import { checkSums } from './sums.ts'

const TITLES: Readonly<Partial<Record<ResourceRole, string>>> = {
  create: 'only the created items are added, and no other item changes',
  update: 'no other item changes, and the item keeps its identity',
  replace: 'no other item changes, and the item keeps its identity',
  delete: 'one item is removed, and no other item changes',
  action: 'no other item changes, and the item keeps its identity',
}

/** A write changes only the items that it identifies. */
export const isolation: Check = {
  code: 'isolation',
  description:
    'A create adds only its items to the list, a delete removes one, and a change does neither. Other items and the parent keep the values that clients wrote. The item itself keeps its identifier and creation time.',
  assertions: Object.values(rules),
  example: '`DELETE /pets/7` also removes pet 8.',
  fix: 'Change only the item in the path, and keep counts correct.',
  applies: (operation, document) =>
    operation.method !== 'GET' && titleOf(operation) !== undefined && hasItems(operation, document),
  title: (operation) => titleOf(operation) ?? '',
  async run(context, operation) {
    await makeSibling(context, operation)
    const first = await breachesOf(context, operation, await sharedWrite(context, operation))
    if (first instanceof NotRun) return first
    if (first.length === 0)
      return allVerdicts([[], await checkGivenBack(context, operation), await checkSums(context, operation)])
    // Another client may have interfered, so a fault is attributed to the server only if it recurs with new
    // items.
    const write = await repeatedWrite(context, operation, async () => {
      const resource = resourceByName(context.document, operation.resource?.name)
      if (resource !== undefined) await lookAbove(context, resource)
      await makeSibling(context, operation)
    })
    const again = await breachesOf(context, operation, write)
    if (again instanceof NotRun) return again
    const lasting = await withoutLateCounts(context, write, again)
    return lasting.map((breach) => report(context, operation, breach))
  },
}

/**
 * Drops counts that were only late. Some servers update their counts a moment later, so a second read shows a
 * different number.
 */
async function withoutLateCounts(
  context: CheckContext,
  { above, item, counted }: PerformedWrite,
  found: readonly IsolationBreach[],
): Promise<readonly IsolationBreach[]> {
  if (!found.some(({ breaks }) => breaks === rules.counts)) return found
  const [, later] = await lookTwiceApart(async () => ({
    above: above && (await requestItem(context, above.item))?.answer.value,
    beside: item && counted.after.length > 0 ? await lookAtCounts(context, item) : [],
  }))
  return found.filter(({ breaks, fact, answer }) => {
    if (breaks !== rules.counts || fact.kind !== 'count differs') return true
    const of = counted.after.find((one) => one.answer === answer && one.path.join('.') === fact.member)
    const now =
      of === undefined
        ? valueAt(later.above, fact.member.split('.'))
        : later.beside.find(({ by, path }) => by === of.by && path.join() === of.path.join())?.count
    return String(now) === fact.received
  })
}

/** Ensures that there is another item, because effects on other items could otherwise not be seen. */
async function makeSibling({ document, pool }: CheckContext, operation: OperationDescriptor): Promise<void> {
  const resource = resourceByName(document, operation.resource?.name)
  if (creatorOfItems(document, resource) !== undefined && resource !== undefined)
    await pool.items.shared(resource)
}

function titleOf({ resource }: OperationDescriptor): string | undefined {
  return resource && TITLES[resource.role]
}

/** True if the operation concerns identifiable items. An action on a collection identifies no item. */
function hasItems({ resource, path }: OperationDescriptor, document: DocumentDescriptor): boolean {
  const item = resourceByName(document, resource?.name)?.item
  return item !== undefined && (resource?.role !== 'action' || path.startsWith(item))
}

async function breachesOf(
  context: CheckContext,
  operation: OperationDescriptor,
  write: PerformedWrite,
): Promise<Verdict<IsolationBreach>> {
  const found = trespasses(context, operation, write)
  const isAsked = context.asks(rules['entity-tag'])
  return allVerdicts([found, isAsked ? await checkListTags(context, operation, write) : nothingCompared()])
}

function trespasses(
  context: CheckContext,
  operation: OperationDescriptor,
  write: PerformedWrite,
): Verdict<IsolationBreach> {
  const { before, after, read, item } = write
  const lists = before === undefined || after === undefined ? undefined : { before, after }
  if (item === undefined) {
    const resource = resourceByName(context.document, operation.resource?.name)
    if (lists === undefined || resource === undefined)
      throw new NotRun({ kind: 'nothing made', operation: operation.operationId })
    return checkUnnamed(operation, { ...write, ...lists, resource })
  }
  const { identity, siblings, membership, parent, counts } = rules
  const ofParent = verdictIfAsked(context.asks(parent), checkParent(context, operation, write))
  if (lists === undefined && read === undefined) {
    if (!isCleanVerdict(ofParent)) return ofParent
    throw new NotRun({ kind: 'nothing shows the rest', operation: operation.operationId })
  }
  const seen = lists && { ...write, ...lists, item }
  return allVerdicts([
    ...(seen === undefined
      ? []
      : [
          verdictIfAsked(context.asks(membership), checkMembership(operation, seen)),
          verdictIfAsked(context.asks(siblings), checkSiblings(context, operation, seen)),
          verdictIfAsked(context.asks(rules.places), checkPlaces(context, operation, seen)),
        ]),
    verdictIfAsked(context.asks(identity), checkIdentity(context, operation, { ...write, item })),
    ofParent,
    verdictIfAsked(context.asks(counts), checkCounts(context, operation, write)),
    verdictIfAsked(context.asks(counts), checkSumsAbove(context, operation, write)),
  ])
}

function report(context: CheckContext, operation: OperationDescriptor, breach: IsolationBreach): Finding {
  return context.finding({ operation, clause: pointerBelow(operation.pointer, 'responses'), ...breach })
}
