import type { OperationDescriptor, ParameterDescriptor } from '@concordat/runtime/http'
import { isObject, memberOf } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { schemaIn } from '../../../data/document/schema-in.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import { nothingCompared, resultIfRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { texts } from '../../../lexicon/lexicon.ts'
import { type SortOrder, sortOrdersOf } from '../../../world/requests/dictionary/orders.ts'
import { firstOutOfOrder } from '../../../world/requests/dictionary/sorted-values.ts'
import type { Walk } from '../../evidence/collection.ts'
import { LARGE_PAGE } from '../../evidence/observe.ts'
import type { ListedPage } from '../../evidence/pages/page.ts'
import type { Filter, KnownFilter } from './filter.ts'
import { isTellingRoundId, ownFirst, type Round, roundQueryTold, walkFiltered } from './round.ts'
import { rules } from './rules.ts'

/** Maximum number of different orders in which one list is walked. */
const MOST_SORTS = 6

/**
 * Checks that a list is sorted by the property that its order parameter names. Numbers and times are compared
 * by value, and strings only where all collations agree. Each order is one step.
 */
export async function* checkSorts(round: Round): AsyncGenerator<Verdict> {
  if (!round.context.asks(rules.sort, rules.nulls)) return
  const walked = new Set<string>()
  const sorted: Sorted[] = []
  for (const sort of someOf(offeredOrders(round))) {
    const { limit } = round.operation.list ?? {}
    // A property's second order is read in large pages, which leaves more requests to filters.
    const paging = limit === undefined || walked.has(sort.member) ? {} : { [limit]: round.size }
    walked.add(sort.member)
    const walk = await resultIfRun(() => round.collection.walk({ ...sort.query, ...paging }))
    if (walk === undefined) continue
    const findings = [
      ...checkOnce(round, sort, walk),
      ...checkOrder(round, sort, walk),
      ...checkAll(round, sort, walk),
      ...checkNulls(round, sort, walk),
    ]
    yield findings.slice(0, 1)
    sorted.push({ sort, walk })
  }
  yield await checkTies(round, sorted)
}

interface Sorted {
  readonly sort: SortOrder
  readonly walk: Walk
}

/**
 * Reads a page that ends between two items with equal values, and the next page. A server that orders such
 * items differently on each page shows one of them twice.
 */
async function checkTies(round: Round, sorted: readonly Sorted[]): Promise<Verdict> {
  const { collection, operation, least = 1 } = round
  const { limit } = operation.list ?? {}
  const { maximum = LARGE_PAGE } = limitSchema(round).keywords
  for (const { sort, walk } of limit === undefined ? [] : sorted) {
    const values = walk.items.map((item) => memberOf(item, sort.member) ?? undefined)
    const end = values.findIndex(
      (value, index) => index >= least && value !== undefined && value === values[index - 1],
    )
    if (limit === undefined || end < 0 || end > maximum) continue
    const query = { ...sort.query, [limit]: end }
    const first = await resultIfRun(() => collection.page(query))
    const second = first && (await resultIfRun(() => pageAfter(round, first)))
    if (first === undefined || second === undefined) return nothingCompared()
    return checkOnce(round, { ...sort, query }, { pages: [first, second], last: second })
  }
  return nothingCompared()
}

function pageAfter({ collection, operation }: Round, page: ListedPage): Promise<ListedPage | undefined> {
  const { offset } = operation.list ?? {}
  if (page.next !== undefined || offset === undefined) return collection.after(page)
  return collection.page({ ...page.asked.query, [offset]: page.items.length })
}

function limitSchema({ context, operation }: Round): Schema {
  const isLimit = ({ name, in: location }: ParameterDescriptor): boolean =>
    location === 'query' && name === operation.list?.limit
  return schemaIn(context.document, operation.parameters?.find(isLimit)?.schema)
}

/**
 * All orders or, if there are too many, a selection that begins with one for each property, in alternating
 * directions.
 */
function someOf(orders: readonly SortOrder[]): readonly SortOrder[] {
  if (orders.length <= MOST_SORTS) return orders
  const byMember = [...Map.groupBy(orders, ({ member }) => member).values()]
  const one = byMember.flatMap((own, index) => own[index % own.length] ?? [])
  return [...new Set([...one, ...orders])].slice(0, MOST_SORTS)
}

/**
 * Reports items that appear twice in a sorted list. Items with equal values can change places between pages,
 * unless the server also orders them by something else.
 */
