import type { OperationDescriptor } from '@concordat/runtime/http'
import { operationBeside } from '../../../data/document/resource-lookup.ts'
import { isSuccess } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import {
  NotRun,
  nothingCompared,
  resultIfRun,
  type Verdict,
  verdictIfAsked,
} from '../../../data/outcome/not-run.ts'
import { isReferenceName } from '../../../lexicon/lexicon.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import { assumedQueryValues } from '../../evidence/assumed-values.ts'
import { versionMemberToChange } from '../../evidence/changes/changed-member.ts'
import { requiredBesideChange, visibleFields } from '../../evidence/fields.ts'
import { observeItem } from '../../evidence/observe.ts'
import type { ListedPage } from '../../evidence/pages/page.ts'
import { lookTwiceApart } from '../../evidence/watch/at-rest.ts'
import type { Filter, KnownFilter } from './filter.ts'
import { isSameOrderInRound, type Round, roundIdsText, walkFiltered } from './round.ts'
import { rules } from './rules.ts'

/** True if a list has grown since the last read, as a log of requests does. */
function hasGrown(before: ListedPage, { count, items }: ListedPage): boolean {
  return before.count !== undefined && count !== undefined
    ? count > before.count
    : items.length > before.items.length
}

/**
 * Checks that a second read shows the same items in the same order. It sends the parameters that the first
 * read omitted, so that one request checks both that the order is stable and that the documented defaults
 * apply.
 */
export async function checkAgain(round: Round): Promise<Verdict> {
  const { context, collection, operation, whole, ids, report } = round
  if (!context.asks(rules.order, rules.defaults)) return nothingCompared()
  const assumed = assumedQueryValues(operation, context.document).filter(
    ({ parameter }) => !context.pool.permission.withholds(operation, parameter),
  )
  const query = (some: typeof assumed): Record<string, unknown> =>
    Object.fromEntries(some.map(({ parameter, value }) => [parameter.name, value]))
  // A parameter can have its own syntax, so the server is allowed to reject the assumed value.
  const named = await resultIfRun(() => collection.page(query(assumed)))
  const isKnown = context.asks(rules.order) || assumed.length > 0
  if (named !== undefined && isSameOrderInRound(ids(whole), ids(named))) return verdictIfAsked(isKnown, [])
  const again = assumed.length === 0 && named !== undefined ? named : await collection.page()
  if (!isSameOrderInRound(ids(whole), ids(again))) {
    if (hasGrown(whole, again) && hasGrown(again, await collection.page()))
      throw new NotRun({ kind: 'always more', operation: operation.operationId })
    return [
      report(again, {
        part: 'items',
        breaks: rules.order,
        fact: {
          kind: 'order turns',
          received: `${roundIdsText(ids(again))} after ${roundIdsText(ids(whole))}`,
        },
      }),
    ]
  }
  for (const one of named === undefined ? [] : assumed) {
    const { parameter, value } = one
    const page = assumed.length === 1 ? named : await resultIfRun(() => collection.page(query([one])))
    if (page === undefined || isSameOrderInRound(ids(whole), ids(page))) continue
    return [
      report(again, {
        part: parameter.name,
        breaks: rules.defaults,
        fact: {
          ...{ kind: 'other default', parameter: parameter.name, value: String(value) },
          ...{ ids: roundIdsText(ids(page)), received: roundIdsText(ids(again)) },
        },
        beside: [page.answer],
      }),
    ]
  }
  return verdictIfAsked(isKnown, [])
}

/**
 * Checks that a filter follows a change of its property: it finds the changed item by the new value, and no
 * longer by the earlier one. A server that answers filters from an index can forget to update it.
 */
export async function checkAfterChange(round: Round, kept: readonly KnownFilter[]): Promise<Verdict> {
  const { context, operation } = round
  const update = operationBeside(context.document, operation, 'update')
  if (update === undefined) return nothingCompared()
  for (const { filter } of kept) {
    const change = changeFor(round, { filter, update })
    if (change === undefined) continue
    const { item, plan, old, now } = change
    const { answer } = await context.attempt(update, {
      ...{ expecting: 'either', at: asFixture(item), sending: plan },
    })
    if (!isSuccess(answer)) continue
    const look = (): Promise<readonly Finding[]> => staleFilter(round, { filter, item, old, now })
    const found = await look()
    // Some servers update their index a moment later.
    return found.length === 0 ? [] : (await lookTwiceApart(look))[1]
  }
  return nothingCompared()
}

interface Change {
  readonly item: Item
  readonly plan: RequestPlan
  readonly old: unknown
  readonly now: unknown
}

/** A change of an item that was created for this list; `undefined` if its property cannot be changed. */
function changeFor(
  { context, operation, varied }: Round,
  { filter, update }: { readonly filter: Filter; readonly update: OperationDescriptor },
): Change | undefined {
  const { name, each, takesSeveral } = filter
  const field = visibleFields(context, update, operation).find((one) => one.name === name)
  const isScalar = field !== undefined && !field.schema.types.includes('array')
  if (!isScalar || takesSeveral || isReferenceName(name)) return undefined
  if (name === versionMemberToChange(context, update)) return undefined
  const item = varied.find(({ value }) =>
    filter.valuesIn(value).some((own) => own !== '' && !filter.isNone(own)),
  )
  const [old] = item === undefined ? [] : filter.valuesIn(item.value)
  if (item === undefined || old === undefined) return undefined
  const { requests } = context.pool
  const now = requests.value(field.schema, { variant: 'full', hint: name, other: old })
  const isTelling =
    now !== null && each.allows(now) && !filter.isNone(now) && !filter.finds({ [name]: now }, old)
  if (!isTelling) return undefined
  const whole = requests.plan(update, item.binding, 'empty')
  const plan = requestWithBody(whole, { ...requiredBesideChange(context, update, item.value), [name]: now })
  return { item, plan, old, now }
}

/** Looks for the changed item by its new value and by its earlier one. */
async function staleFilter(
  round: Round,
  { filter, item, old, now }: Pick<Change, 'item' | 'old' | 'now'> & { readonly filter: Filter },
): Promise<readonly Finding[]> {
  const { collection, ids, report } = round
  const id = collection.identify(item.value)
  const look = (value: unknown) => walkFiltered(round, { [filter.name]: filter.sent(value) })
  const byOld = await look(old)
  const isFound = byOld !== undefined && ids(byOld).includes(id)
  // A filter that still finds the item by its earlier value is stale already.
  const byNow = isFound ? undefined : await look(now)
  const isMissed = byNow?.isWhole === true && !ids(byNow).includes(id)
  // If the item still has its earlier value, the filter is right, and other rules report the change.
  const read = isMissed || isFound ? await resultIfRun(() => observeItem(round.context, item)) : undefined
  if (read === undefined || !filter.finds(read.value, now)) return []
  if (isMissed) {
    const received = ids(byNow).join(', ') || 'no items'
    const fact: Fact = {
      ...{ kind: 'filter misses', parameter: filter.name, value: JSON.stringify(now), ids: [id], received },
    }
    return [report(byNow.first, { part: filter.name, breaks: rules.filter, fact })]
  }
  if (byOld === undefined) return []
  const fact: Fact = {
    ...{ kind: 'filter shows others', parameter: filter.name, value: JSON.stringify(old) },
    received: `${id}, whose ${filter.name} is now ${JSON.stringify(now)}`,
  }
  return [report(byOld.first, { part: filter.name, breaks: rules.filter, fact })]
}
