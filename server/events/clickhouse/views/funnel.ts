import type { Funnel, FunnelQuery, ViewQuery } from '../../../questions/queries.ts'
import { breakdownFilters } from '../../conditions.ts'
import type { PersonIds } from '../../store.ts'
import { propertyOf, propertyTextOf } from '../properties/property-text.ts'
import type { ClickhouseReader } from '../reader.ts'
import {
  alwaysMet,
  type ClickhouseStatement,
  ch,
  joinStatements,
  rawStatement,
  textParameter,
  textsParameter,
} from '../statement.ts'
import { funnelRunsOf } from './funnel-runs.ts'
import { hasNameOf, isEntity, orderedUuid, selectPersonEvents } from './person-events.ts'
import { pageById } from './person-page.ts'
import type { PersonSpan } from './person-span.ts'
import { personMeets } from './property-condition.ts'

/** @see EventStore.funnel */
export async function funnelPersons(reader: ClickhouseReader, query: FunnelQuery): Promise<PersonIds> {
  const { step, funnel } = query
  if (funnel.steps.length === 0) return []
  const wanted = step > 0 ? ch`>= ${rawStatement(String(step))}` : ch`= ${rawStatement(String(-step - 1))}`
  return await pageById(
    reader,
    query,
    (span) => ch`
      select who from (${funnelProgress(query, span, step > 0 ? step : -step - 1)})
      where arrayMax(reached) ${wanted} and ${isInBreakdown(funnel, span)}`,
  )
}

/**
 * Selects a row for each person who might have reached a step. `moments` are the times of the funnel's
 * events, in order; `reached` is the step that the person reached with each event.
 */
export function funnelProgress(
  query: ViewQuery & { funnel: Funnel },
  span: PersonSpan,
  least: number,
): ClickhouseStatement {
  const { steps, order, breakdown } = query.funnel
  const matches = steps.map(
    (entity, index) => ch`bitShiftLeft(toUInt32(${isEntity(entity, span)}), ${rawStatement(String(index))})`,
  )
  const parts =
    breakdown?.type === 'event'
      ? [
          ch`[${joinStatements(
            breakdown.parts.map(({ key }) => propertyTextOf(propertyOf(ch`e.texts`, key))),
            ', ',
          )}] as parts`,
        ]
      : []
  const events = selectPersonEvents({
    query,
    span,
    range: query.range,
    // In strict order, every event counts; otherwise, only events that can be a step.
    where: order === 'strict' ? alwaysMet : hasNameOf(steps),
    columns: [
      ch`e.timestamp as moment`,
      ch`${orderedUuid} as place`,
      ch`${joinBits(matches)} as steps`,
      ...parts,
    ],
  })
  const first =
    parts.length === 0
      ? ch``
      : ch`, argMinIf(parts, (moment, place), steps != 0 and not has(parts, '')) as first_parts`
  const kept = order === 'strict' ? ch`` : ch`where steps != 0`
  return funnelRunsOf(
    query.funnel,
    ch`
      select who, arrayCompact(event -> event.2, arraySort(groupArray((moment, place, steps)))) as events${first}
      from (${events}) ${kept} group by who having ${mayReach(query.funnel, least)}`,
  )
}

/** A necessary condition for reaching a step, which is faster to check than the runs. */
function mayReach({ order }: Funnel, step: number): ClickhouseStatement {
  const done = ch`groupBitOr(steps)`
  if (order === 'unordered') return ch`bitCount(${done}) >= ${rawStatement(String(step))}`
  const steps = rawStatement(String(2 ** step - 1))
  const hasDone = ch`bitAnd(${done}, ${steps}) = ${steps}`
  return order === 'strict' && step > 1 ? ch`${hasDone} and ${hasInSequence(step)}` : hasDone
}

/** True if consecutive `events` of a person are the steps up to the given one, in order. */
function hasInSequence(step: number): ClickhouseStatement {
  const numbers = Array.from({ length: step }, (_, index) => rawStatement(String(index)))
  const masks = numbers.map((number) => ch`mask_${number}`)
  const shifted = numbers.map((number) => ch`arrayShiftLeft(events.3, ${number})`)
  const tests = numbers.map((number) => ch`bitTest(mask_${number}, ${number})`)
  return ch`arrayExists((${joinStatements(masks, ', ')}) -> ${joinStatements(tests, ' and ')}, ${joinStatements(shifted, ', ')})`
}

function joinBits(bits: readonly ClickhouseStatement[]): ClickhouseStatement {
  return bits.slice(1).reduce((sum, bit) => ch`bitOr(${sum}, ${bit})`, bits[0] ?? ch`0`)
}

/**
 * True if the person in a row of `funnelProgress` belongs to the selected part of the funnel's breakdown. In
 * a breakdown by event, the person's first value counts.
 */
export function isInBreakdown({ breakdown }: Funnel, span: PersonSpan): ClickhouseStatement {
  if (breakdown === undefined) return alwaysMet
  if (breakdown.type !== 'event') return personMeets(breakdownFilters(breakdown), { span, who: ch`who` })
  const values = breakdown.parts.map(({ value }) => value)
  // An event's values are strings, so other values are compared as strings too.
  return values.every((value) => typeof value === 'string')
    ? ch`first_parts = ${textsParameter(values)}`
    : ch`first_parts = [${joinStatements(
        values.map((value) => textParameter(String(value))),
        ', ',
      )}]`
}
