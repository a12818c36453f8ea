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

/** All persons of a project. */
export async function everybody(reader: Reader, projectId: number): Promise<PersonSpan> {
  const [row = [0, 0]] = await reader.select<[number, number]>(ch`select ${factsOf(projectId)}`)
  return { projectId, after: 0, upTo: undefined, ...readFacts(row) }
}

/** The persons with the lowest ids, so many of them. */
export async function firstSpan(reader: Reader, projectId: number, persons: number): Promise<PersonSpan> {
  const end = endOfSpan({ projectId, after: 0 }, persons)
  const [[hasMoved, hasUnclaimed, upTo] = [0, 0, null]] = await reader.select<
    [number, number, number | null]
  >(ch`select ${factsOf(projectId)}, (${end}) as up_to`)
  return { projectId, after: 0, upTo: upTo ?? undefined, ...readFacts([hasMoved, hasUnclaimed]) }
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

function factsOf(projectId: number): Statement {
  const project = integer(projectId)
  return ch`
    (select toUInt8(count() > 0) from (
      select 1 from person_distinct_ids where project_id = ${project} and events_differ = 1 limit 1)) as has_moved,
    (select toUInt8(count() > 0) from (
      select 1 from person_events where project_id = ${project} and person_id = 0 limit 1)) as has_unclaimed`
}

function readFacts([hasMoved, hasUnclaimed]: readonly [number, number]) {
  return { hasMoved: hasMoved === 1, hasUnclaimed: hasUnclaimed === 1 }
}

/** Whether an id is one of a span. */
export function isWithin(id: Statement, { after, upTo }: Pick<PersonSpan, 'after' | 'upTo'>): Statement {
  const isAbove = ch`${id} > ${integer(after)}`
  return upTo === undefined ? isAbove : ch`${isAbove} and ${id} <= ${integer(upTo)}`
}
