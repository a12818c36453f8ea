import {
  type DocumentDescriptor,
  type OperationDescriptor,
  type ParameterDescriptor,
  pageStyle,
} from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import { parameterClause } from '../../../data/document/clause.ts'
import type { PathBinding } from '../../../data/document/path-binding.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { shownProperties } from '../../../data/document/shown.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import {
  allVerdicts,
  isCleanVerdict,
  NotRun,
  nothingCompared,
  type Verdict,
  verdictsInTurns,
} from '../../../data/outcome/not-run.ts'
import { orders, searches } from '../../../lexicon/lexicon.ts'
import type { Check, CheckContext } from '../../check.ts'
import { Collection } from '../../evidence/collection.ts'
import { LARGE_PAGE } from '../../evidence/observe.ts'
import type { ListedPage } from '../../evidence/pages/page.ts'
import { idsBesideMissing } from '../../shown/ids-beside.ts'
import { checkAgain } from './again.ts'
import { isListFilterOfMember } from './filter.ts'
import { checkCombined, filterTrials } from './filters.ts'
import { populateList } from './populate.ts'
import { isSameOrderInRound, nextPagePart, type Round, roundIdsText, roundQueryTold } from './round.ts'
import { rules } from './rules.ts'
import { checkSorts } from './sorts.ts'
import { checkWalk } from './walk.ts'

const PAGE_SIZE = 2
/** Number of pages into which a list is divided for walking, if the page size can be large enough. */
const MAX_WALKED = 4

/** Pages have the requested size, and together they contain the whole list. */
export const listProtocol: Check = {
  code: 'list-protocol',
  description:
    'A limit bounds the page and an offset shifts it; without them, their defaults apply. Following the links to next pages, and then to previous ones, reaches every item once, on the host that was called. The count is the number of all items or, with a filter, of the matching ones. The order is the same on every read, and follows the property that a parameter names. A filter returns the items with the value and no others, and applies before paging; two filters return the items that match both. A search that finds an item by one word also finds it by the whole string.',
  assertions: Object.values(rules),
  example: '`GET /pets?limit=2` returns three pets.',
  fix: 'Order lists by a unique value, and apply filters before paging and counting.',
  reserve: { fraction: 0.25 },
  applies: (operation, document) =>
    operation.list !== undefined &&
    (pagingOf(operation) !== '' || choosersOf(operation, document).length > 0),
  title: (operation) => `the list follows ${pagingOf(operation) || 'its filter, search and sort parameters'}`,
  async run(context, operation) {
    const binding = await context.pool.bindings.find(operation, 'read')
    const populated = await populateList(context, operation, binding)
    const mayGoOn = context.budget.rationOf('lists')
    const first = await runRound(context, operation, { binding, ...populated, mayGoOn })
    // Another client may have added an item in the meantime, so a fault is attributed to the server only if
    // it recurs.
    const again = () => runRound(context, operation, { binding, ...populated, mayGoOn: () => true })
    return isCleanVerdict(first) ? first : context.budget.makeSure(again)
  },
}

function pagingOf({ list }: OperationDescriptor): string {
  const { limit, offset, page, count, pages, previous } = list ?? {}
  const paths = [count, pages?.sent?.path, previous].map((path) => path?.join('.'))
  const names = [limit, offset, page, nextPagePart(list), ...paths]
  return [...new Set(names.filter((name) => name !== undefined))].join(', ')
}

/** Query parameters of a list that can sort or search its items, or filter them by a property or a time. */
function choosersOf(
  { parameters = [], ...operation }: OperationDescriptor,
  document: DocumentDescriptor,
): readonly ParameterDescriptor[] {
  const members = shownProperties(operation, document)
  return parameters.filter(
    (parameter) =>
      parameter.in === 'query' &&
      (orders.by.has(parameter.name) ||
        searches.has(parameter.name) ||
        schemaIn(document, parameter.schema).keywords.format === 'date-time' ||
        [...members.keys()].some((name) => isListFilterOfMember(parameter, name))),
  )
}

