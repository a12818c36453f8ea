import { isDeepStrictEqual } from 'node:util'
import type { Reader } from '../reader.ts'
import { ch, count, integer } from '../statement.ts'
import type { PersonSpan } from './person-span.ts'

/** The first span of a project, what was asked about it, and where spans that follow it may end. */
interface Asked<Answer> extends Facts {
  readonly answer: Answer
}

/** What a question about the first span depends on, and the ones behind it. */
interface Facts {
  readonly span: PersonSpan
  /** Ids that persons behind the span lead up to: `stride` of them, twice as many, and so on, as far as the second span can reach. */
  readonly ends: readonly number[]
}

/** How many times as many persons a span has as the one before at most: a full walk takes few. */
export const growth = 8

/** Spans have a multiple of so many persons. */
export const strideOf = ({ firstSpanPersons }: Pick<Reader, 'firstSpanPersons'>) =>
  Math.ceil(firstSpanPersons / 16)

/** Asks about all persons of a project. */
export async function askEverybody<Answer>(
  reader: Reader,
  projectId: number,
  ask: (span: PersonSpan) => Promise<Answer>,
): Promise<Answer> {
  const everybody = (span: PersonSpan): PersonSpan => ({ ...span, upTo: undefined })
  const { answer } = await askFirstSpan(reader, projectId, (span) => ask(everybody(span)))
  return answer
}

/**
 * Asks about the persons with the lowest ids, `reader.firstSpanPersons` of them. The question depends on facts about the project
 * that hardly ever change. They are read each time, and meanwhile the question is asked by what they were the last time; if they
 * have changed, it is asked again.
 */
export async function askFirstSpan<Answer>(
  reader: Reader,
  projectId: number,
  ask: (span: PersonSpan) => Promise<Answer>,
): Promise<Asked<Answer>> {
  const known = reader.firstSpans.get(projectId)
  const early = known === undefined ? undefined : ask(known)
  // If this fails, it only matters once the facts turn out to be the same: it is awaited then.
  early?.catch(() => {})
  const { span, ends } = await findFirstSpan(reader, projectId)
  reader.firstSpans.set(projectId, span)
  const answer = early !== undefined && isDeepStrictEqual(known, span) ? await early : await ask(span)
  return { span, ends, answer }
}

async function findFirstSpan(reader: Reader, projectId: number): Promise<Facts> {
  const project = integer(projectId)
  const first = reader.firstSpanPersons
  const [[hasMoved, hasUnclaimed, [upTo, ...ends]] = [0, 0, []]] = await reader.select<
    [number, number, number[]]
  >(ch`
    select
      (select toUInt8(count() > 0) from (
        select 1 from person_distinct_ids where project_id = ${project} and events_differ = 1 limit 1)) as has_moved,
      (select toUInt8(count() > 0) from (
        select 1 from person_events where project_id = ${project} and person_id = 0 limit 1)) as has_unclaimed,
      (select arrayFilter((id, place) -> place >= ${count(first)} and (place - ${count(first)}) % ${count(strideOf(reader))} = 0,
          arraySort(groupArray(id)) as ids, arrayEnumerate(ids)) from (
        select id from persons where project_id = ${project} order by id limit ${count(first * (1 + growth))})) as ends`)
  const span = { projectId, after: 0, upTo, hasMoved: hasMoved === 1, hasUnclaimed: hasUnclaimed === 1 }
  return { span, ends }
}

/**
 * So many persons who follow a span; `undefined` where nobody does. Those who are merged meanwhile count where they are when
 * their span is read.
 * @param ends where spans behind the first end: the second needs no question.
 */
export async function nextSpan(
  reader: Reader,
  { span, ends }: Facts,
  persons: number,
): Promise<PersonSpan | undefined> {
  const { upTo: after } = span
  if (after === undefined) return undefined
  const isSecond = span.after === 0
  const upTo = isSecond
    ? ends[persons / strideOf(reader) - 1]
    : await findEnd(reader, { ...span, after }, persons)
  return { ...span, after, upTo }
}

/** The id that so many persons lead up to; `undefined` where there are not as many. */
async function findEnd(
  reader: Reader,
  { projectId, after }: Pick<PersonSpan, 'projectId' | 'after'>,
  persons: number,
): Promise<number | undefined> {
  const [row] = await reader.select<[number]>(ch`
    select id from persons where project_id = ${integer(projectId)} and id > ${integer(after)}
    order by id limit 1 offset ${count(persons - 1)}`)
  return row?.[0]
}
