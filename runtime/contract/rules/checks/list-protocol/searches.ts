import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { bodyOfMembers } from '../../../data/document/json-body.ts'
import { creatorOfItems, operationById, resourceByName } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { isSuccess } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import {
  nothingCompared,
  resultIfRun,
  type Verdict,
  verdictUntilFaulty,
} from '../../../data/outcome/not-run.ts'
import { isIdentifyingName, texts } from '../../../lexicon/lexicon.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import { shownFieldText } from '../../evidence/fields.ts'
import { findInList } from '../../evidence/observe.ts'
import { itemWith } from '../../evidence/own-item.ts'
import type { ListedPage } from '../../evidence/pages/page.ts'
import { lookTwiceApart } from '../../evidence/watch/at-rest.ts'
import { type Filter, filtersOf, type KnownFilter } from './filter.ts'
import { keptBy, ownFirst, type Round, roundQueryTold, walkFiltered } from './round.ts'
import { rules } from './rules.ts'
import { checkFirstPage } from './walk.ts'

/**
 * Checks that a search for a string that no item contains does not return all items, and then, if the server
 * searches, what it finds.
 */
export async function* checkSearch(round: Round, filter: Filter): AsyncGenerator<Verdict> {
  const { name } = filter
  const { whole, ids, report } = round
  const text = strangeText(round)
  const walk = await walkFiltered(round, { [name]: text })
  if (walk === undefined || whole.items.length === 0) return yield nothingCompared()
  if (ids(walk.first).join() === ids(whole).join()) {
    const value = JSON.stringify(text)
    const fact: Fact = { kind: 'filter ignored', parameter: name, value, items: walk.first.items.length }
    yield [report(walk.first, { part: name, breaks: rules.filter, fact })]
  }
  yield keptBy(round, rules.filter, walk)
  yield await checkSigns(round, name)
  yield await checkFound(round, filter)
}

/** Wildcards in patterns, which should be ordinary characters in a search. */
const SIGNS = ['_', '%', '.']
/** A character that is never a wildcard. */
const OTHER_SIGN = '¤'
/**
 * Minimum number of letters with which a searched string begins. A part of a shorter string could match by
 * chance.
 */
const LEAST_LETTERS = 4

/** Checks that characters that are wildcards in patterns do not act as wildcards in a search. */
async function checkSigns(round: Round, name: string): Promise<Verdict> {
  const { report, collection, whole, ids } = round
  const [item] = ownFirst(round, whole.items)
  const text = textsIn(item).find((one) => new RegExp(`^[a-z]{${LEAST_LETTERS},}`, 'i').test(one))
  if (text === undefined) return nothingCompared()
  const finds = async (sign: string): Promise<ListedPage | undefined> => {
    const sought = withSign(text, sign)
    if (textsIn(item).some((one) => one.toLowerCase().includes(sought.toLowerCase()))) return undefined
    const page = await resultIfRun(() => collection.page({ [name]: sought }))
    return page !== undefined && ids(page).includes(ids({ items: [item] })[0] ?? '') ? page : undefined
  }
  for (const sign of SIGNS) {
    const page = await finds(sign)
    // Searches that also find similar strings are not judged.
    if (page === undefined || (await finds(OTHER_SIGN)) !== undefined) continue
    const value = JSON.stringify(withSign(text, sign))
    const fact: Fact = { kind: 'filter shows others', parameter: name, value, received: JSON.stringify(text) }
    return [report(page, { part: name, breaks: rules.filter, fact })]
  }
  return []
}

/**
 * Text that is appended to the searched word. Its space and its "ë" are encoded in a query, so a server that
 * does not decode them finds nothing.
 */
const ENCODED = ' Zoë'
/** Text that is appended to the searched word in another item. */
const SECOND = ' two'

/**
 * Checks that a search that finds an item by a word in its text also finds it by the whole text and, if the
 * document says that letter case does not matter, by the word in another case.
 */