function checkOnce(
  { ids, report }: Round,
  { part, query }: SortOrder,
  { pages, last }: Pick<Walk, 'pages' | 'last'>,
): Finding[] {
  const walked = pages.flatMap(ids)
  const twice = new Set(walked.filter((id, index) => isTellingRoundId(id) && walked.indexOf(id) < index))
  if (twice.size === 0) return []
  const fact: Fact = { kind: 'twice in pages', ids: [...twice], query: roundQueryTold(query) }
  return [report(last, { part, breaks: rules.sort, fact, beside: pages.map(({ answer }) => answer) })]
}

/** Checks that a different order does not omit any items. */
function checkAll({ ids, report, whole }: Round, { part, query }: SortOrder, walk: Walk): Finding[] {
  if (!walk.isWhole) return []
  const shown = new Set(ids(walk))
  const missed = ids(whole).filter((id) => !shown.has(id))
  if (missed.length === 0) return []
  const fact: Fact = { kind: 'missing in pages', ids: missed, query: roundQueryTold(query) }
  return [
    report(walk.last, { part, breaks: rules.sort, fact, beside: walk.pages.map(({ answer }) => answer) }),
  ]
}

function checkOrder(
  { report, operation }: Round,
  { part, query, member, direction }: SortOrder,
  { pages }: Walk,
): Finding[] {
  const values = pages.flatMap((page) =>
    page.items.flatMap((item) => {
      const value = memberOf(item, member)
      return value === undefined || value === null ? [] : [{ page, value }]
    }),
  )
  const at = firstOutOfOrder(
    values.map(({ value }) => value),
    { direction, ignoresCase: ignoresCaseOf(operation, part) },
  )
  const [before, after] = at === undefined ? [] : values.slice(at - 1, at + 1)
  if (before === undefined || after === undefined) return []
  return [
    report(after.page, {
      part,
      breaks: rules.sort,
      fact: {
        ...{ kind: 'wrong order', member, direction, query: roundQueryTold(query) },
        received: `${JSON.stringify(before.value)} before ${JSON.stringify(after.value)}`,
      },
      beside: others(before.page, after.page),
    }),
  ]
}

function ignoresCaseOf({ parameters = [] }: OperationDescriptor, part: string): boolean {
  return parameters.find(({ name }) => name === part)?.ignoresCase === true
}

/** True if items that all have the value of an order do not stand in it. */
function isOutOfOrder(
  operation: OperationDescriptor,
  { member, direction, part }: SortOrder,
  items: readonly unknown[],
): boolean {
  const values = items.map((item) => memberOf(item, member) ?? undefined)
  const order = { direction, ignoresCase: ignoresCaseOf(operation, part) }
  return !values.includes(undefined) && firstOutOfOrder(values, order) !== undefined
}

/**
 * Checks that a filtered list can be sorted: it shows the same items, in the right order. The filter and the
 * order are chosen so that the items that match are out of order in the whole list.
 */
export async function checkSortedFilter(round: Round, kept: readonly KnownFilter[]): Promise<Verdict> {
  const { operation, whole, ids, report } = round
  const pairs = kept.flatMap(({ filter, known }) => {
    const meant = whole.items.filter((item) => filter.valuesIn(item).includes(known))
    return offeredOrders(round).map((sort) => ({ sort, filter, known, meant }))
  })
  const telling = pairs.find(({ sort, meant }) => isOutOfOrder(operation, sort, meant))
  if (telling === undefined) return nothingCompared()
  const { sort, filter, known, meant } = telling
  const query = { ...sort.query, [filter.name]: filter.sent(known) }
  const walk = await walkFiltered(round, query)
  if (walk === undefined) return nothingCompared()
  const foreign = filter.telling(walk.items).find((item) => !filter.finds(item, known))
  if (foreign !== undefined) {
    const received = `${filter.name} ${filter.show(foreign)}`
    const asked = { query: roundQueryTold(query), parameter: filter.name }
    const fact: Fact = { kind: 'shows what one filter hides', ...asked, received }
    return [report(walk.first, { part: filter.name, breaks: rules.filters, fact })]
  }
  const shown = new Set(ids(walk))
  const missed = walk.isWhole ? ids({ items: meant }).filter((id) => !shown.has(id)) : []
  if (missed.length === 0) return checkOrder(round, { ...sort, query }, walk)
  const fact: Fact = { kind: 'missing in pages', ids: missed, query: roundQueryTold(query) }
  return [report(walk.first, { part: sort.part, breaks: rules.sort, fact })]
}

