import type { ParameterDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { jsonBody } from '../../../data/document/json-body.ts'
import { creatorOfItems, resourceByName } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import {
  allVerdicts,
  isCleanVerdict,
  nothingCompared,
  resultIfRun,
  type Verdict,
  verdictUntilFaulty,
} from '../../../data/outcome/not-run.ts'
import {
  DAY_MS,
  isIdentifyingName,
  momentOfText,
  rangeEnd,
  ranges,
  timeOfText,
} from '../../../lexicon/lexicon.ts'
import {
  type BoundedMember,
  boundedValues,
  isBoundedMember,
  memberBounded,
} from '../../../world/values/range-members.ts'
import type { Filter } from './filter.ts'
import {
  isSameOrderInRound,
  keptBy,
  ownFirst,
  type Round,
  roundIdsText,
  roundQueryTold,
  walkFiltered,
} from './round.ts'
import { rules } from './rules.ts'

/**
 * Distance in days that is safe in any time zone. The server's time zone, which determines the date of a
 * time, is unknown.
 */
const DAYS_APART = 2
/** Distance of times that have a zone. Some servers store only whole seconds. */
const TIMES_APART_MS = 2000

/** One end of a range of numbers or times, as set by a parameter. */
interface Bound extends BoundedMember {
  readonly name: string
  readonly isLeast: boolean
  /** Distance from an item at which the bound certainly does not equal the item's value. */
  readonly gap: number
  /** Returns the value to send for a number, or for a time in milliseconds. */
  write(value: number): unknown
}

/** Checks that a list with a bound shows exactly the items within the bound, and counts only those. */
export async function checkBound(round: Round, parameter: ParameterDescriptor): Promise<Verdict> {
  const bound = boundOf(round, parameter)
  const values = bound === undefined ? [] : round.whole.items.flatMap((item) => boundedValues(item, bound))
  if (bound === undefined || values.length === 0 || !round.context.asks(rules.range, rules.count))
    return nothingCompared()
  const { isLeast, isTime } = bound
  const [least, greatest] = [Math.min(...values), Math.max(...values)]
  const [inner, outer] = isLeast ? [greatest, least] : [least, greatest]
  const step = (isLeast ? 1 : -1) * (isTime ? DAYS_APART * DAY_MS : 1)
  // A bound beyond the last item must find nothing. This is the strongest test, but the schema has to allow
  // such a value.
  const beyond = inner + step
  const isBeyond = isAllowed(round, parameter, bound.write(beyond))
  const outside = await checkWithin(round, { bound, at: isBeyond || isTime ? beyond : inner })
  if (!isCleanVerdict(outside)) return outside
  // Only some names say whether the bound itself is part of the range. A bound one step before the item
  // always includes the item.
  const wide = isInclusive(bound, outer) ? outer : outer - step
  return allVerdicts([outside, ...(await checkInside(round, { parameter, bound, inner, wide }))])
}

/** Checks an item that is equal to the bound and then, with a wider bound, that all items are shown. */
async function checkInside(
  round: Round,
  { parameter, bound, inner, wide }: Inside,
): Promise<readonly Verdict[]> {
  const told = await checkOnBound(round, { parameter, bound, at: inner })
  if (told !== undefined && !isCleanVerdict(told)) return [told]
  const known = told === undefined ? [] : [told]
  const isNew = isAllowed(round, parameter, bound.write(wide)) && (told === undefined || wide !== inner)
  return isNew ? [...known, await checkAll(round, { bound, at: wide })] : known
}

interface Inside {
  readonly parameter: ParameterDescriptor
  readonly bound: Bound
  /** The value of the item nearest to the bound. */
  readonly inner: number
  /** A bound that includes all items. */
  readonly wide: number
}

/**
 * Checks an item that is equal to the bound, if the description says whether the range includes such an item.
 * A time is checked only if clients write it, because a server can store a time more precisely than it shows
 * it.
 */
async function checkOnBound(
  round: Round,
  { parameter, bound, at }: Cut & { readonly parameter: ParameterDescriptor },
): Promise<Verdict | undefined> {
  const { whole, ids } = round
  const value = bound.write(at)
  const isExact = !bound.isTime || (isWritten(round, bound) && momentOfText(value) === at)
  if (parameter.edge === undefined || !isExact || !isAllowed(round, parameter, value)) return undefined
  if (parameter.edge === 'inside') return checkAll(round, { bound, at })
  const walk = await walkFiltered(round, { [bound.name]: value })
  if (walk === undefined) return undefined
  const onIt = new Set(ids({ items: whole.items.filter((item) => boundedValues(item, bound).includes(at)) }))
  if (!ids(walk).some((id) => onIt.has(id))) return undefined
  const fact: Fact = {
    ...{ kind: 'outside of the bound', member: bound.member, end: bound.isLeast ? 'more than' : 'less than' },
    ...{ isTime: bound.isTime, bound: String(value), received: String(value) },
  }
  return [round.report(walk.first, { part: bound.name, breaks: rules.range, fact })]
}

/** True if a create accepts the property that a bound restricts. */
function isWritten(round: Round, bound: Bound): boolean {
  return [...writtenMembers(round)].some((name) => isBoundedMember(name, bound))
}

/** Properties of the items that a create accepts, for one item or for an array of items. */
function writtenMembers({
  context: { document },
  operation: { path, resource },
}: Round): ReadonlySet<string> {
  const create =
    creatorOfItems(document, resourceByName(document, resource?.name)) ??
    document.operations.find((other) => other.path === path && other.method === 'POST')
  const { properties } = schemaIn(document, create && jsonBody(create)?.schema)
  const inArrays = [...properties.values()].flatMap(({ items }) => [...items.properties.keys()])
  return new Set([...properties.keys(), ...inArrays])
}

/** Checks that a range around one item, with other items below and above it, shows only that item. */
export async function checkWindows(round: Round, all: readonly ParameterDescriptor[]): Promise<Verdict> {
  const bounds = all.flatMap((parameter) => {
    const bound = boundOf(round, parameter)
    return bound === undefined ? [] : [{ parameter, bound }]
  })
  const windows = bounds.flatMap((least) => {
    const isOther = ({ bound }: End): boolean =>
      !bound.isLeast && bound.member === least.bound.member && bound.isTime === least.bound.isTime
    const most = least.bound.isLeast ? bounds.find(isOther) : undefined
    return most === undefined ? [] : [() => checkWindow(round, least, most)]
  })
  return verdictUntilFaulty(windows)
}

const HOUR_MS = 3_600_000
/** Time zone in which the times of items are sent, in hours ahead of UTC. */
const ZONE_HOURS = 5
/** Maximum number of times that are sent in one parameter. */
const MOST_TIMES = 2

/**
 * Checks that a time in a query selects the same items in every time zone. The time is one hour before that
 * of an item, so a server that ignores the zone reads a time after the item.
 * @see RFC 3339, 4.2
 */
export async function checkTimeZones(round: Round, filters: readonly Filter[]): Promise<Verdict> {
  const zoned = filters.filter(({ each }) => each.keywords.format === 'date-time')
  const times = zoned.length === 0 ? [] : timesShown(round)
  return verdictUntilFaulty(
    zoned.flatMap((filter) =>
      times.map((time) => () => (round.mayGoOn() ? checkTimeZone(round, filter, time) : nothingCompared())),
    ),
  )
}

/** Times in the items, with the run's own items first, and without those that are close to another. */
function timesShown(round: Round): readonly number[] {
  const shown = ownFirst(round, round.whole.items).flatMap((item) =>
    Object.values(isObject(item) ? item : {}).flatMap((value) => timeOfText(value) ?? []),
  )
  const hours = shown.map((time) => Math.floor(time / HOUR_MS))
  return shown.filter((_, index) => hours.indexOf(hours[index] ?? 0) === index).slice(0, MOST_TIMES)
}

async function checkTimeZone(round: Round, filter: Filter, time: number): Promise<Verdict> {
  const { name, parameter } = filter
  const before = time - HOUR_MS
  const usual = new Date(before).toISOString()
  const zone = `+${String(ZONE_HOURS).padStart(2, '0')}:00`
  const other = new Date(before + ZONE_HOURS * HOUR_MS).toISOString().replace('Z', zone)
  if (![usual, other].every((text) => isAllowed(round, parameter, filter.sent(text))))
    return nothingCompared()
  const ask = (text: string) => walkFiltered(round, { [name]: filter.sent(text) })
  const [inUtc, elsewhere] = [await ask(usual), await ask(other)]
  if (inUtc?.isWhole !== true || elsewhere?.isWhole !== true) return nothingCompared()
  const [wanted, shown] = [round.ids(inUtc), round.ids(elsewhere)]
  if (haveSameItems(wanted, shown)) return []
  // A list that changes between two reads, like a log of requests, shows nothing.
  const again = await ask(usual)
  if (again === undefined || !haveSameItems(wanted, round.ids(again))) return nothingCompared()
  const fact: Fact = {
    ...{ kind: 'time zone ignored', parameter: name, value: other, same: usual },
    ...{ ids: roundIdsText(wanted), received: roundIdsText(shown) },
  }
  const { answer: beside } = inUtc.first
  return [round.report(elsewhere.first, { part: name, breaks: rules['time-zone'], fact, beside: [beside] })]
}

function haveSameItems(one: readonly string[], other: readonly string[]): boolean {
  return isSameOrderInRound(one.toSorted(), other.toSorted())
}

interface End {
  readonly parameter: ParameterDescriptor
  readonly bound: Bound
}

async function checkWindow(round: Round, from: End, to: End): Promise<Verdict> {
  const { whole, ids, report } = round
  const values = [...new Set(whole.items.flatMap((item) => boundedValues(item, from.bound)))].toSorted(
    (one, other) => one - other,
  )
  const gap = Math.max(from.bound.gap, to.bound.gap)
  const at = values.findIndex(
    (value, index) =>
      value - (values[index - 1] ?? value) > 2 * gap && (values[index + 1] ?? value) - value > 2 * gap,
  )
  const middle = values[at]
  if (middle === undefined) return checkMoment(round, { from, to, at: values[0] })
  const [low, high] = [middle - gap, middle + gap]
  if (!isAllowed(round, from.parameter, from.bound.write(low))) return nothingCompared()
  if (!isAllowed(round, to.parameter, to.bound.write(high))) return nothingCompared()
  const query = { [from.bound.name]: from.bound.write(low), [to.bound.name]: to.bound.write(high) }
  const walk = await walkFiltered(round, query)
  if (walk === undefined) return nothingCompared()
  const isWithin = (item: unknown): boolean =>
    boundedValues(item, from.bound).every((value) => value >= low && value <= high)
  const outside = walk.items.find((item) => !isWithin(item))
  if (outside !== undefined) {
    const [value = 0] = boundedValues(outside, from.bound)
    const end = value < low ? from : to
    const fact: Fact = {
      ...{ kind: 'outside of the bound', member: from.bound.member },
      end: value < low ? 'at least' : 'at most',
      ...{
        isTime: end.bound.isTime,
        bound: String(end.bound.write(value < low ? low : high)),
        received: String(end.bound.write(value)),
      },
    }
    return [report(walk.first, { part: end.bound.name, breaks: rules.range, fact })]
  }
  const shown = ids(walk)
  const within = ids({
    items: whole.items.filter((item) => boundedValues(item, from.bound).length > 0 && isWithin(item)),
  })
  if (!walk.isWhole || within.every((id) => shown.includes(id)))
    return verdictUntilFaulty([
      () => keptBy(round, rules.range, walk),
      () => checkMoment(round, { from, to, at: middle }),
    ])
  const received = shown.join(', ') || 'no items'
  const fact: Fact = { kind: 'bound misses', query: roundQueryTold(query), ids: within, received }
  return [report(walk.first, { part: from.bound.name, breaks: rules.range, fact })]
}

/** Checks that a range that begins and ends with an item's value shows the item, if it includes both ends. */
async function checkMoment(
  round: Round,
  { from, to, at }: { readonly from: End; readonly to: End; readonly at: number | undefined },
): Promise<Verdict> {
  const { collection, ids, report, whole } = round
  const ends = [from, to]
  const isExact = ({ bound, parameter }: End, value: number): boolean =>
    parameter.edge === 'inside' &&
    isAllowed(round, parameter, bound.write(value)) &&
    (!bound.isTime || (isWritten(round, bound) && momentOfText(bound.write(value)) === value))
  if (at === undefined || !ends.every((end) => isExact(end, at))) return nothingCompared()
  const query = Object.fromEntries(ends.map(({ bound }) => [bound.name, bound.write(at)]))
  const page = await resultIfRun(() => collection.tried(query))
  const within = ids({
    items: whole.items.filter((item) => boundedValues(item, from.bound).includes(at)),
  })
  if (page === undefined || within.some((id) => ids(page).includes(id))) return []
  const received = page.refused === undefined ? ids(page).join(', ') || 'no items' : `status ${page.refused}`
  const fact: Fact = { kind: 'bound misses', query: roundQueryTold(query), ids: within, received }
  return [report(page, { part: from.bound.name, breaks: rules.range, fact })]
}

function boundOf(round: Round, { name, schema }: ParameterDescriptor): Bound | undefined {
  const { context, whole } = round
  const { end, of } = rangeEnd(name) ?? {}
  const { format, type } = schemaIn(context.document, schema).keywords
  const member = of === undefined ? undefined : memberBounded(of, format, round.members)
  if (member === undefined) return undefined
  const numbers = {
    name,
    member,
    isLeast: end === 'least',
    isTime: false,
    gap: 1,
    write: (value: number) => value,
  }
  // If clients do not write the only time, the bound can concern another one that the server does not show.
  if (of === '' && !isWritten(round, numbers)) return undefined
  if (whole.items.some((item) => boundedValues(item, numbers).length > 0)) return numbers
  if (type !== 'string' || (format !== 'date-time' && format !== 'date')) return undefined
  const length = format === 'date' ? 'YYYY-MM-DD'.length : undefined
  const write = (value: number): string => new Date(value).toISOString().slice(0, length)
  return { ...numbers, isTime: true, gap: format === 'date' ? DAYS_APART * DAY_MS : TIMES_APART_MS, write }
}

function isAllowed({ context }: Round, { schema }: ParameterDescriptor, value: unknown): boolean {
  return schemaIn(context.document, schema).allows(value)
}

/**
 * True if the bound's name says that it is part of the range, and the value is a number that every server can
 * compare exactly. Ids are excluded, because they can also be bounds of pages, which begin after the last id.
 */
function isInclusive({ name, member, isTime }: Bound, value: number): boolean {
  return ranges.inclusive.has(name) && !isTime && !isIdentifyingName(member) && Number.isSafeInteger(value)
}

interface Cut {
  readonly bound: Bound
  readonly at: number
}

async function checkWithin(round: Round, { bound, at }: Cut): Promise<Verdict> {
  const { name, member, isLeast, write } = bound
  const walk = await walkFiltered(round, { [name]: write(at) })
  if (walk === undefined) return nothingCompared()
  const found = walk.items.flatMap((item) => boundedValues(item, bound))
  const outside = found.find((value) => (isLeast ? value < at : value > at))
  if (outside === undefined) return keptBy(round, rules.range, walk)
  const fact: Fact = {
    ...{ kind: 'outside of the bound', member, end: isLeast ? 'at least' : 'at most' },
    ...{ isTime: bound.isTime, bound: String(write(at)), received: String(write(outside)) },
  }
  return [round.report(walk.first, { part: name, breaks: rules.range, fact })]
}

async function checkAll(round: Round, { bound, at }: Cut): Promise<Verdict> {
  const { name, isLeast, write } = bound
  const { whole, ids, report } = round
  const walk = await walkFiltered(round, { [name]: write(at) })
  if (walk === undefined || !walk.isWhole) return nothingCompared()
  const shown = ids(walk)
  const within = whole.items.filter((item) =>
    boundedValues(item, bound).some((value) => (isLeast ? value >= at : value <= at)),
  )
  const missed = ids({ items: within }).filter((id) => !shown.includes(id))
  if (missed.length === 0) return []
  const fact: Fact = {
    ...{ kind: 'bound misses', query: `${name}=${write(at)}`, ids: ids({ items: within }) },
    received: shown.join(', ') || 'no items',
  }
  return [report(walk.first, { part: name, breaks: rules.range, fact })]
}