async function checkFound(round: Round, { name, schema, parameter }: Filter): Promise<Verdict> {
  const { context, operation, collection, report } = round
  const create = creatorOfItems(context.document, resourceByName(context.document, operation.resource?.name))
  if (create === undefined || !context.asks(rules.found)) return nothingCompared()
  const word = strangeText(round)
  const written = [...schemaIn(context.document, bodyOfMembers(create)?.schema).properties].filter(
    ([member, own]) => texts.prose.has(member) && own.allows(word + ENCODED) && round.members.has(member),
  )
  const made = (text: string): Promise<Item | undefined> => {
    const values = Object.fromEntries(written.map(([member]) => [member, text]))
    return itemWith(context, create, { binding: collection.binding, values: () => values })
  }
  const item = written.length === 0 ? undefined : await made(word + ENCODED)
  if (item === undefined) return nothingCompared()
  const id = collection.identify(item.value)
  const missing = async (text: string): Promise<Finding | undefined> => {
    const look = async (): Promise<ListedPage | undefined> =>
      resultIfRun(() => collection.page({ [name]: text }))
    const isMissing = (page: ListedPage | undefined): page is ListedPage =>
      page !== undefined && !page.items.some((one) => collection.identify(one) === id)
    if (!schema.allows(text) || !isMissing(await look())) return undefined
    // Some servers update their search index a moment later, so the search is repeated.
    const [, late] = await lookTwiceApart(look)
    if (!isMissing(late)) return undefined
    const received = round.ids(late).join(', ') || 'no items'
    const fact: Fact = {
      kind: 'filter misses',
      parameter: name,
      value: shownFieldText(text),
      ids: [id],
      received,
    }
    return report(late, { part: name, breaks: rules.found, fact })
  }
  // If the word is not found, the server does not search these properties.
  if ((await missing(word)) !== undefined) return nothingCompared()
  const others = [word + ENCODED, ...(parameter.ignoresCase === true ? [word.toUpperCase()] : [])]
  for (const text of others) {
    const finding = await missing(text)
    if (finding !== undefined) return [finding]
  }
  // Now the search finds two items, so its pages can be checked like those of a filtered list.
  const other = round.least === undefined ? undefined : await made(word + SECOND)
  const found = [item.value, other?.value]
  return verdictUntilFaulty([
    () => (other === undefined ? [] : checkFirstPage(round, { query: { [name]: word }, found })),
    () => checkForgotten(round, { name, word, item }),
  ])
}

/** Checks that a search no longer finds an item that was removed, because its index can still have it. */
async function checkForgotten(
  { context, collection, report }: Round,
  { name, word, item }: { readonly name: string; readonly word: string; readonly item: Item },
): Promise<Verdict> {
  const remove = operationById(context.document, item.resource.operations.delete)
  if (remove === undefined) return nothingCompared()
  const gone = await context.attempt(remove, { expecting: 'either', at: asFixture(item) })
  if (!isSuccess(gone.answer)) return nothingCompared()
  const id = collection.identify(item.value)
  const look = async (): Promise<ListedPage | undefined> =>
    resultIfRun(() => collection.page({ [name]: word }))
  const isThere = (page: ListedPage | undefined): page is ListedPage =>
    page?.items.some((one) => collection.identify(one) === id) === true
  if (!isThere(await look())) return []
  // Some servers update their search index a moment later.
  const [, late] = await lookTwiceApart(look)
  if (!isThere(late)) return []
  // A list that also shows the item marks it instead of removing it.
  const listed = await resultIfRun(() => findInList(context, item))
  if (listed === undefined || listed.value !== undefined) return []
  const fact: Fact = {
    ...{ kind: 'filter shows others', parameter: name, value: shownFieldText(word) },
    received: `${id}, which was removed`,
  }
  return [report(late, { part: name, breaks: rules.found, fact })]
}

function withSign(text: string, sign: string): string {
  return `${text.slice(0, 2)}${sign}${text.slice(3)}`
}

function textsIn(item: unknown): readonly string[] {
  const values = Object.entries(isObject(item) ? item : {})
  return values.flatMap(([name, value]) =>
    typeof value === 'string' && !isIdentifyingName(name) ? [value] : [],
  )
}