async function runRound(
  context: CheckContext,
  operation: OperationDescriptor,
  {
    binding,
    own,
    varied,
    mayGoOn,
  }: { readonly binding: PathBinding } & Pick<Round, 'own' | 'varied' | 'mayGoOn'>,
): Promise<Verdict> {
  const collection = new Collection(context, operation, { binding })
  const whole = await collection.page()
  const report: Round['report'] = (page, { part, ...violation }) =>
    context.finding({
      operation,
      answer: page.answer,
      beside: [whole.answer],
      clause: clauseOf(operation, part),
      ...violation,
    })
  const pages = isSized(operation) ? pageSizes(context, operation, whole) : undefined
  const round: Round = {
    context,
    operation,
    collection,
    whole,
    own,
    varied,
    mayGoOn,
    size: pages?.walked,
    least: pages?.least,
    firstPages: new Map(),
    members: shownProperties(operation, context.document),
    ids: (page) => page.items.map((item) => collection.identify(item)),
    report,
  }
  const cut = await checkCut(round, pages?.cut)
  // If the list is divided into pages incorrectly, walking the pages would only find the same fault again.
  const walked = isCleanVerdict(cut) ? [await checkWalk(round)] : []
  const chosen = await checkChosen(round, [cut, ...walked])
  const seen = isCleanVerdict(cut) ? [...checkOverfull(round), checkIdsBeside(round)] : []
  const verdict = allVerdicts([cut, ...walked, ...chosen, ...seen])
  return isCleanVerdict(verdict) && whole.items.length === 0
    ? new NotRun({ kind: 'does not show its item', operation: operation.operationId })
    : verdict
}

/**
 * Checks the list's orders and filters, which take turns with the requests that are left, and then checks
 * them together.
 * @param cut verdict on the limits; the others are verdicts on the pages.
 */
async function checkChosen(
  round: Round,
  [cut, ...walked]: readonly [Verdict, ...Verdict[]],
): Promise<readonly Verdict[]> {
  const orders = checkSorts(round)
  const trials = filterTrials(round)
  const parts = [...(isCleanVerdict(cut) ? [orders] : []), ...trials.map(({ steps }) => steps)]
  const told = await verdictsInTurns(parts, round.mayGoOn)
  const tried = trials.filter(({ steps }) => told.has(steps))
  const right = tried.filter(({ steps }) => isCleanVerdict(told.get(steps) ?? []))
  const isSorted = [cut, ...walked, told.get(orders) ?? []].every(isCleanVerdict)
  const isRight = right.length === tried.length
  return [...told.values(), isRight ? await checkCombined(round, { right, isSorted }) : nothingCompared()]
}

/** True if a request can set the page size. */
function isSized({ list }: OperationDescriptor): boolean {
  const { limit, pages } = list ?? {}
  return limit !== undefined || (pages !== undefined && pageStyle(pages.next).ask !== undefined)
}

/**
 * The page sizes to request: the documented minimum; two, or the minimum if that is more; and for walking, a
 * larger size if there would be many pages, up to the documented maximum.
 */
function pageSizes(
  context: CheckContext,
  operation: OperationDescriptor,
  { items, count = items.length }: ListedPage,
): { readonly least: number; readonly cut: number; readonly walked: number } {
  const parameter = operation.parameters?.find(
    ({ name, in: location }) => location === 'query' && name === operation.list?.limit,
  )
  const { minimum = 0, maximum: most = LARGE_PAGE } = schemaIn(context.document, parameter?.schema).keywords
  const least = Math.max(1, minimum)
  const cut = Math.max(PAGE_SIZE, least)
  const walked = Math.max(cut, Math.min(most, Math.ceil(count / MAX_WALKED)))
  // A last page with fewer items than the others shows more faults than a full one.
  const uneven = [walked, walked + 1, walked + 2].find((size) => size <= most && count % size !== 0)
  return { least, cut, walked: uneven !== undefined && uneven < count ? uneven : walked }
}

