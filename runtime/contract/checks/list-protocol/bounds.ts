import type { ParameterDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { isIdentifying, moments, plain, rangeEnd, ranges, snakeCase } from '@concordat/runtime/lexicon'
import { schemaIn } from '../../document/schema-in.ts'
import type { Finding } from '../../outcome/finding.ts'
import type { Fact } from '../../outcome/kinds/fact.ts'
import { ifRun } from '../../outcome/not-run.ts'
import { timeOf } from '../../values/same.ts'
import { checkCount, type Round } from './round.ts'
import { rules } from './rules.ts'

const DAY_MS = 86_400_000
/** The day of a time depends on the zone that a server counts in. */
const DAYS_APART = 2

/** One end of a range that a parameter cuts off, of numbers or of times. */
interface Bound {
  readonly name: string
  readonly member: string
  readonly isLeast: boolean
  readonly isTime: boolean
  /** What is sent for a number, or for the milliseconds of a time. */
  write(value: number): unknown
}

/** A bound shows what lies within it, all of it, and counts that alone. */
export async function checkBound(round: Round, parameter: ParameterDescriptor): Promise<Finding[]> {
  const bound = boundOf(round, parameter)
  const values = bound === undefined ? [] : round.whole.items.flatMap((item) => valuesIn(item, bound))
  if (bound === undefined || values.length === 0) return []
  const { isLeast, isTime } = bound
  const [least, greatest] = [Math.min(...values), Math.max(...values)]
  const [inner, outer] = isLeast ? [greatest, least] : [least, greatest]
  const step = (isLeast ? 1 : -1) * (isTime ? DAYS_APART * DAY_MS : 1)
  // A bound beyond the last item finds nothing: the strongest test, where the schema allows such a value.
  const beyond = inner + step
  const isBeyond = isTaken(round, parameter, bound.write(beyond))
  const outside = await checkWithin(round, { bound, at: isBeyond || isTime ? beyond : inner })
  if (outside.length > 0) return outside
  // Whether a bound is part of the range its name says; that one short of it is not, any name says.
  const wide = isInclusive(bound, outer) ? outer : outer - step
  return isTaken(round, parameter, bound.write(wide)) ? checkAll(round, { bound, at: wide }) : []
}

function boundOf({ context, whole }: Round, { name, schema }: ParameterDescriptor): Bound | undefined {
  const { end, of: member = '' } = rangeEnd(name) ?? {}
  if (member === '') return undefined
  const { format, type } = schemaIn(context.document, schema).keywords
  const numbers = { name, member, isLeast: end === 'least', isTime: false, write: (value: number) => value }
  if (whole.items.some((item) => valuesIn(item, numbers).length > 0)) return numbers
  if (type !== 'string' || (format !== 'date-time' && format !== 'date')) return undefined
  const length = format === 'date' ? 'YYYY-MM-DD'.length : undefined
  const write = (value: number): string => new Date(value).toISOString().slice(0, length)
  return { ...numbers, isTime: true, write }
}

/** A time is called after what happened then, in the item with a word more: "created" and "created_at". */
function valuesIn(item: unknown, { member, isTime }: Omit<Bound, 'write'>): number[] {
  const isCalled = (name: string): boolean =>
    name === member ||
    (isTime && name.startsWith(`${member}_`) && moments.times.has(plain(name.slice(member.length))))
  return Object.entries(isObject(item) ? item : {}).flatMap(([key, value]) => {
    const number = isTime ? timeOf(value) : value
    return isCalled(snakeCase(key)) && typeof number === 'number' ? [number] : []
  })
}

function isTaken({ context }: Round, { schema }: ParameterDescriptor, value: unknown): boolean {
  return schemaIn(context.document, schema).allows(value)
}

/** By name, of numbers that every server can compare exactly. Ids bound pages as well, and those begin after the last one. */
function isInclusive({ name, member, isTime }: Bound, value: number): boolean {
  return ranges.inclusive.has(name) && !isTime && !isIdentifying(member) && Number.isSafeInteger(value)
}

interface Cut {
  readonly bound: Bound
  readonly at: number
}

async function checkWithin(round: Round, { bound, at }: Cut): Promise<Finding[]> {
  const { name, member, isLeast, write } = bound
  const walk = await ifRun(() => round.collection.walk({ [name]: write(at) }))
  const page = walk?.pages[0]
  if (walk === undefined || page === undefined) return []
  const found = walk.items.flatMap((item) => valuesIn(item, bound))
  const outside = found.find((value) => (isLeast ? value < at : value > at))
  if (outside === undefined) return checkCount(round, walk)
  const fact: Fact = {
    ...{ kind: 'outside of the bound', member, end: isLeast ? 'at least' : 'at most' },
    ...{ bound: String(write(at)), received: String(write(outside)) },
  }
  return [round.report(page, { part: name, breaks: rules.range, fact })]
}

async function checkAll(round: Round, { bound, at }: Cut): Promise<Finding[]> {
  const { name, isLeast, write } = bound
  const { whole, ids, report } = round
  const walk = await ifRun(() => round.collection.walk({ [name]: write(at) }))
  const page = walk?.pages[0]
  if (walk === undefined || page === undefined || !walk.isWhole) return []
  const shown = ids(walk)
  const within = whole.items.filter((item) =>
    valuesIn(item, bound).some((value) => (isLeast ? value >= at : value <= at)),
  )
  const missed = ids({ items: within }).filter((id) => !shown.includes(id))
  if (missed.length === 0) return []
  const fact: Fact = {
    ...{ kind: 'bound misses', query: `${name}=${write(at)}`, ids: ids({ items: within }) },
    received: shown.join(', ') || 'no items',
  }
  return [report(page, { part: name, breaks: rules.range, fact })]
}
