import type { Reader } from '../reader.ts'
import { ch, count, integer, type Statement } from '../statement.ts'

/** Persons of a project whose ids follow one another. What a view says of one of them follows from this person's events alone. */
export interface PersonSpan {
  readonly projectId: number
  /** Ids are above this. Nobody has the id 0. */
  readonly after: number
  /** Ids are not above this; `undefined` for all that follow. */
  readonly upTo: number | undefined
  /** Whether any distinct id of the project has events that say another person. */
  readonly hasMoved: boolean
  /** Whether the project has events that say nobody: they came before their distinct ids had a person. */
  readonly hasUnclaimed: boolean
}

/** How many times as many persons each span has as the one before: who comes to the last has read few statements. */
const growth = 8

/** All persons of a project. */
export async function everybody(reader: Reader, projectId: number): Promise<PersonSpan> {
  const project = integer(projectId)
  const [[hasMoved, hasUnclaimed] = [0, 0]] = await reader.select<[number, number]>(ch`
    select (select toUInt8(count() > 0) from (
        select 1 from person_distinct_ids where project_id = ${project} and events_differ = 1 limit 1)) as has_moved,
      (select toUInt8(count() > 0) from (
        select 1 from person_events where project_id = ${project} and person_id = 0 limit 1)) as has_unclaimed`)
  return {
    ...{ projectId, after: 0, upTo: undefined },
    hasMoved: hasMoved === 1,
    hasUnclaimed: hasUnclaimed === 1,
  }
}

/**
 * All persons of a project, in spans from the lowest ids on: who wants a page reads as many as it takes. Those who are merged
 * meanwhile count where they are when their span is read.
 */
export async function* spansOf(reader: Reader, projectId: number): AsyncGenerator<PersonSpan> {
  const [all, first] = await Promise.all([
    everybody(reader, projectId),
    endOfSpan(reader, { projectId, after: 0 }, reader.firstSpan),
  ])
  let span = { ...all, upTo: first }
  yield span
  for (let persons = reader.firstSpan * growth; span.upTo !== undefined; persons *= growth) {
    const after = span.upTo
    span = { ...span, after, upTo: await endOfSpan(reader, { projectId, after }, persons) }
    yield span
  }
}

/** The id that so many persons lead up to; `undefined` where there are not as many. */
async function endOfSpan(
  reader: Reader,
  { projectId, after }: Pick<PersonSpan, 'projectId' | 'after'>,
  persons: number,
): Promise<number | undefined> {
  const [row] = await reader.select<[number]>(ch`
    select id from persons where project_id = ${integer(projectId)} and id > ${integer(after)}
    order by id limit 1 offset ${count(persons - 1)}`)
  return row?.[0]
}

/** Whether an id is one of a span. */
export function isWithin(id: Statement, { after, upTo }: Pick<PersonSpan, 'after' | 'upTo'>): Statement {
  const isAbove = ch`${id} > ${integer(after)}`
  return upTo === undefined ? isAbove : ch`${isAbove} and ${id} <= ${integer(upTo)}`
}
