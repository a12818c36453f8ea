import type { ParameterDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { isScalar, valuesOf } from '../../../data/exchange/item-values.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import { ifRun } from '../../../data/outcome/not-run.ts'
import { isIdentifying, searches, singularOf, texts, unspecified } from '../../../lexicon/lexicon.ts'
import { checkBound, checkWindows } from './bounds.ts'
import { checkCount, ownFirst, type Round } from './round.ts'
import { rules } from './rules.ts'
import { widensBy } from './variety.ts'

const SCALARS = ['string', 'integer', 'number', 'boolean']

/**
 * A query parameter named like a property of the items, or like one of its values where it holds several
 * ("tag" and "tags"), filters by it: the items that it shows have the value, and items that have the value
 * are shown. Text may be matched by part and without regard to case. A search for a text that nobody wrote
 * does not show everything.
 */
export async function checkFilters(round: Round): Promise<Finding[]> {
  const findings: Finding[] = []
  const { filter, filters, range, count } = rules
  if (!round.context.asks(filter, filters, range, count, rules['filter-before-pages'])) return []
  const kept: Known[] = []
  const searched: ParameterDescriptor[] = []
  for (const parameter of filtersOf(round)) {
    const [known, ...others] = tellingValues(round, parameter)
    if (known !== undefined) {
      const found = [
        ...(await checkStrange(round, parameter)),
        ...(await checkKnown(round, { parameter, known })),
      ]
      for (const other of found.length > 0 ? [] : others)
        found.push(...(await checkKnown(round, { parameter, known: other })))
      if (found.length === 0) found.push(...(await checkSeveral(round, parameter)))
      if (found.length === 0) kept.push({ parameter, known })
      findings.push(...found)
    } else if (searches.has(parameter.name)) {
      const found = await checkSearch(round, parameter)
      if (found.length === 0) searched.push(parameter)
      findings.push(...found)
    } else findings.push(...(await checkBound(round, parameter)))
  }
  if (findings.length === 0) findings.push(...(await checkWidened(round)))
  if (findings.length > 0) return findings
  const pairs = await checkTogether(round, kept)
  const together = pairs.length > 0 ? pairs : await checkSearched(round, { searched, kept })
  return together.length > 0 ? together : checkWindows(round, filtersOf(round))
}

/** A filter, and a value that some item has. */
interface Known {
  readonly parameter: ParameterDescriptor
  readonly known: unknown
}

/**
 * Values that some item has, and the parameter takes: "archived" may be a time in the items, and true or false in the query. First one
 * that the first item has not, so that it matters whether it is looked for before pages are cut; of a choice another one too.
 */
function tellingValues(round: Round, parameter: ParameterDescriptor): readonly unknown[] {
  const { items } = round.whole
  const schema = eachOf(round, parameter)
  const ofFirst = new Set(valuesIn(round, items[0], parameter))
  const isTaken = (value: unknown): boolean =>
    value !== '' && !isNone(schema, value) && [value, String(value)].some((each) => schema.allows(each))
  const values = ownFirst(round, items)
    .flatMap((item) => valuesIn(round, item, parameter))
    .filter(isTaken)
  const first = values.find((value) => !ofFirst.has(value)) ?? values[0]
  const other = schema.choices === undefined ? undefined : values.find((value) => value !== first)
  return [first, other].filter((value) => value !== undefined)
}

/** Several values of a filter that takes several show the items that have one of them, and no others. */
async function checkSeveral(round: Round, parameter: ParameterDescriptor): Promise<Finding[]> {
  const { whole, ids, report, collection } = round
  const { name } = parameter
  const schema = schemaOf(round, parameter)
  if (!isSeveral(schema)) return []
  const each = eachOf(round, parameter)
  const held = whole.items.map((item) =>
    valuesIn(round, item, parameter).filter((value) => each.allows(value)),
  )
  const wanted = [...new Set(held.flat())].slice(0, 2)
  // A server may take several for a range, or for all of what one item has to have.
  const isOne =
    held.every((values) => values.length <= 1) && !(schema.items.mayBeNumber && !isIdentifying(name))
  if (wanted.length < 2 || !isOne || !schema.allows(wanted)) return []
  const walk = await ifRun(() => collection.walk({ [name]: wanted }))
  const [page] = walk?.pages ?? []
  if (walk === undefined || page === undefined) return []
  const isMeant = (item: unknown): boolean =>
    valuesIn(round, item, parameter).some((value) => wanted.some((one) => isMatch(value, one)))
  const value = JSON.stringify(wanted)
  const foreign = telling(round, parameter, walk.items).find((item) => !isMeant(item))
  if (foreign !== undefined) {
    const received = showValues(round, foreign, parameter)
    const fact: Fact = { kind: 'filter shows others', parameter: name, value, received }
    return [report(page, { part: name, breaks: rules.filter, fact })]
  }
  const shown = ids(walk)
  const meant = ids({
    items: whole.items.filter((item) => valuesIn(round, item, parameter).some((own) => wanted.includes(own))),
  })
  if (!walk.isWhole || meant.every((id) => shown.includes(id))) return checkCount(round, walk)
  const received = shown.join(', ') || 'no items'
  const fact: Fact = { kind: 'filter misses', parameter: name, value, ids: meant, received }
  return [report(page, { part: name, breaks: rules.filter, fact })]
}

/** Two filters show what both of them show: two of which one would show an item that the other hides. */
async function checkTogether(round: Round, kept: readonly Known[]): Promise<Finding[]> {
  const { whole, report, collection } = round
  if (!round.context.asks(rules.filters)) return []
  const has = (item: unknown, { parameter, known }: Known): boolean =>
    valuesIn(round, item, parameter).some((value) => isMatch(value, known))
  const pairs = kept.flatMap((one, index) => kept.slice(index + 1).map((other) => [one, other] as const))
  const difference = ([one, other]: (typeof pairs)[number]): number =>
    Number(whole.items.some((item) => has(item, one) && !has(item, other))) +
    Number(whole.items.some((item) => !has(item, one) && has(item, other)))
  const [pair] = pairs.toSorted((left, right) => difference(right) - difference(left))
  if (pair === undefined || difference(pair) === 0) return []
  const asked = Object.fromEntries(
    pair.map(({ parameter, known }) => [parameter.name, sent(round, parameter, known)]),
  )
  const walk = await ifRun(() => collection.walk(asked))
  const [page] = walk?.pages ?? []
  if (walk === undefined || page === undefined) return []
  for (const { parameter, known } of pair) {
    const foreign = telling(round, parameter, walk.items).find((item) => !has(item, { parameter, known }))
    if (foreign === undefined) continue
    const query = Object.entries(asked)
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
    const received = `${parameter.name} ${showValues(round, foreign, parameter)}`
    const fact: Fact = { kind: 'shows what one filter hides', query, parameter: parameter.name, received }
    return [report(page, { part: parameter.name, breaks: rules.filters, fact })]
  }
  return checkCount(round, walk)
}

async function checkKnown(
  round: Round,
  { parameter, known }: { parameter: ParameterDescriptor; known: unknown },
): Promise<Finding[]> {
  const { collection, whole, ids, report } = round
  const { name } = parameter
  const walk = await collection.walk({ [name]: sent(round, parameter, known) })
  const { pages, items, isWhole } = walk
  const [page] = pages
  if (page === undefined) return []
  const foreign = ownFirst(round, telling(round, parameter, items)).find(
    (item) => !valuesIn(round, item, parameter).some((value) => isMatch(value, known)),
  )
  if (foreign !== undefined) {
    const received = `${showValues(round, foreign, parameter)} among ${items.length} items`
    return [
      report(page, {
        part: name,
        breaks: rules.filter,
        fact: { kind: 'filter shows others', parameter: name, value: JSON.stringify(known), received },
      }),
    ]
  }
  const wanted = ids({
    items: whole.items.filter((item) => valuesIn(round, item, parameter).includes(known)),
  })
  const missed = isWhole ? wanted.filter((id) => !ids({ items }).includes(id)) : []
  if (missed.length > 0) {
    const fact: Fact = {
      ...{ kind: 'filter misses', parameter: name, value: JSON.stringify(known), ids: wanted },
      received: ids({ items }).join(', ') || 'no items',
    }
    return [report(page, { part: name, breaks: rules.filter, fact })]
  }
  const counted = checkCount(round, walk)
  return counted.length > 0
    ? counted
    : checkFirstPage(round, { query: { [name]: sent(round, parameter, known) }, found: items })
}

/** The smallest page of a filtered list is as full as what the filter finds makes it, wherever in the list that stands. */
async function checkFirstPage(
  { collection, operation, least, ids, report }: Round,
  { query, found }: { query: Record<string, unknown>; found: readonly unknown[] },
): Promise<Finding[]> {
  const { limit } = operation.list ?? {}
  if (limit === undefined || least === undefined || found.length === 0) return []
  const page = await collection.page({ ...query, [limit]: least })
  const wanted = ids({ items: found.slice(0, least) })
  if (page.items.length >= wanted.length) return []
  const asked = Object.entries({ ...query, [limit]: least }).map(([name, value]) => `${name}=${value}`)
  return [
    report(page, {
      part: Object.keys(query).join(),
      breaks: rules['filter-before-pages'],
      fact: {
        ...{ kind: 'filtered after the cut', query: asked.join('&'), ids: wanted },
        received: ids(page).join(', ') || 'no items',
      },
    }),
  ]
}

/** A value that stands for no filter is none to look for: "all", or a default that leaves nothing out. */
function isNone({ keywords }: Schema, value: unknown): boolean {
  return value === keywords.default || (typeof value === 'string' && unspecified.has(value))
}

/** Where all items have the same value, a filter that does nothing shows up by another value only. */
async function checkStrange(round: Round, parameter: ParameterDescriptor): Promise<Finding[]> {
  const { whole, report } = round
  const { name } = parameter
  const schema = eachOf(round, parameter)
  const { format, pattern } = schema.keywords
  const isPlain = schema.types.includes('string') && format === undefined && pattern === undefined
  const choices = schema.choices ?? (isPlain ? [strangeText(round)] : [])
  // As a query has them: an item's `true` is found by "true".
  const textsOf = (item: unknown): readonly string[] => valuesIn(round, item, parameter).map(String)
  const present = new Set(whole.items.flatMap(textsOf))
  const absent = choices.find(
    (choice) => isScalar(choice) && !present.has(String(choice)) && !isNone(schema, choice),
  )
  if (absent === undefined || present.size > 1) return []
  const walk = await ifRun(() => round.collection.walk({ [name]: sent(round, parameter, absent) }))
  const [page] = walk?.pages ?? []
  if (walk === undefined || page === undefined) return []
  const foreign = ownFirst(round, telling(round, parameter, walk.items)).find(
    (item) => !textsOf(item).includes(String(absent)),
  )
  if (foreign === undefined) return checkCount(round, walk)
  const fact: Fact = {
    ...{ kind: 'filter shows others', parameter: name, value: JSON.stringify(absent) },
    received: showValues(round, foreign, parameter),
  }
  return [report(page, { part: name, breaks: rules.filter, fact })]
}

/**
 * The items that a filter can be judged by. One that does not say its value may have any of a few: many servers leave out what is false, or
 * the first of several words.
 */
function telling(
  round: Round,
  parameter: ParameterDescriptor,
  items: readonly unknown[],
): readonly unknown[] {
  if (eachOf(round, parameter).choices === undefined) return items
  return items.filter((item) => valuesIn(round, item, parameter).length > 0)
}

function schemaOf({ context }: Round, { schema }: ParameterDescriptor): Schema {
  return schemaIn(context.document, schema)
}

/** A parameter that shows more if it is true shows no more if it is false. */
async function checkWidened(round: Round): Promise<Finding[]> {
  const { operation, members, collection, ids, report, context } = round
  for (const parameter of operation.parameters ?? []) {
    const { name } = parameter
    const schema = schemaOf(round, parameter)
    const isMeant = schema.types.includes('boolean') && schema.keywords.default !== true
    if (!isMeant || ![...members.keys()].some((member) => widensBy(parameter, member))) continue
    if (context.pool.permission.withholds(operation, parameter)) continue
    const [more, usual, less] = [
      await ifRun(() => collection.walk({ [name]: true })),
      await ifRun(() => collection.walk()),
      await ifRun(() => collection.walk({ [name]: false })),
    ]
    const page = less?.pages.at(-1)
    if (more === undefined || usual === undefined || less === undefined || page === undefined) continue
    const shown = new Set(ids(usual))
    const hidden = new Set(ids(more).filter((id) => !shown.has(id)))
    const foreign = ids(less).find((id) => hidden.has(id))
    if (foreign === undefined) continue
    const fact: Fact = { kind: 'filter shows others', parameter: name, value: 'false', received: foreign }
    return [report(page, { part: name, breaks: rules.filter, fact })]
  }
  return []
}

/** A filter as it is sent. */
interface SentFilter {
  readonly name: string
  readonly value: unknown
}

/**
 * A search beside a filter shows nothing that the filter hides, whatever the filter means: it looks for what an item says that the
 * filter alone does not show.
 */
async function checkSearched(
  round: Round,
  { searched, kept }: { readonly searched: readonly ParameterDescriptor[]; readonly kept: readonly Known[] },
): Promise<Finding[]> {
  const { whole, ids, report, collection, context } = round
  const [search] = searched
  if (search === undefined || !context.asks(rules.filters)) return []
  const known = kept.map(({ parameter, known }) => ({
    name: parameter.name,
    value: sent(round, parameter, known),
  }))
  const shownAsExample = filtersOf(round).flatMap((parameter): SentFilter[] => {
    const { example, examples: [first = example] = [] } = schemaOf(round, parameter).keywords
    const isNew = parameter !== search && !known.some(({ name }) => name === parameter.name)
    return isNew && typeof first === 'string' ? [{ name: parameter.name, value: first }] : []
  })
  for (const { name, value } of [...shownAsExample, ...known]) {
    const filtered = await ifRun(() => collection.walk({ [name]: value }))
    if (filtered === undefined || !filtered.isWhole) continue
    const shown = new Set(ids(filtered))
    const text = textOf(
      ownFirst(round, whole.items).filter((item) => !ids({ items: [item] }).some((id) => shown.has(id))),
    )
    if (text === undefined || !schemaOf(round, search).allows(text)) continue
    const asked = { [search.name]: text, [name]: value }
    const walk = await ifRun(() => collection.walk(asked))
    const [page] = walk?.pages ?? []
    const foreign = walk && ids(walk).find((id) => !shown.has(id))
    if (page === undefined || foreign === undefined) return []
    const query = Object.entries(asked)
      .map(([each, own]) => `${each}=${own}`)
      .join('&')
    const fact: Fact = { kind: 'shows what one filter hides', query, parameter: name, received: foreign }
    return [report(page, { part: name, breaks: rules.filters, fact })]
  }
  return []
}

/** Text for people in one of the items. */
function textOf(items: readonly unknown[]): string | undefined {
  const said = items.flatMap((item) => Object.entries(isObject(item) ? item : {}))
  const [, text] =
    said.find(([name, value]) => texts.prose.has(name) && typeof value === 'string' && value !== '') ?? []
  return typeof text === 'string' ? text : undefined
}

function isSeveral(schema: Schema): boolean {
  return schema.types.includes('array')
}

/** The schema of one value of a filter, which may take several. */
function eachOf(round: Round, parameter: ParameterDescriptor): Schema {
  const schema = schemaOf(round, parameter)
  return isSeveral(schema) ? schema.items : schema
}

/** One value as a filter takes it. */
function sent(round: Round, parameter: ParameterDescriptor, value: unknown): unknown {
  return isSeveral(schemaOf(round, parameter)) ? [value] : value
}

async function checkSearch(round: Round, { name }: ParameterDescriptor): Promise<Finding[]> {
  const { whole, ids, report } = round
  const text = strangeText(round)
  const walk = await ifRun(() => round.collection.walk({ [name]: text }))
  const [page] = walk?.pages ?? []
  if (walk === undefined || page === undefined || whole.items.length === 0) return []
  if (ids(page).join() !== ids(whole).join()) return checkCount(round, walk)
  const fact: Fact = {
    ...{ kind: 'filter ignored', parameter: name, value: JSON.stringify(text) },
    items: page.items.length,
  }
  return [report(page, { part: name, breaks: rules.filter, fact })]
}

/** A word that no item shows. */
function strangeText({ context }: Round): string {
  return `zq${context.pool.requests.value({ type: 'integer', minimum: 100_000 }, { variant: 'full', hint: 'text' })}qz`
}

function filtersOf(round: Round): readonly ParameterDescriptor[] {
  const { context, operation } = round
  const { limit, offset, page, pages } = operation.list ?? {}
  return (operation.parameters ?? []).filter((parameter) => {
    const { name, in: location } = parameter
    if (parameter.widens === true || context.pool.permission.withholds(operation, parameter)) return false
    const isPaging = [limit, offset, page, ...(pages?.sent?.path ?? [])].includes(name)
    const { types } = eachOf(round, parameter)
    return location === 'query' && !isPaging && types.some((type) => SCALARS.includes(type))
  })
}

/** The values by which a filter finds an item, as the document has the item. One that takes several may be called after several. */
function valuesIn(round: Round, item: unknown, { name, schema }: ParameterDescriptor): readonly unknown[] {
  const { members, context } = round
  const own = valuesOf(item, name, { isOwn: members.has(name) })
  if (own.length > 0 || members.has(name) || !isSeveral(schemaIn(context.document, schema))) return own
  const one = singularOf(name)
  return valuesOf(item, one, { isOwn: members.has(one) })
}

function showValues(round: Round, item: unknown, parameter: ParameterDescriptor): string {
  const values = valuesIn(round, item, parameter)
  return JSON.stringify(values.length === 1 ? values[0] : values.length === 0 ? null : values)
}

function isMatch(value: unknown, wanted: unknown): boolean {
  if (typeof value !== 'string' || typeof wanted !== 'string') return value === wanted
  return value.toLowerCase().includes(wanted.toLowerCase())
}