/**
 * Checks that a searched list can be sorted. The search is for a text that several items share, and the order
 * is one in which the items that have this text do not stand in the whole list.
 */
export async function checkSortedSearch(round: Round, searched: readonly Filter[]): Promise<Verdict> {
  const { operation, whole } = round
  const shared = sharedTexts(ownFirst(round, whole.items))
  for (const { name, schema } of searched)
    for (const text of shared.filter((one) => schema.allows(one))) {
      const meant = whole.items.filter((item) => textsOf(item).some((own) => own.includes(text)))
      const sort = offeredOrders(round).find((each) => isOutOfOrder(operation, each, meant))
      if (sort === undefined) continue
      const query = { ...sort.query, [name]: text }
      const walk = await walkFiltered(round, query)
      if (walk === undefined || walk.items.length < 2) continue
      return checkOrder(round, { ...sort, query }, walk)
    }
  return nothingCompared()
}

/** Minimum length of a text that items share. A shorter one could be a part of any word. */
const LEAST_SHARED = 4
/** Maximum number of items whose texts are compared, and of searches for what they share. */
const MOST_SHARING = 5
const MOST_SHARED = 2

/** The longest texts that the values of one property of two items share, in lower case. */
function sharedTexts(items: readonly unknown[]): readonly string[] {
  const some = items.slice(0, MOST_SHARING)
  const found = some.flatMap((one, index) =>
    some.slice(index + 1).flatMap((other) =>
      Object.entries(isObject(one) ? one : {}).map(([name, own]) => {
        const another = memberOf(other, name)
        const isText = texts.prose.has(name) && typeof own === 'string' && typeof another === 'string'
        return isText ? sharedPart(own.toLowerCase(), another.toLowerCase()) : ''
      }),
    ),
  )
  const long = found.filter((text) => text.length >= LEAST_SHARED)
  return [...new Set(long)].toSorted((one, other) => other.length - one.length).slice(0, MOST_SHARED)
}

/** The longest run of letters and digits that two texts share. */
function sharedPart(one: string, other: string): string {
  const runs = one.match(/[\p{L}\p{N}]+/gu) ?? []
  let longest = ''
  for (const run of runs)
    for (let from = 0; from + longest.length < run.length; from++)
      while (from + longest.length < run.length && other.includes(run.slice(from, from + longest.length + 1)))
        longest = run.slice(from, from + longest.length + 1)
  return longest
}

function textsOf(item: unknown): readonly string[] {
  return Object.values(isObject(item) ? item : {}).flatMap((value) =>
    typeof value === 'string' ? [value.toLowerCase()] : [],
  )
}

/** Checks that items without the value that orders a list stand together, before or after all others. */
function checkNulls(
  { context, report }: Round,
  { part, query, member }: SortOrder,
  { pages }: Walk,
): Finding[] {
  const values = pages.flatMap((page) =>
    page.items.map((item) => ({ page, value: memberOf(item, member) ?? undefined })),
  )
  const at = values.findIndex(
    ({ value }, index) => value === undefined && values[index - 1]?.value !== undefined,
  )
  const [before, found] = [values[at - 1], values[at]]
  const after = values.slice(at).find(({ value }) => value !== undefined)
  if (!context.asks(rules.nulls) || before === undefined || found === undefined || after === undefined)
    return []
  // A server can treat a missing value as 0, false or an empty string, so the order of such items proves
  // nothing.
  if ([before, after].some(({ value }) => isZero(value)) || isZeroBetween(before.value, after.value))
    return []
  const fact: Fact = {
    ...{ kind: 'nulls between', member, query: roundQueryTold(query) },
    received: `null between ${JSON.stringify(before.value)} and ${JSON.stringify(after.value)}`,
  }
  return [report(found.page, { part, breaks: rules.nulls, fact, beside: others(found.page, after.page) })]
}

function isZero(value: unknown): boolean {
  return value === 0 || value === false || value === ''
}

function isZeroBetween(one: unknown, other: unknown): boolean {
  return typeof one === 'number' && typeof other === 'number' && one < 0 !== other < 0
}

function others(before: ListedPage, after: ListedPage): ListedPage['answer'][] {
  return before === after ? [] : [before.answer]
}

/** The orders that the run is allowed to request. */
function offeredOrders({ context, operation, members }: Round): readonly SortOrder[] {
  const parameters = (operation.parameters ?? []).filter(
    (parameter) => !context.pool.permission.withholds(operation, parameter),
  )
  return sortOrdersOf(parameters, { members, schemaOf: ({ schema }) => schemaIn(context.document, schema) })
}
