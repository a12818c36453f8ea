import { isObject } from '@concordat/runtime/json'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { isComparableValue } from '../../../data/exchange/item-values.ts'
import type { Assertion } from '../../../data/outcome/assertion.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import {
  allVerdicts,
  nothingCompared,
  resultIfRun,
  type Verdict,
  verdictUntilFaulty,
} from '../../../data/outcome/not-run.ts'
import { counted, isIdentifyingName, searches } from '../../../lexicon/lexicon.ts'
import { unknownLike, unknownValue } from '../../../world/values/unknown-value.ts'
import type { ListedPage } from '../../evidence/pages/page.ts'
import { checkAfterChange } from './again.ts'
import { checkBound, checkTimeZones, checkWindows } from './bounds.ts'
import { type Filter, filtersOf, type KnownFilter, widensListBy } from './filter.ts'
import {
  type AskedOfRound,
  checkCount,
  checkCountBeside,
  isTellingRoundId,
  keptBy,
  ownFirst,
  type Round,
  roundQueryTold,
  walkFiltered,
} from './round.ts'
import { rules } from './rules.ts'
import { checkSearch, checkSearched, strangeText } from './searches.ts'
import { checkSortedFilter, checkSortedSearch } from './sorts.ts'
import { checkFirstPage } from './walk.ts'

/** The checks of one filter, in steps. `known` is `undefined` for a filter by a value that no item has. */
export interface FilterTrial extends KnownFilter {
  readonly steps: AsyncGenerator<Verdict>
  readonly isSearch: boolean
}

const asked = ({ filter, known }: KnownFilter) => ({ name: filter.name, value: filter.sent(known) })

/** A search for a string of one of the run's own items. */
function searchesOf(round: Round, searched: readonly Filter[]): readonly AskedOfRound[] {
  const texts = ownFirst(round, round.whole.items).flatMap((item) =>
    Object.values(isObject(item) ? item : {}).filter((value) => typeof value === 'string'),
  )
  return searched.flatMap(({ name, schema }) =>
    texts.filter((value) => schema.allows(value)).map((value) => ({ name, value })),
  )
}

/**
 * Checks that a query parameter that is named like a property of the items, or like its singular ("tag" for
 * "tags"), filters by that property: all items shown have the value, and all items with the value are shown.
 * Text can match in part and in any letter case. A search for a string that no item contains must not show
 * everything.
 */
export function filterTrials(round: Round): readonly FilterTrial[] {
  const { filter, filters, found, range, count } = rules
  const others = [rules['filter-before-pages'], rules['time-zone'], rules.sort]
  if (!round.context.asks(filter, filters, found, range, count, ...others)) return []
  return filtersOf(round).map((filter) => {
    const values = tellingValues(round, filter)
    const isSearch = values.length === 0 && searches.has(filter.name)
    const steps = isSearch ? checkSearch(round, filter) : checkFilter(round, filter, values)
    return { filter, steps, isSearch, known: values[0] }
  })
}

/**
 * Checks filters together with one another, with orders and after changes.
 * @param right the trials of the filters that work.
 * @param isSorted true if the whole list is in the order that a request asks for.
 */
export async function checkCombined(
  round: Round,
  { right, isSorted }: { readonly right: readonly FilterTrial[]; readonly isSorted: boolean },
): Promise<Verdict> {
  const kept = right.filter(({ known }) => known !== undefined)
  const searched = right.flatMap(({ filter, isSearch }) => (isSearch ? [filter] : []))
  const all = filtersOf(round)
  const parameters = all.map(({ parameter }) => parameter)
  const sorted: readonly Part[] = [
    [rules.sort, () => checkSortedFilter(round, kept)],
    [rules.sort, () => checkSortedSearch(round, searched)],
  ]
  const parts: readonly Part[] = [
    [rules.filter, () => checkWidened(round)],
    [rules.filters, () => checkTogether(round, kept)],
    ...(isSorted ? sorted : []),
    [rules.filters, () => checkSearched(round, { searched, kept })],
    [rules.count, () => checkCountBeside(round, [...kept.map(asked), ...searchesOf(round, searched)])],
    [rules.range, () => checkWindows(round, parameters)],
    [rules['time-zone'], () => checkTimeZones(round, all)],
    [rules.filter, () => checkAfterChange(round, kept)],
  ]
  return verdictUntilFaulty(parts.flatMap(([rule, check]) => (round.context.asks(rule) ? [check] : [])))
}

/** A check, and the rule that it judges. */
type Part = readonly [rule: Assertion, check: () => Verdict | Promise<Verdict>]

