import type { ParameterDescriptor } from '@concordat/runtime/http'
import { searches, unspecified } from '@concordat/runtime/lexicon'
import type { Schema } from '@concordat/runtime/schema'
import { schemaIn } from '../../document/schema-in.ts'
import { isScalar, valuesOf } from '../../exchange/item-values.ts'
import type { Finding } from '../../outcome/finding.ts'
import type { Fact } from '../../outcome/kinds/fact.ts'
import { ifRun } from '../../outcome/not-run.ts'
import { checkBound } from './bounds.ts'
import { checkCount, ownFirst, type Round } from './round.ts'
import { rules } from './rules.ts'

const SCALARS = ['string', 'integer', 'number', 'boolean']

/**
 * A query parameter named like a property of the items, or like one of its values where it holds several ("tag" and "tags"),
 * filters by it: what it shows has the value, and what has the value is shown. Text may be matched by part and without
 * regard to case. A search for what nobody wrote does not show everything.
 */
export async function checkFilters(round: Round): Promise<Finding[]> {
  const findings: Finding[] = []
  const { filter, range, count } = rules
  if (!round.context.asks(filter, range, count, rules['filter-before-pages'])) return []
  for (const parameter of filtersOf(round)) {
    const known = tellingValue(round, parameter)
    if (known !== undefined) {
      findings.push(
        ...(await checkStrange(round, parameter)),
        ...(await checkKnown(round, { parameter, known })),
      )
    } else if (searches.has(parameter.name)) findings.push(...(await checkSearch(round, parameter)))
    else findings.push(...(await checkBound(round, parameter)))
  }
  return findings
}

/**
 * A value that some item has, and the parameter takes: "archived" may be a time in the items, and true or false in the query. Rather one
 * that the first item has not, so that it matters whether it is looked for before pages are cut.
 */
function tellingValue(round: Round, parameter: ParameterDescriptor): unknown {
  const { name } = parameter
  const { items } = round.whole
  const schema = schemaOf(round, parameter)
  const ofFirst = new Set(valuesIn(round, items[0], name))
  const isTaken = (value: unknown): boolean =>
    value !== '' && [value, String(value)].some((each) => schema.allows(each))
  const values = ownFirst(round, items)
    .flatMap((item) => valuesIn(round, item, name))
    .filter(isTaken)
  return values.find((value) => !ofFirst.has(value)) ?? values[0]
}

async function checkKnown(
  round: Round,
  { parameter, known }: { parameter: ParameterDescriptor; known: unknown },
): Promise<Finding[]> {
  const { collection, whole, ids, report } = round
  const { name } = parameter
  const walk = await collection.walk({ [name]: known })
  const { pages, items, isWhole } = walk
  const [page] = pages
  if (page === undefined) return []
  const foreign = ownFirst(round, telling(round, parameter, items)).find(
    (item) => !valuesIn(round, item, name).some((value) => isMatch(value, known)),
  )
  if (foreign !== undefined) {
    const received = `${showValues(round, foreign, name)} among ${items.length} items`
    return [
      report(page, {
        part: name,
        breaks: rules.filter,
        fact: { kind: 'filter shows others', parameter: name, value: JSON.stringify(known), received },
      }),
    ]
  }
  const wanted = ids({ items: whole.items.filter((item) => valuesIn(round, item, name).includes(known)) })
  const missed = isWhole ? wanted.filter((id) => !ids({ items }).includes(id)) : []
  if (missed.length > 0) {
    const fact: Fact = {
      ...{ kind: 'filter misses', parameter: name, value: JSON.stringify(known), ids: wanted },
      received: ids({ items }).join(', ') || 'no items',
    }
    return [report(page, { part: name, breaks: rules.filter, fact })]
  }
  const counted = checkCount(round, walk)
  return counted.length > 0 ? counted : checkFirstPage(round, { query: { [name]: known }, found: items })
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

/** Where all items have the same value, a filter that does nothing shows up by another value only. */
async function checkStrange(round: Round, parameter: ParameterDescriptor): Promise<Finding[]> {
  const { whole, report } = round
  const { name } = parameter
  const schema = schemaOf(round, parameter)
  const { format, pattern, default: usual } = schema.keywords
  const isPlain = schema.types.includes('string') && format === undefined && pattern === undefined
  const choices = schema.choices ?? (isPlain ? [strangeText(round)] : [])
  // As a query has them: an item's `true` is found by "true".
  const textsOf = (item: unknown): readonly string[] => valuesIn(round, item, name).map(String)
  const present = new Set(whole.items.flatMap(textsOf))
  // What holds for who says nothing, and no item has, is no value to look for: "all".
  const isNone = (choice: unknown): boolean =>
    typeof choice === 'string' && (choice === usual || unspecified.has(choice))
  const absent = choices.find((choice) => isScalar(choice) && !present.has(String(choice)) && !isNone(choice))
  if (absent === undefined || present.size > 1) return []
  const walk = await ifRun(() => round.collection.walk({ [name]: absent }))
  const [page] = walk?.pages ?? []
  if (walk === undefined || page === undefined) return []
  const foreign = ownFirst(round, telling(round, parameter, walk.items)).find(
    (item) => !textsOf(item).includes(String(absent)),
  )
  if (foreign === undefined) return checkCount(round, walk)
  const fact: Fact = {
    ...{ kind: 'filter shows others', parameter: name, value: JSON.stringify(absent) },
    received: showValues(round, foreign, name),
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
  if (schemaOf(round, parameter).choices === undefined) return items
  return items.filter((item) => valuesIn(round, item, parameter.name).length > 0)
}

function schemaOf({ context }: Round, { schema }: ParameterDescriptor): Schema {
  return schemaIn(context.document, schema)
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
    const { types } = schemaOf(round, parameter)
    return location === 'query' && !isPaging && types.some((type) => SCALARS.includes(type))
  })
}

/** The values by which a filter finds an item, as the document has the item. */
function valuesIn({ members }: Round, item: unknown, name: string): readonly unknown[] {
  return valuesOf(item, name, { isOwn: members.has(name) })
}

function showValues(round: Round, item: unknown, name: string): string {
  const values = valuesIn(round, item, name)
  return JSON.stringify(values.length === 1 ? values[0] : values.length === 0 ? null : values)
}

function isMatch(value: unknown, wanted: unknown): boolean {
  if (typeof value !== 'string' || typeof wanted !== 'string') return value === wanted
  return value.toLowerCase().includes(wanted.toLowerCase())
}
