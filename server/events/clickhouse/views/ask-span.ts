import type { Reader } from '../reader.ts'
import { ch, integer, join, type Statement } from '../statement.ts'
import { type FirstSpan, growth, type PersonSpan, strideOf } from './person-span.ts'

/** The first span of a project, what was asked about it, and where spans that follow it may end. */
interface Asked<Row> extends FirstSpan {
  readonly rows: readonly Row[]
}

/** Makes a select of rows of persons. */
type Question = (span: PersonSpan) => Statement

/** Asks about all persons of a project. */
export async function askEverybody<Row extends readonly unknown[]>(
  reader: Reader,
  projectId: number,
  ask: Question,
): Promise<readonly Row[]> {
  const { rows } = await askFirstSpan<Row>(reader, projectId, (span) => ask({ ...span, upTo: undefined }))
  return rows
}

/**
 * Asks about the persons with the lowest ids, `reader.firstSpanPersons` of them. The query depends on facts
 * about the project that hardly ever change. It uses the last known facts, and the same statement checks
 * whether they still hold. If they do not, they are read, and the query runs again.
 */
export async function askFirstSpan<Row extends readonly unknown[]>(
  reader: Reader,
  projectId: number,
  ask: Question,
): Promise<Asked<Row>> {
  const known = reader.firstSpans.get(projectId)
  if (known !== undefined) {
    const rows = await askByKnown<Row>(reader, known, ask)
    if (rows !== undefined) return { ...known, rows }
  }
  const facts = await findFirstSpan(reader, projectId)
  reader.firstSpans.set(projectId, facts)
  return { ...facts, rows: await reader.select<Row>(ask(facts.span)) }
}

/** @returns `undefined` where the facts no longer hold. */
async function askByKnown<Row extends readonly unknown[]>(
  reader: Reader,
  { span }: FirstSpan,
  ask: Question,
): Promise<readonly Row[] | undefined> {
  try {
    const answers = await reader.select<[Row[]]>(
      join([ch`select groupArray(tuple(*)) from (${ask(span)})`, ...changesOf(reader, span)], ' union all '),
    )
    return answers.length === 1 ? answers[0]?.[0] : undefined
  } catch (error) {
    // It may be that only the question by other facts can be answered.
    reader.firstSpans.delete(span.projectId)
    throw error
  }
}

/**
 * Selects that each give a row if a fact no longer holds. A fact that is merely too cautious still holds:
 * that there are moved ids after the last is gone, or ends of spans whose persons are merged.
 */
function changesOf(
  reader: Reader,
  { projectId, upTo, hasMoved, hasUnclaimed }: PersonSpan,
): readonly Statement[] {
  return [
    ...(hasMoved ? [] : [movedId(projectId)]),
    ...(hasUnclaimed ? [] : [unclaimedEvent(projectId)]),
    ...(upTo === undefined ? [personAfter(projectId, reader.firstSpanPersons)] : []),
  ].map((found) => ch`select [] from (${found})`)
}

/** A row, where there is any distinct id with events that say another person. */
function movedId(projectId: number): Statement {
  return ch`select 1 from person_distinct_ids where project_id = ${integer(projectId)} and events_differ = 1 limit 1`
}

/** A row, where there is any event that says nobody. */
function unclaimedEvent(projectId: number): Statement {
  return ch`select 1 from person_events where project_id = ${integer(projectId)} and person_id = 0 limit 1`
}

/** A row, where there are so many persons. */
function personAfter(projectId: number, persons: number): Statement {
  return ch`select 1 from persons where project_id = ${integer(projectId)} limit 1 offset ${integer(persons - 1)}`
}

function isThere(found: Statement): Statement {
  return ch`(select toUInt8(count() > 0) from (${found}))`
}

async function findFirstSpan(reader: Reader, projectId: number): Promise<FirstSpan> {
  const first = reader.firstSpanPersons
  const [[hasMoved, hasUnclaimed, [upTo, ...ends]] = [0, 0, []]] = await reader.select<
    [number, number, number[]]
  >(ch`
    select
      ${isThere(movedId(projectId))} as has_moved,
      ${isThere(unclaimedEvent(projectId))} as has_unclaimed,
      (select arrayFilter((id, place) -> place >= ${integer(first)} and (place - ${integer(first)}) % ${integer(strideOf(reader))} = 0,
          arraySort(groupArray(id)) as ids, arrayEnumerate(ids)) from (
        select id from persons where project_id = ${integer(projectId)} order by id limit ${integer(first * (1 + growth))})) as ends`)
  const span = { projectId, after: 0, upTo, hasMoved: hasMoved === 1, hasUnclaimed: hasUnclaimed === 1 }
  return { span, ends }
}

/**
 * The persons of the next span; `undefined` if there are none. Persons who are merged meanwhile count in the
 * span that has them when it is read.
 * @param ends the known ends of later spans: the second needs no query unless more persons have come since.
 */
export async function nextSpan(
  reader: Reader,
  { span, ends }: FirstSpan,
  persons: number,
): Promise<PersonSpan | undefined> {
  const { upTo: after } = span
  if (after === undefined) return undefined
  const isSecond = span.after === 0
  const known = isSecond ? ends[persons / strideOf(reader) - 1] : undefined
  return { ...span, after, upTo: known ?? (await findEnd(reader, { ...span, after }, persons)) }
}

/** The id that so many persons lead up to; `undefined` where there are not as many. */
async function findEnd(
  reader: Reader,
  { projectId, after }: Pick<PersonSpan, 'projectId' | 'after'>,
  persons: number,
): Promise<number | undefined> {
  const [row] = await reader.select<[number]>(ch`
    select id from persons where project_id = ${integer(projectId)} and id > ${integer(after)}
    order by id limit 1 offset ${integer(persons - 1)}`)
  return row?.[0]
}