/**
 * Checks values that some items have: filtering by a value hides no item that has it, and shows no other
 * items. Without such a value, the filter may refer to another item, or bound a property.
 */
async function* checkFilter(
  round: Round,
  filter: Filter,
  values: readonly unknown[],
): AsyncGenerator<Verdict> {
  if (values.length === 0)
    return yield filter.isReference
      ? await checkStrange(round, filter)
      : await checkBound(round, filter.parameter)
  const [first, ...others] = values
  yield* checkKnown(round, filter, first)
  yield await checkStrange(round, filter)
  for (const other of others) yield* checkKnown(round, filter, other)
  yield await checkSeveral(round, filter)
}

/**
 * Values that some item has and that the filter accepts. The types can differ: "archived" can be a time in
 * the items but true or false in the query. The first value is, if possible, one that the first item lacks,
 * which detects servers that filter only after dividing the list into pages. For a choice, a second value is
 * added, and for an array a value that no item has in the first position.
 */
function tellingValues(round: Round, filter: Filter): readonly unknown[] {
  const { items } = round.whole
  const { each } = filter
  const ofFirst = new Set(filter.valuesIn(items[0]))
  const isTaken = (value: unknown): boolean =>
    value !== '' &&
    !filter.isNone(value) &&
    !filter.isOtherForm(value) &&
    [value, String(value)].some((one) => each.allows(one))
  const values = ownFirst(round, items)
    .flatMap((item) => filter.valuesIn(item))
    .filter(isTaken)
  const others = values.filter((value) => !ofFirst.has(value))
  // A server can decode some characters wrongly.
  const first = others.find(isEncoded) ?? others[0] ?? values[0]
  const other = each.values.choices === undefined ? undefined : values.find((value) => value !== first)
  const leading = new Set(items.map((item) => filter.valuesIn(item)[0]))
  const behind = values.find((value) => !leading.has(value))
  return [...new Set([first, other, behind])].filter((value) => value !== undefined)
}

/** True for a string that a query encodes. */
function isEncoded(value: unknown): boolean {
  return typeof value === 'string' && encodeURIComponent(value) !== value
}

/** A finding about items that the filter should have hidden. */
function shownToo(
  { report }: Round,
  page: ListedPage,
  { filter, value, received }: { readonly filter: Filter; readonly value: string; readonly received: string },
): Finding {
  const fact: Fact = { kind: 'filter shows others', parameter: filter.name, value, received }
  return report(page, { part: filter.name, breaks: rules.filter, fact })
}

/** A finding about items that the filter should have shown. */
function missing(
  { report }: Round,
  page: ListedPage,
  {
    filter,
    value,
    wanted,
    shown,
  }: {
    readonly filter: Filter
    readonly value: string
    readonly wanted: readonly string[]
    readonly shown: readonly string[]
  },
): Finding {
  const received = shown.join(', ') || 'no items'
  const fact: Fact = { kind: 'filter misses', parameter: filter.name, value, ids: wanted, received }
  return report(page, { part: filter.name, breaks: rules.filter, fact })
}

/** Checks that several values for a filter show exactly the items that have one of them. */
async function checkSeveral(round: Round, filter: Filter): Promise<Verdict> {
  const { whole, ids } = round
  const { name, schema, each } = filter
  if (!filter.takesSeveral) return nothingCompared()
  const held = whole.items.map((item) => filter.valuesIn(item).filter((value) => each.allows(value)))
  const wanted = severalOf(filter, [...new Set(held.flat())])
  // A server can treat several numbers as a range.
  if (schema.items.values.mayBeNumbers && !isIdentifyingName(name)) return nothingCompared()
  if (held.some((values) => values.length > 1)) return checkBoth(round, filter)
  if (wanted.length < 2 || !schema.allows(wanted)) return nothingCompared()
  const walk = await walkFiltered(round, { [name]: wanted })
  if (walk === undefined || filter.isLeftOutIn(walk.items)) return nothingCompared()
  const isMeant = (item: unknown): boolean => wanted.some((one) => filter.finds(item, one))
  const value = JSON.stringify(wanted)
  const foreign = filter.telling(walk.items).find((item) => !isMeant(item))
  if (foreign !== undefined)
    return [shownToo(round, walk.first, { filter, value, received: filter.show(foreign) })]
  const shown = ids(walk)
  const meant = ids({
    items: whole.items.filter((item) => filter.valuesIn(item).some((own) => wanted.includes(own))),
  })
  if (!walk.isWhole || meant.every((id) => shown.includes(id))) return keptBy(round, rules.filter, walk)
  return [missing(round, walk.first, { filter, value, wanted: meant, shown })]
}

