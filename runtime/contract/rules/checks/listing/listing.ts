import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { responseClause } from '../../../data/document/clause.ts'
import { jsonBody } from '../../../data/document/json-body.ts'
import { creatorOfItems, operationById, resourceByName } from '../../../data/document/resource-lookup.ts'
import { documentedResponseFor } from '../../../data/document/response-key.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { shownProperties } from '../../../data/document/shown.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { allVerdicts, NotRun, resultIfRun } from '../../../data/outcome/not-run.ts'
import { timeOfText } from '../../../lexicon/lexicon.ts'
import type { Item } from '../../../world/items/item.ts'
import { isCertainlyInListScope } from '../../../world/requests/list-scope.ts'
import type { Check, CheckContext } from '../../check.ts'
import { type CountBeside, lookAtCounts } from '../../evidence/above.ts'
import { findListed, listAll, readItem } from '../../evidence/observe.ts'
import { sharedWrite } from '../../evidence/performed-write.ts'
import { checkLargerLimit } from './larger-limit.ts'
import { checkLateFilters } from './late-filters.ts'
import { checkRichest } from './richest.ts'
import { rules } from './rules.ts'

/** Minimum number of the run's items. Other rules judge short lists. */
const LEAST = 4
/** Maximum number of missing items that are read. */
const MOST_READ = 3

/** A list omits none of the items that the whole run has created. */
export const listing: Check = {
  code: 'listing',
  description:
    'At the end of a run, a list shows all items that the run created and that a read finds. A number elsewhere that equals the length of the list at first still does. A larger limit does not show fewer of them. A missing item is reported only if the list shows another one with the same flags, states, zeros and nulls, and if its times are not beyond those in the list.',
  assertions: Object.values(rules),
  reserve: { fraction: 0.03 },
  example: '`GET /pets` shows ten of twelve pets.',
  fix: 'Return all items, or describe the paging of the list in the document.',
  applies: (operation, document) => {
    const resource = resourceByName(document, operation.resource?.name)
    const create = creatorOfItems(document, resource)
    return (
      operation.resource?.role === 'list' &&
      operation.list !== undefined &&
      resource?.item !== undefined &&
      operationById(document, resource.operations.read) !== undefined &&
      create !== undefined &&
      tellsWhatItMakes(create, document)
    )
  },
  title: () => 'the list shows all items of the run',
  async run(context, operation) {
    const { document, pool } = context
    const resource = pool.resourceFor(operation)
    const create = creatorOfItems(document, resource)
    const items = largestGroup(pool.live(resource))
    const [first] = items
    if (create === undefined || first === undefined || items.length < LEAST)
      throw new NotRun({ kind: 'too few items', operation: operation.operationId, items: 0 })
    const listed = await listAll(context, first)
    if (listed === undefined || listed.by !== operation) throw new NotRun({ kind: 'nothing compared' })
    const shortened = await checkLargerLimit(context, listed, first)
    if (shortened.length > 0) return shortened
    const { answer } = listed.last
    const asked = answer.exchange.request.url
    const isListed = (item: Item): boolean => findListed(listed, item)?.value !== undefined
    // One of the items has to prove that the list shows their names.
    const missing = items.some(isListed)
      ? items.filter((item) => !isListed(item) && isCertainlyInListScope(operation, asked, item.value))
      : []
    const written = new Set(schemaIn(document, jsonBody(create)?.schema).properties.keys())
    const likeness = { shown: listed.items, written, members: shownProperties(operation, document) }
    // Items may have changed since the run knew them, so the likely ones are read again.
    const likely = missing.filter(({ value }) => isLikeOne(value, likeness))
    for (const item of likely.slice(0, MOST_READ)) {
      const read = await resultIfRun(() => readItem(context, item))
      if (read === undefined || !isLikeOne(read.value, likeness)) continue
      const key = documentedResponseFor(operation, answer.status)?.key ?? '200'
      return [
        context.finding({
          ...{ operation, answer, beside: [read.answer], breaks: rules.complete },
          clause: responseClause(operation, key),
          fact: {
            ...{ kind: 'not found', operation: create.operationId },
            ...{ where: 'in the list', by: operation.operationId },
          },
        }),
      ]
    }
    return allVerdicts([
      await checkCounted(context, operation, create),
      await checkRichest(context, operation, { items, listing: listed }),
      await checkLateFilters(context, operation, { item: first, listing: listed }),
    ])
  },
}

