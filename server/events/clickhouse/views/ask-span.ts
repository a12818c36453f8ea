import { isDeepStrictEqual } from 'node:util'
import type { Reader } from '../reader.ts'
import { ch, count, integer, type Statement } from '../statement.ts'
import type { PersonSpan } from './person-span.ts'

/** A span, and what was asked about it. */
export interface Asked<Answer> {
  readonly span: PersonSpan
  readonly answer: Answer
}

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
  const span = await findFirstSpan(reader, projectId)
  reader.firstSpans.set(projectId, span)
  const answer = early !== undefined && isDeepStrictEqual(known, span) ? await early : await ask(span)
  return { span, answer }
}

async function findFirstSpan(reader: Reader, projectId: number): Promise<PersonSpan> {
  const project = integer(projectId)
  const end = endOfSpan({ projectId, after: 0 }, reader.firstSpanPersons)
  const [[hasMoved, hasUnclaimed, upTo] = [0, 0, null]] = await reader.select<
    [number, number, number | null]
  >(ch`
    select
      (select toUInt8(count() > 0) from (
        select 1 from person_distinct_ids where project_id = ${project} and events_differ = 1 limit 1)) as has_moved,
      (select toUInt8(count() > 0) from (
        select 1 from person_events where project_id = ${project} and person_id = 0 limit 1)) as has_unclaimed,
      (${end}) as up_to`)
  return {
    projectId,
    after: 0,
    upTo: upTo ?? undefined,
    hasMoved: hasMoved === 1,
    hasUnclaimed: hasUnclaimed === 1,
  }
}

/** So many persons who follow a span; `undefined` where nobody does. Those who are merged meanwhile count where they are when their span is read. */
export async function nextSpan(
  reader: Reader,
  span: PersonSpan,
  persons: number,
): Promise<PersonSpan | undefined> {
  const { projectId, upTo: after } = span
  if (after === undefined) return undefined
  const [row] = await reader.select<[number]>(endOfSpan({ projectId, after }, persons))
  return { ...span, after, upTo: row?.[0] }
}

/** A select of the id that so many persons lead up to; of nothing where there are not as many. */
function endOfSpan(
  { projectId, after }: Pick<PersonSpan, 'projectId' | 'after'>,
  persons: number,
): Statement {
  return ch`
    select id from persons where project_id = ${integer(projectId)} and id > ${integer(after)}
    order by id limit 1 offset ${count(persons - 1)}`
}