/** A word that no item contains. */
export function strangeText({ context }: Round): string {
  return `zq${context.pool.requests.value({ type: 'integer', minimum: 100_000 }, { variant: 'full', hint: 'text' })}qz`
}

const FAR_TIMES = ['2100-01-01T00:00:00Z', '1970-01-02T00:00:00Z']

/** A filter as it is sent. */
interface SentFilter {
  readonly name: string
  readonly value: unknown
}

/**
 * Checks that a search combined with a filter shows no item that the filter hides, whatever the filter means.
 * The search text is from an item that the filter hides but the search finds. A time that hides items must
 * hide them from another filter, too.
 */
export async function checkSearched(
  round: Round,
  { searched, kept }: { readonly searched: readonly Filter[]; readonly kept: readonly KnownFilter[] },
): Promise<Verdict> {
  const [search] = searched
  const known = kept.map(({ filter, known }) => ({
    name: filter.name,
    value: filter.sent(known),
    filter,
    known,
  }))
  const others = filtersOf(round).filter(({ name }) => !known.some((other) => other.name === name))
  const shownAsExample = others.flatMap(({ name, schema }): SentFilter[] => {
    const { example, examples: [first = example] = [] } = schema.keywords
    return name !== search?.name && typeof first === 'string' ? [{ name, value: first }] : []
  })
  const bySearch = (hidden: readonly unknown[]): SentFilter | undefined => {
    const value = search === undefined ? undefined : textOf(hidden)
    return value !== undefined && search?.schema.allows(value) ? { name: search.name, value } : undefined
  }
  const byFilter = (hidden: readonly unknown[]): SentFilter | undefined =>
    known.find(({ filter, known: own }) => hidden.some((item) => filter.finds(item, own)))
  const timed = known.length === 0 ? [] : others.filter(({ each }) => isOfTime(each))
  return verdictUntilFaulty([
    ...timed.map(
      (filter) => () =>
        round.mayGoOn() ? checkHidden(round, farTimes(filter), byFilter) : nothingCompared(),
    ),
    () =>
      search === undefined ? nothingCompared() : checkHidden(round, [...shownAsExample, ...known], bySearch),
  ])
}

function isOfTime({ keywords: { format } }: Schema): boolean {
  return format === 'date' || format === 'date-time'
}

/** A filter with times before and after all items, one of which hides them. */
function farTimes(filter: Filter): readonly SentFilter[] {
  const length = filter.each.keywords.format === 'date' ? 'YYYY-MM-DD'.length : undefined
  return FAR_TIMES.map((time) => ({ name: filter.name, value: filter.sent(time.slice(0, length)) }))
}

/** Combines the first filter that hides an item with another one that shows the item. */
async function checkHidden(
  round: Round,
  filters: readonly SentFilter[],
  shows: (hidden: readonly unknown[]) => SentFilter | undefined,
): Promise<Verdict> {
  const { whole, ids, report, collection } = round
  for (const { name, value } of filters) {
    const filtered = await resultIfRun(() => collection.walk({ [name]: value }))
    if (filtered === undefined || !filtered.isWhole) continue
    const shown = new Set(ids(filtered))
    const other = shows(
      ownFirst(round, whole.items).filter((item) => !ids({ items: [item] }).some((id) => shown.has(id))),
    )
    if (other === undefined) continue
    const asked = { [other.name]: other.value, [name]: value }
    const walk = await walkFiltered(round, asked)
    if (walk === undefined) return nothingCompared()
    const received = ids(walk).find((id) => !shown.has(id))
    if (received === undefined) return []
    const fact: Fact = {
      ...{ kind: 'shows what one filter hides', query: roundQueryTold(asked) },
      ...{ parameter: name, received },
    }
    return [report(walk.first, { part: name, breaks: rules.filters, fact })]
  }
  return nothingCompared()
}

/** Prose from one of the items. */
function textOf(items: readonly unknown[]): string | undefined {
  const said = items.flatMap((item) => Object.entries(isObject(item) ? item : {}))
  const [, text] =
    said.find(([name, value]) => texts.prose.has(name) && typeof value === 'string' && value !== '') ?? []
  return typeof text === 'string' ? text : undefined
}
