import { isDeepStrictEqual } from 'node:util'
import type { Entity, Funnel, Window } from '../../../analysis/queries.ts'
import { ch, integer, join, raw, type Statement } from '../statement.ts'

/** Stands for the start of a run that there is not: no moment is so early. */
const none = ch`(-9223372036854775807 - 1)`

/** Microseconds of a unit that has a length; months have none. */
const lengths = {
  second: 1_000_000n,
  minute: 60_000_000n,
  hour: 3_600_000_000n,
  day: 86_400_000_000n,
  week: 604_800_000_000n,
}

/** A moment later by a funnel's window, or earlier by it. Months are the calendar's in UTC. */
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

/** @param persons a select of `who`, and of `events`: their moments, places and steps, in order. */
export function runsOf(funnel: Funnel, persons: Statement): Statement {
  return funnel.order === 'unordered' ? runsInAnyOrder(funnel, persons) : runsInOrder(funnel, persons)
}

/**
 * Of all runs that have reached a step, only the one that started last matters: it leaves most time for the next step. So
 * one pass over a person's events for each step finds every run, each pass knowing the runs of the pass before. As starts
 * never go back, the last that is known is the latest.
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
 * The steps that a person did within the window that ends with an event. A step listed twice needs two events. Beside the
 * events stand two marks for each: where its window begins, and behind the last of its moment. Sums over all in order then
 * tell at each mark what came before.
 */
function runsInAnyOrder({ steps, window }: Funnel, persons: Statement): Statement {
  const sums = steps.map(
    (_, index) =>
      ch`arrayCumSum(mark -> bitTest(mark.3, ${raw(String(index))}), marks) as sum_${raw(String(index + 1))}`,
  )
  const counts = steps.map((entity, index) => {
    const sum = raw(`sum_${index + 1}`)
    const least = raw(String(timesBefore(steps, entity, index)))
    return ch`
      arrayMap((upto, before) -> upto - before > ${least},
        arrayFilter((sum, mark) -> mark.2 = 2, ${sum}, marks),
        arrayFilter((sum, mark) -> mark.2 = 0, ${sum}, marks)) as done_${raw(String(index + 1))}`
  })
  const done = steps.map((_, index) => raw(`d${index + 1}`))
  const dones = steps.map((_, index) => raw(`done_${index + 1}`))
  return ch`
    select *, events.1 as moments,
      arraySort(arrayConcat(
        arrayMap(event -> (event.1, toUInt8(1), event.3), events),
        arrayMap(event -> (${shiftedBy(window, ch`event.1`, 'earlier')}, toUInt8(0), toUInt32(0)), events),
        arrayMap(event -> (event.1, toUInt8(2), toUInt32(0)), events))) as marks,
      ${join(sums, ', ')}, ${join(counts, ', ')},
      arrayMap((${join(done, ', ')}) -> ${raw(steps.map((_, index) => `d${index + 1}`).join(' + '))}, ${join(dones, ', ')}) as reached,
      arrayFilter((start, mark) -> mark.2 = 0,
        arrayReverseFill(start -> start != ${none}, arrayMap(mark -> if(mark.2 = 1, mark.1, ${none}), marks)),
        marks) as started
    from (${persons})`
}

function timesBefore(steps: readonly Entity[], entity: Entity, index: number): number {
  return steps.slice(0, index).filter((other) => isDeepStrictEqual(other, entity)).length
}
