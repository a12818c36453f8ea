import { isDeepStrictEqual } from 'node:util'
import type { Entity, Funnel, Window } from '../../../questions/queries.ts'
import { type ClickhouseStatement, ch, integerStatement, joinStatements, rawStatement } from '../statement.ts'

/**
 * Stands for a missing start of a run, because no time is that early. The next smaller number cannot be
 * written as a literal in ClickHouse.
 */
const none = ch`-9223372036854775807`

/** Length in microseconds of units with a fixed length. Months have no fixed length. */
const lengths = {
  second: 1_000_000n,
  minute: 60_000_000n,
  hour: 3_600_000_000n,
  day: 86_400_000_000n,
  week: 604_800_000_000n,
}

/** Moves a time later or earlier by a funnel's window. Months are calendar months in UTC. */
export function shiftedByWindow(
  { length, unit }: Window,
  moment: ClickhouseStatement,
  direction: 'later' | 'earlier',
): ClickhouseStatement {
  if (unit === 'month') {
    const shift = rawStatement(direction === 'later' ? 'addMonths' : 'subtractMonths')
    return ch`toUnixTimestamp64Micro(${shift}(fromUnixTimestamp64Micro(${moment}, 'UTC'), ${integerStatement(length)}))`
  }
  const micros = integerStatement(BigInt(length) * lengths[unit])
  return direction === 'later' ? ch`(${moment} + ${micros})` : ch`(${moment} - ${micros})`
}

/** @param persons selects `who` and `events`: the times, places and steps of a person's events, in order. */
export function funnelRunsOf(funnel: Funnel, persons: ClickhouseStatement): ClickhouseStatement {
  return funnel.order === 'unordered' ? runsInAnyOrder(funnel, persons) : runsInOrder(funnel, persons)
}

/**
 * Among all runs that have reached a step, only the one that started last matters, because it leaves the most
 * time for the next step. One pass over a person's events per step therefore finds every run, given the runs
 * from the previous pass. Starts never decrease, so the last known start is the latest.
 */
function runsInOrder({ steps, window, order }: Funnel, persons: ClickhouseStatement): ClickhouseStatement {
  const passes = steps.map((_, index) => {
    const started = rawStatement(`started_${index + 1}`)
    const isStep = ch`bitTest(steps, ${rawStatement(String(index))})`
    if (index === 0)
      return ch`arrayMap((moment, steps) -> if(${isStep}, moment, ${none}), moments, masks) as ${started}`
    const before = rawStatement(`started_${index}`)
    const known = order === 'strict' ? before : ch`arrayFill(start -> start != ${none}, ${before})`
    const isInTime = ch`moment <= ${shiftedByWindow(window, ch`run`, 'later')}`
    return ch`
      arrayMap((moment, steps, run) -> if(${isStep} and run != ${none} and ${isInTime}, run, ${none}),
        moments, masks, arrayPopBack(arrayPushFront(${known}, ${none}))) as ${started}`
  })
  const names = steps.map((_, index) => rawStatement(`started_${index + 1}`))
  const starts = steps.map((_, index) => rawStatement(`s${index + 1}`))
  const fromLast = starts.map((_, index) => starts.length - index)
  const reached = fromLast.map(
    (step) => ch`s${rawStatement(String(step))} != ${none}, ${rawStatement(String(step))}`,
  )
  const started = fromLast.map(
    (step) => ch`s${rawStatement(String(step))} != ${none}, s${rawStatement(String(step))}`,
  )
  const pick = (cases: readonly ClickhouseStatement[], otherwise: ClickhouseStatement) =>
    ch`arrayMap((${joinStatements(starts, ', ')}) -> multiIf(${joinStatements(cases, ', ')}, ${otherwise}), ${joinStatements(names, ', ')})`
  return ch`
    select *, events.1 as moments, events.3 as masks, ${joinStatements(passes, ', ')},
      ${pick(reached, ch`0`)} as reached, ${pick(started, none)} as started
    from (${persons})`
}

/**
 * For each event, the number of steps that the person completed within the window that ends with the event. A
 * step listed twice needs two events, so its second-latest event must also be in the window. The last event
 * at a given time represents all events at that time.
 */
function runsInAnyOrder({ steps, window }: Funnel, persons: ClickhouseStatement): ClickhouseStatement {
  const passes = steps.map((entity, index) => {
    const isStep = ch`bitTest(steps, ${rawStatement(String(index))})`
    const times = timesBefore(steps, entity, index)
    const latest = Array.from({ length: times }).reduce<ClickhouseStatement>(
      (before) =>
        filled(ch`arrayMap((steps, before) -> if(${isStep}, before, ${none}),
          masks, arrayPopBack(arrayPushFront(${before}, ${none})))`),
      filled(ch`arrayMap((moment, steps) -> if(${isStep}, moment, ${none}), moments, masks)`),
    )
    return ch`${latest} as latest_${rawStatement(String(index + 1))}`
  })
  const names = steps.map((_, index) => rawStatement(`latest_${index + 1}`))
  const latest = steps.map((_, index) => rawStatement(`l${index + 1}`))
  const begins = shiftedByWindow(window, ch`moment`, 'earlier')
  const done = latest.map((own) => ch`(${own} >= ${begins})`)
  return ch`
    select *, events.1 as moments, events.3 as masks, ${joinStatements(passes, ', ')},
      arrayMap((${joinStatements([ch`moment`, ...latest], ', ')}) -> ${sum(done)}, ${joinStatements([ch`moments`, ...names], ', ')}) as reached
    from (${persons})`
}

/** Replaces each missing time with the last known time before it. */
const filled = (moments: ClickhouseStatement) => ch`arrayFill(moment -> moment != ${none}, ${moments})`

const sum = (numbers: readonly ClickhouseStatement[]) =>
  numbers.slice(1).reduce((all, one) => ch`${all} + ${one}`, numbers[0] ?? ch`0`)

/** Start of the run that reached the event at a given place, in a row of `funnelRunsOf`. */
export function funnelBegunAt({ order, window }: Funnel, place: ClickhouseStatement): ClickhouseStatement {
  if (order !== 'unordered') return ch`started[${place}]`
  return ch`arrayFirst(moment -> moment >= ${shiftedByWindow(window, ch`moments[${place}]`, 'earlier')}, moments)`
}

function timesBefore(steps: readonly Entity[], entity: Entity, index: number): number {
  return steps.slice(0, index).filter((other) => isDeepStrictEqual(other, entity)).length
}