/** Checks that the order is stable, that the defaults apply, and that limit and offset work. */
async function checkCut(round: Round, size: number | undefined): Promise<Verdict> {
  const again = await checkAgain(round)
  return isCleanVerdict(again)
    ? allVerdicts([again, await checkLimit(round, size), await checkOffset(round)])
    : again
}

async function checkLimit(round: Round, size: number | undefined): Promise<Verdict> {
  const { context, collection, operation, whole, ids, report } = round
  const { limit } = operation.list ?? {}
  if (limit === undefined || size === undefined || !context.asks(rules.limit)) return nothingCompared()
  const page = await collection.page({ [limit]: size })
  round.firstPages.set(size, page)
  if (page.items.length > size)
    return [
      report(page, {
        part: limit,
        breaks: rules.limit,
        fact: { kind: 'more than the limit', limit, size, items: page.items.length },
      }),
    ]
  const isWider = operation.parameters?.some(({ name, widens }) => name === limit && widens === true)
  // With the limit, the list may begin with items that it otherwise omits.
  if (isWider || isSameOrderInRound(ids(page), ids(whole).slice(0, page.items.length))) return []
  return [
    report(page, {
      part: limit,
      breaks: rules.limit,
      fact: {
        ...{ kind: 'not the first items', limit, size },
        ...{ ids: roundIdsText(ids(whole).slice(0, size)), received: roundIdsText(ids(page)) },
      },
    }),
  ]
}

/** Checks that the limit also bounds the pages of the searched, filtered and sorted lists that were read. */
function checkOverfull({ context, collection, operation, report }: Round): readonly Verdict[] {
  const { limit } = operation.list ?? {}
  const { overfull } = collection
  if (limit === undefined || overfull === undefined || !context.asks(rules.limit)) return []
  const { [limit]: size, ...query } = overfull.asked.query
  const fact: Fact = {
    ...{ kind: 'more than the limit', limit, size: Number(size), items: overfull.items.length },
    query: roundQueryTold(query),
  }
  return [[report(overfull, { part: limit, breaks: rules.limit, fact })]]
}

/** Checks that a property such as `ids` beside the items has the identifiers of all pages. */
function checkIdsBeside({ context, collection, operation, whole, ids, report }: Round): Verdict {
  if (operation.list?.count === undefined || !context.asks(rules.count)) return nothingCompared()
  const known = { ...whole, ids: ids(whole) }
  for (const page of collection.pages) {
    const fact = idsBesideMissing(known, page)
    if (fact !== undefined) return [report(page, { part: fact.member, breaks: rules.count, fact })]
  }
  return nothingCompared()
}

async function checkOffset(round: Round): Promise<Verdict> {
  const { context, collection, operation, whole, ids, report } = round
  const { offset } = operation.list ?? {}
  if (offset === undefined || whole.items.length < 2 || !context.asks(rules.offset)) return nothingCompared()
  const page = await collection.page({ [offset]: 1 })
  const known = Math.min(page.items.length, whole.items.length - 1)
  if (known > 0 && isSameOrderInRound(ids(page).slice(0, known), ids(whole).slice(1, known + 1))) return []
  return [
    report(page, {
      part: offset,
      breaks: rules.offset,
      fact: {
        ...{ kind: 'offset ignored', offset },
        ...{ ids: roundIdsText(ids(whole).slice(1)), received: roundIdsText(ids(page)) },
      },
    }),
  ]
}

/**
 * JSON Pointer to the query parameter that a finding is about; if it is not about a query parameter, to the
 * responses.
 */
function clauseOf(operation: OperationDescriptor, part: string): string {
  const parameter = operation.parameters?.find(({ name, in: where }) => where === 'query' && name === part)
  return parameter === undefined
    ? pointerBelow(operation.pointer, 'responses')
    : parameterClause(operation, parameter)
}
