import type { ClickhouseReader } from '../reader.ts'
import { type ClickhouseStatement, ch, integerStatement, joinStatements } from '../statement.ts'
import { type FirstSpan, type PersonSpan, spanGrowth, spanStride } from './person-span.ts'

/** A project's first span, the rows selected for it, and possible ends of the second span. */
interface Asked<Row> extends FirstSpan {
  readonly rows: readonly Row[]
}

/** Creates a statement that selects rows for a span of persons. */
type Question = (span: PersonSpan) => ClickhouseStatement

/** Runs a statement for all of a project's persons. */
export async function askEverybody<Row extends readonly unknown[]>(
  reader: ClickhouseReader,
  projectId: number,
  ask: Question,
): Promise<readonly Row[]> {
  const { rows } = await askFirstSpan<Row>(reader, projectId, (span) => ask({ ...span, upTo: undefined }))
  return rows
}

/**
 * Runs a statement for the persons with the lowest ids, up to `reader.firstSpanPersons` of them. The query
 * depends on facts about the project that rarely change. It uses the last known facts, and the same statement
 * checks them. If they have changed, they are read again, and the query is repeated.
 */
export async function askFirstSpan<Row extends readonly unknown[]>(
  reader: ClickhouseReader,
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

/** @returns `undefined` if the facts have changed. */
async function askByKnown<Row extends readonly unknown[]>(
  reader: ClickhouseReader,
  { span }: FirstSpan,
  ask: Question,
): Promise<readonly Row[] | undefined> {
  try {
    const answers = await reader.select<[Row[]]>(
      joinStatements(
        [ch`select groupArray(tuple(*)) from (${ask(span)})`, ...changesOf(reader, span)],
        ' union all ',
      ),
    )
    return answers.length === 1 ? answers[0]?.[0] : undefined
  } catch (error) {
    // The query might have failed because the facts are outdated, so the next query reads them again.
    reader.firstSpans.delete(span.projectId)
    throw error
  }
}

/**
 * Statements that return a row if a fact has changed. Facts that have only become too cautious remain valid:
 * for example, `hasMoved` when no such ids are left, or the ends of spans whose persons were merged.
 */
function changesOf(
  reader: ClickhouseReader,
  { projectId, upTo, hasMoved, hasUnclaimed }: PersonSpan,
): readonly ClickhouseStatement[] {
  return [
    ...(hasMoved ? [] : [movedId(projectId)]),
    ...(hasUnclaimed ? [] : [unclaimedEvent(projectId)]),
    ...(upTo === undefined ? [personAfter(projectId, reader.firstSpanPersons)] : []),
  ].map((found) => ch`select [] from (${found})`)
}

/** Returns a row if any distinct id has events that refer to another person. */
function movedId(projectId: number): ClickhouseStatement {
  return ch`select 1 from person_distinct_ids where project_id = ${integerStatement(projectId)} and events_differ = 1 limit 1`
}

/** Returns a row if any event refers to no person. */
function unclaimedEvent(projectId: number): ClickhouseStatement {
  return ch`select 1 from person_events where project_id = ${integerStatement(projectId)} and person_id = 0 limit 1`
}

/** Returns a row if the project has at least this many persons. */
function personAfter(projectId: number, persons: number): ClickhouseStatement {
  return ch`select 1 from persons where project_id = ${integerStatement(projectId)} limit 1 offset ${integerStatement(persons - 1)}`
}

function isThere(found: ClickhouseStatement): ClickhouseStatement {
  return ch`(select toUInt8(count() > 0) from (${found}))`
}

async function findFirstSpan(reader: ClickhouseReader, projectId: number): Promise<FirstSpan> {
  const first = reader.firstSpanPersons
  const [[hasMoved, hasUnclaimed, [upTo, ...ends]] = [0, 0, []]] = await reader.select<
    [number, number, number[]]
  >(ch`
    select
      ${isThere(movedId(projectId))} as has_moved,
      ${isThere(unclaimedEvent(projectId))} as has_unclaimed,
      (select arrayFilter((id, place) -> place >= ${integerStatement(first)} and (place - ${integerStatement(first)}) % ${integerStatement(spanStride(reader))} = 0,
          arraySort(groupArray(id)) as ids, arrayEnumerate(ids)) from (
        select id from persons where project_id = ${integerStatement(projectId)} order by id limit ${integerStatement(first * (1 + spanGrowth))})) as ends`)
  const span = { projectId, after: 0, upTo, hasMoved: hasMoved === 1, hasUnclaimed: hasUnclaimed === 1 }
  return { span, ends }
}

/**
 * The persons in the next span; `undefined` if there are none. A person who is merged in the meantime counts
 * in the span that contains the person at the time of reading.
 * @param ends possible ends of the second span. If the requested size is not among them, a query finds the
 * end.
 */
export async function nextSpan(
  reader: ClickhouseReader,
  { span, ends }: FirstSpan,
  persons: number,
): Promise<PersonSpan | undefined> {
  const { upTo: after } = span
  if (after === undefined) return undefined
  const isSecond = span.after === 0
  const known = isSecond ? ends[persons / spanStride(reader) - 1] : undefined
  return { ...span, after, upTo: known ?? (await findEnd(reader, { ...span, after }, persons)) }
}

/** The last id in a span of this many persons; `undefined` if there are fewer. */
async function findEnd(
  reader: ClickhouseReader,
  { projectId, after }: Pick<PersonSpan, 'projectId' | 'after'>,
  persons: number,
): Promise<number | undefined> {
  const [row] = await reader.select<[number]>(ch`
    select id from persons where project_id = ${integerStatement(projectId)} and id > ${integerStatement(after)}
    order by id limit 1 offset ${integerStatement(persons - 1)}`)
  return row?.[0]
}