/**
 * Checks numbers in reads beside the list. Before and after an earlier create, they equalled the length of
 * the list, so they should equal it after all requests of the run.
 */
async function checkCounted(
  context: CheckContext,
  operation: OperationDescriptor,
  create: OperationDescriptor,
): Promise<readonly Finding[]> {
  const write = context.asks(rules.counted)
    ? await resultIfRun(() => sharedWrite(context, create))
    : undefined
  const { before, after, counted, binding } = write ?? {}
  if (before === undefined || after === undefined || counted === undefined || binding === undefined) return []
  const countedBy = (numbers: readonly CountBeside[], { by, path }: CountBeside): number | undefined =>
    numbers.find((one) => one.by === by && one.path.join() === path.join())?.count
  const telling = counted.after.filter(
    (one) => one.count === after.items.length && countedBy(counted.before, one) === before.items.length,
  )
  if (telling.length === 0) return []
  const at = { resource: context.pool.resourceFor(operation), binding }
  const numbers = await lookAtCounts(context, at)
  const listed = await resultIfRun(() => listAll(context, at))
  // A greater number can include items that the list hides.
  const wrong = numbers.find(
    (one) => countedBy(telling, one) !== undefined && one.count < (listed?.items.length ?? 0),
  )
  if (wrong === undefined || listed === undefined) return []
  const { by, answer, count } = wrong
  return [
    context.finding({
      ...{ operation: by, answer, beside: listed.pages.map((page) => page.answer), breaks: rules.counted },
      clause: responseClause(by, documentedResponseFor(by, answer.status)?.key ?? '200'),
      fact: { kind: 'wrong count', of: 'list', items: listed.items.length, received: String(count) },
    }),
  ]
}

/** True if a response to a create can identify the item. */
function tellsWhatItMakes(create: OperationDescriptor, document: DocumentDescriptor): boolean {
  const headers = Object.values(create.responses).flatMap((response) => Object.keys(response.headers ?? {}))
  return shownProperties(create, document).size > 0 || headers.some((name) => /^location$/i.test(name))
}

/** The items below the parent that has the most of them. */
function largestGroup(items: readonly Item[]): readonly Item[] {
  const parentOf = ({ binding }: Item): string =>
    JSON.stringify([...binding].slice(0, -1).map(([key, { text }]) => [key, text]))
  const groups = [...Map.groupBy(items, parentOf).values()]
  return groups.toSorted((one, other) => other.length - one.length)[0] ?? []
}

interface Likeness {
  /** The items of the list. */
  readonly shown: readonly unknown[]
  /** Names of the properties that a create accepts. */
  readonly written: ReadonlySet<string>
  readonly members: ReadonlyMap<string, Schema>
}

/**
 * True if the list shows an item with the same states, and the item's times are not beyond those in the list.
 * Lists of upcoming or active items need not show others.
 */
function isLikeOne(item: unknown, { shown, written, members }: Likeness): boolean {
  if (!isObject(item)) return false
  const stateOf = (value: unknown, name: string): unknown => {
    if (typeof value === 'number') return value === 0
    const isState =
      value === null || typeof value === 'boolean' || members.get(name)?.values.listed !== undefined
    return isState ? value : undefined
  }
  const isAlike = (other: unknown): boolean =>
    isObject(other) &&
    Object.entries(item).every(
      ([name, value]) => !Object.hasOwn(other, name) || stateOf(other[name], name) === stateOf(value, name),
    )
  const isWithin = (name: string): boolean => {
    const time = timeOfText(item[name])
    const times = shown.flatMap((other) => (isObject(other) ? (timeOfText(other[name]) ?? []) : []))
    return time === undefined || (time >= Math.min(...times) && time <= Math.max(...times))
  }
  return shown.some(isAlike) && [...written].every(isWithin)
}
