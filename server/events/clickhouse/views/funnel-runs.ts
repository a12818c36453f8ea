import { isDeepStrictEqual } from 'node:util'
import type { Entity, Funnel, Window } from '../../../questions/queries.ts'
import { ch, integer, join, raw, type Statement } from '../statement.ts'

/**
 * Represents a missing start of a run: no time is so early. ClickHouse cannot write the next smaller number
 * as a literal.
 */
const none = ch`-9223372036854775807`

/** Microseconds of units with a fixed length; months have none. */
const lengths = {
  second: 1_000_000n,
  minute: 60_000_000n,
  hour: 3_600_000_000n,
  day: 86_400_000_000n,
  week: 604_800_000_000n,
}

/** A time later or earlier by a funnel's window. Months are calendar months in UTC. */
export function shiftedBy(
  { length, unit }: Window,
  moment: Statement,
  direction: 'later' | 'earlier',
): Statement {
  if (unit === 'month') {
    const shift = raw(direction === 'later' ? 'addMonths' : 'subtractMonths')
    return ch`toUnixTimestamp64Micro(${shift}(fromUnixTimestamp64Micro(${moment}, 'UTC'), ${integer(length)}))`
  }
  const micros = integer(BigInt(length) * lengths[unit])
  return direction === 'later' ? ch`(${moment} + ${micros})` : ch`(${moment} - ${micros})`
}

/** @param persons a select of `who`, and of `events`: their times, places and steps, in order. */
export function runsOf(funnel: Funnel, persons: Statement): Statement {
  return funnel.order === 'unordered' ? runsInAnyOrder(funnel, persons) : runsInOrder(funnel, persons)
}

/**
 * Among all runs that have reached a step, only the last to start matters: it leaves most time for the next
 * step. So one pass over a person's events for each step finds every run, given the runs of the previous
 * pass. Starts never decrease, so the last known one is the latest.
 */
function runsInOrder({ steps, window, order }: Funnel, persons: Statement): Statement {
  const passes = steps.map((_, index) => {
    const started = raw(`started_${index + 1}`)
    const isStep = ch`bitTest(steps, ${raw(String(index))})`
    if (index === 0)
      return ch`arrayMap((moment, steps) -> if(${isStep}, moment, ${none}), moments, masks) as ${started}`
    const before = raw(`started_${index}`)
    const known = order === 'strict' ? before : ch`arrayFill(start -> start != ${none}, ${before})`
    const isInTime = ch`moment <= ${shiftedBy(window, ch`run`, 'later')}`
    return ch`
      arrayMap((moment, steps, run) -> if(${isStep} and run != ${none} and ${isInTime}, run, ${none}),
        moments, masks, arrayPopBack(arrayPushFront(${known}, ${none}))) as ${started}`
  })
  const names = steps.map((_, index) => raw(`started_${index + 1}`))
  const starts = steps.map((_, index) => raw(`s${index + 1}`))
  const fromLast = starts.map((_, index) => starts.length - index)
  const reached = fromLast.map((step) => ch`s${raw(String(step))} != ${none}, ${raw(String(step))}`)
  const started = fromLast.map((step) => ch`s${raw(String(step))} != ${none}, s${raw(String(step))}`)
  const pick = (cases: readonly Statement[], otherwise: Statement) =>
    ch`arrayMap((${join(starts, ', ')}) -> multiIf(${join(cases, ', ')}, ${otherwise}), ${join(names, ', ')})`
  return ch`
    select *, events.1 as moments, events.3 as masks, ${join(passes, ', ')},
      ${pick(reached, ch`0`)} as reached, ${pick(started, none)} as started
    from (${persons})`
}

/**
 * The steps that a person did within the window that ends with an event. A step listed twice needs two
 * events, so the one before the latest must be in the window too. The last event at a time represents all
 * events at that time.
 */
function runsInAnyOrder({ steps, window }: Funnel, persons: Statement): Statement {
  const passes = steps.map((entity, index) => {
    const isStep = ch`bitTest(steps, ${raw(String(index))})`
    const times = timesBefore(steps, entity, index)
    const latest = Array.from({ length: times }).reduce<Statement>(
      (before) =>
        filled(ch`arrayMap((steps, before) -> if(${isStep}, before, ${none}),
          masks, arrayPopBack(arrayPushFront(${before}, ${none})))`),
      filled(ch`arrayMap((moment, steps) -> if(${isStep}, moment, ${none}), moments, masks)`),
    )
    return ch`${latest} as latest_${raw(String(index + 1))}`
  })
  const names = steps.map((_, index) => raw(`latest_${index + 1}`))
  const latest = steps.map((_, index) => raw(`l${index + 1}`))
  const begins = shiftedBy(window, ch`moment`, 'earlier')
  const done = latest.map((own) => ch`(${own} >= ${begins})`)
  return ch`
    select *, events.1 as moments, events.3 as masks, ${join(passes, ', ')},
      arrayMap((${join([ch`moment`, ...latest], ', ')}) -> ${sum(done)}, ${join([ch`moments`, ...names], ', ')}) as reached
    from (${persons})`
}

/** Replaces each missing time by the one before. */
const filled = (moments: Statement) => ch`arrayFill(moment -> moment != ${none}, ${moments})`

const sum = (numbers: readonly Statement[]) =>
  numbers.slice(1).reduce((all, one) => ch`${all} + ${one}`, numbers[0] ?? ch`0`)

/** Start of the run that reached the event at a place, in a row of `runsOf`. */
export function begunAt({ order, window }: Funnel, place: Statement): Statement {
  if (order !== 'unordered') return ch`started[${place}]`
  return ch`arrayFirst(moment -> moment >= ${shiftedBy(window, ch`moments[${place}]`, 'earlier')}, moments)`
}

function timesBefore(steps: readonly Entity[], entity: Entity, index: number): number {
  return steps.slice(0, index).filter((other) => isDeepStrictEqual(other, entity)).length
}