/**
 * Two values that items have. If all items have the same choice, another one comes first, which detects
 * servers that read only the first value.
 */
function severalOf(filter: Filter, held: readonly unknown[]): readonly unknown[] {
  const [only, ...others] = held
  if (only === undefined || only === null || others.length > 0) return held.slice(0, 2)
  const absent = filter.each.values.choices?.find(
    (choice) => choice !== only && choice !== null && !filter.isNone(choice),
  )
  return absent === undefined ? held : [absent, only]
}

/**
 * Checks that filtering by two values of one item finds this item, and shows no item twice. A server can
 * require an item to have one of the values or all of them.
 */
async function checkBoth(round: Round, filter: Filter): Promise<Verdict> {
  const { ids, report, whole } = round
  const { name, schema, each } = filter
  const valuesIn = (item: unknown): readonly unknown[] =>
    [...new Set(filter.valuesIn(item))].filter((value) => each.allows(value)).slice(0, 2)
  const item = ownFirst(round, whole.items).find((one) => valuesIn(one).length > 1)
  const wanted = valuesIn(item)
  if (item === undefined || !schema.allows(wanted)) return nothingCompared()
  const walk = await walkFiltered(round, { [name]: wanted })
  if (walk === undefined) return nothingCompared()
  const value = JSON.stringify(wanted)
  const foreign = filter.telling(walk.items).find((one) => !wanted.some((own) => filter.finds(one, own)))
  if (foreign !== undefined)
    return [shownToo(round, walk.first, { filter, value, received: filter.show(foreign) })]
  const [shown, meant] = [ids(walk), ids({ items: [item] })]
  if (walk.isWhole && meant.some((id) => !shown.includes(id)))
    return [missing(round, walk.first, { filter, value, wanted: meant, shown })]
  const twice = [...new Set(shown.filter((id, index) => isTellingRoundId(id) && shown.indexOf(id) !== index))]
  if (twice.length === 0) return keptBy(round, rules.filter, walk)
  const fact: Fact = { kind: 'twice in pages', ids: twice, query: roundQueryTold({ [name]: wanted }) }
  return [report(walk.first, { part: name, breaks: rules.pages, fact })]
}

/**
 * Checks that two filters together show only items that both of them show. The two are chosen so that one
 * would show an item that the other hides.
 */
async function checkTogether(round: Round, kept: readonly KnownFilter[]): Promise<Verdict> {
  const { whole, report } = round
  const has = (item: unknown, { filter, known }: KnownFilter): boolean => filter.finds(item, known)
  const pairs = kept.flatMap((one, index) => kept.slice(index + 1).map((other) => [one, other] as const))
  const difference = ([one, other]: (typeof pairs)[number]): number =>
    Number(whole.items.some((item) => has(item, one) && !has(item, other))) +
    Number(whole.items.some((item) => !has(item, one) && has(item, other)))
  const [pair] = pairs.toSorted((left, right) => difference(right) - difference(left))
  if (pair === undefined || difference(pair) === 0) return nothingCompared()
  const asked = Object.fromEntries(pair.map(({ filter, known }) => [filter.name, filter.sent(known)]))
  const walk = await walkFiltered(round, asked)
  if (walk === undefined) return nothingCompared()
  for (const { filter, known } of pair) {
    const foreign = filter.telling(walk.items).find((item) => !filter.finds(item, known))
    if (foreign === undefined) continue
    const received = `${filter.name} ${filter.show(foreign)}`
    const fact: Fact = {
      ...{ kind: 'shows what one filter hides', query: roundQueryTold(asked) },
      ...{ parameter: filter.name, received },
    }
    return [report(walk.first, { part: filter.name, breaks: rules.filters, fact })]
  }
  return allVerdicts([[], checkCount(round, walk)])
}

/** The filters' values that a run has used, as text. */
const newUsedValues = () => new Set<string>()

/** Returns a function that is true for a filter's value that the run has used in this list. */
export function usedInFilters({ context, operation }: Pick<Round, 'context' | 'operation'>) {
  const used = context.state.of(newUsedValues)
  return ({ filter, known }: KnownFilter): boolean => used.has(usedText(operation, { filter, known }))
}

function usedText({ operationId }: Round['operation'], { filter, known }: KnownFilter): string {
  return JSON.stringify([operationId, filter.name, known])
}

/** Checks that a filter finds the items that have a value, and no others. */
export async function* checkKnown(round: Round, filter: Filter, known: unknown): AsyncGenerator<Verdict> {
  const { collection, whole, ids } = round
  round.context.state.of(newUsedValues).add(usedText(round.operation, { filter, known }))
  const asked = { [filter.name]: filter.sent(known) }
  const walk = await collection.walk(asked)
  const { pages, items, isWhole } = walk
  const [page] = pages
  if (page === undefined || filter.isLeftOutIn(items)) return yield nothingCompared()
  const value = JSON.stringify(known)
  const foreign = ownFirst(round, filter.telling(items)).find((item) => !filter.finds(item, known))
  if (foreign !== undefined) {
    const received = `${filter.show(foreign)} among ${counted(items.length, 'item')}`
    return yield [shownToo(round, page, { filter, value, received })]
  }
  const wanted = ids({ items: whole.items.filter((item) => filter.valuesIn(item).includes(known)) })
  const shown = ids({ items })
  if (isWhole && wanted.some((id) => !shown.includes(id)))
    return yield [missing(round, page, { filter, value, wanted, shown })]
  yield keptBy(round, rules.filter, walk)
  yield await checkFirstPage(round, { query: asked, found: items, isWhole })
}

/**
 * Filters by a value that no item has. If all items have the same value, only this can detect an ineffective
 * filter. A server that looks up the item that a filter refers to can ignore the filter if there is none.
 */
async function checkStrange(round: Round, filter: Filter): Promise<Verdict> {
  const { whole } = round
  const { each } = filter
  const { format, pattern } = each.keywords
  const isPlain = each.types.includes('string') && format === undefined && pattern === undefined
  // Compares values as strings, because a query contains only strings: "true" finds an item with `true`.
  const textsOf = (item: unknown): readonly string[] => filter.valuesIn(item).map(String)
  const present = new Set(whole.items.flatMap(textsOf))
  const unknown = filter.isReference ? unknownReference(round, filter, present) : []
  const choices = each.values.choices ?? [...unknown, ...(isPlain ? [strangeText(round)] : [])]
  const absent = choices.find(
    (choice) => isComparableValue(choice) && !present.has(String(choice)) && !filter.isNone(choice),
  )
  if (absent === undefined || (present.size > 1 && !filter.isReference)) return nothingCompared()
  const walk = await walkFiltered(round, { [filter.name]: filter.sent(absent) })
  if (walk === undefined) return nothingCompared()
  const foreign = ownFirst(round, filter.telling(walk.items)).find(
    (item) => !textsOf(item).includes(String(absent)),
  )
  if (foreign === undefined) return keptBy(round, rules.filter, walk)
  return [
    shownToo(round, walk.first, { filter, value: JSON.stringify(absent), received: filter.show(foreign) }),
  ]
}

/** An id that no item has, in the form of those that items refer to. */
function unknownReference(
  { context: { random } }: Round,
  { each }: Filter,
  present: ReadonlySet<string>,
): readonly unknown[] {
  const [known = ''] = present
  const text = unknownLike(known, each, random) ?? unknownValue(each, random)
  if (text === undefined) return []
  return [each.types.includes('string') ? text : Number(text)]
}

/** Checks that a parameter that adds items if it is true adds none if it is false. */
async function checkWidened(round: Round): Promise<Verdict> {
  const { operation, members, collection, ids, report, context } = round
  const verdicts: Verdict[] = []
  for (const parameter of operation.parameters ?? []) {
    const { name } = parameter
    const schema = schemaIn(context.document, parameter.schema)
    const isMeant = schema.types.includes('boolean') && schema.keywords.default !== true
    if (!isMeant || ![...members.keys()].some((member) => widensListBy(parameter, member))) continue
    if (context.pool.permission.withholds(operation, parameter)) continue
    const [more, usual, less] = [
      await resultIfRun(() => collection.walk({ [name]: true })),
      await resultIfRun(() => collection.walk()),
      await resultIfRun(() => collection.walk({ [name]: false })),
    ]
    if (more === undefined || usual === undefined || less === undefined) continue
    const shown = new Set(ids(usual))
    const hidden = new Set(ids(more).filter((id) => !shown.has(id)))
    const foreign = ids(less).find((id) => hidden.has(id))
    verdicts.push([])
    if (foreign === undefined) continue
    const fact: Fact = { kind: 'filter shows others', parameter: name, value: 'false', received: foreign }
    return [report(less.last, { part: name, breaks: rules.filter, fact })]
  }
  return allVerdicts(verdicts)
}
