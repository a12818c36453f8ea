import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { Config, Model } from '../tables.ts'
import { type Column, type EventColumn, eventColumns, personColumns } from './columns.ts'
import { type Expression, parseSelectList } from './select-list.ts'

/** A column's value; of the type `json` it is JSON text, exactly as it is stored. */
export type Value = string | number | boolean | null

/** One exported row. */
export interface ExportRecord {
  /** Where it stands in the order of its run. */
  readonly position: string
  /** In the order of the columns. */
  readonly values: readonly Value[]
}

/** What a run exports. */
export interface Selection {
  readonly projectId: number
  readonly model: Model
  /** Which time of an event has to lie in the span: the schedule's runs go by acceptance, so that they miss no late one. */
  readonly by: 'created_at' | 'timestamp'
  readonly hogqlQuery: string | null
  /** Null: from the beginning. */
  readonly start: string | null
  readonly end: string
  readonly config: Config
}

/** The records of a run. */
export interface RecordSource {
  readonly columns: readonly Column[]
  count(): Promise<number>
  /** Reads the records in their order, those after a position only. */
  read(after?: string): AsyncIterable<ExportRecord>
}

/** Records that the database hands over at a time. */
const chunk = 500

/**
 * Chooses a run's records. Events are those of the span, oldest first; persons are all of the project, one record for each
 * distinct id. Records are read as they are asked for: memory holds a chunk of them.
 * @param db a transaction, so that all reads see the same.
 */
export function selectRecords(db: Kysely<Database>, selection: Selection): RecordSource {
  return selection.model === 'persons' ? personRecords(db, selection) : eventRecords(db, selection)
}

interface Field extends Column {
  readonly sql: ReturnType<typeof sql<Value>>
}

function eventRecords(db: Kysely<Database>, selection: Selection): RecordSource {
  const fields = fieldsOf(selection)
  const moment = `event.${selection.by}` as const
  const include = namesIn(selection.config, 'include_events')
  const exclude = namesIn(selection.config, 'exclude_events')
  const events = db
    .selectFrom('events as event')
    .where('event.project_id', '=', selection.projectId)
    .where(moment, '<', selection.end)
    .$if(selection.start !== null, (query) => query.where(moment, '>=', selection.start ?? ''))
    .$if(include.length > 0, (query) => query.where('event.event', 'in', include))
    .$if(exclude.length > 0, (query) => query.where('event.event', 'not in', exclude))
  return {
    columns: fields,
    count: async () => Number((await events.select(counted).executeTakeFirstOrThrow()).count),
    read: (after) =>
      stream(
        events
          .leftJoin('person_distinct_ids as id', (join) =>
            join
              .onRef('id.project_id', '=', 'event.project_id')
              .onRef('id.distinct_id', '=', 'event.distinct_id'),
          )
          .leftJoin('persons as person', (join) =>
            join.onRef('person.project_id', '=', 'id.project_id').onRef('person.id', '=', 'id.person_id'),
          )
          .$if(after !== undefined, (query) => query.where(eventsAfter(after ?? '', moment)))
          .select(fields.map((field, index) => field.sql.as(`c${index}`)))
          .select(sql<string>`${sql.ref(moment)} || '/' || event.uuid`.as('position'))
          .orderBy(moment)
          .orderBy('event.uuid')
          .stream(chunk),
        fields.length,
      ),
  }
}

function eventsAfter(position: string, moment: string) {
  const [last = '', uuid = ''] = position.split('/')
  return sql<SqlBool>`(${sql.ref(moment)}, event.uuid) > (${last}::timestamptz, ${uuid}::uuid)`
}

function personRecords(db: Kysely<Database>, { projectId }: Selection): RecordSource {
  const ids = db.selectFrom('person_distinct_ids as id').where('id.project_id', '=', projectId)
  const fields = Object.entries(personSql).map(([name, expression]) => ({
    name,
    type: personColumns[name as keyof typeof personColumns],
    sql: expression,
  }))
  return {
    columns: fields,
    count: async () => Number((await ids.select(counted).executeTakeFirstOrThrow()).count),
    read: (after) =>
      stream(
        ids
          .innerJoin('persons as person', (join) =>
            join.onRef('person.project_id', '=', 'id.project_id').onRef('person.id', '=', 'id.person_id'),
          )
          .$if(after !== undefined, (query) => query.where('id.distinct_id', '>', after ?? ''))
          .select(fields.map((field, index) => field.sql.as(`c${index}`)))
          .select('id.distinct_id as position')
          .orderBy('id.distinct_id')
          .stream(chunk),
        fields.length,
      ),
  }
}

const eventSql: Readonly<Record<EventColumn, Field['sql']>> = {
  uuid: sql`event.uuid`,
  team_id: sql`event.project_id`,
  event: sql`event.event`,
  distinct_id: sql`event.distinct_id`,
  timestamp: sql`event.timestamp`,
  created_at: sql`event.created_at`,
  properties: sql`event.properties::text`,
  person_id: sql`person.uuid`,
  person_properties: sql`person.properties::text`,
}

const personSql: Readonly<Record<keyof typeof personColumns, Field['sql']>> = {
  team_id: sql`id.project_id`,
  distinct_id: sql`id.distinct_id`,
  person_id: sql`person.uuid`,
  properties: sql`person.properties::text`,
  created_at: sql`person.created_at`,
  is_identified: sql`person.is_identified`,
}

function fieldsOf({ hogqlQuery }: Selection): Field[] {
  if (hogqlQuery === null) {
    return Object.entries(eventSql).map(([name, expression]) => ({
      name,
      type: eventColumns[name as EventColumn],
      sql: expression,
    }))
  }
  return parseSelectList(hogqlQuery).map(({ alias, expression }) => ({ name: alias, ...fieldOf(expression) }))
}

function fieldOf(expression: Expression): Omit<Field, 'name'> {
  if ('column' in expression) {
    return { type: eventColumns[expression.column], sql: eventSql[expression.column] }
  }
  if ('property' in expression) {
    return { type: 'json', sql: sql`(event.properties -> ${expression.property}::text)::text` }
  }
  const { constant } = expression
  return { type: typeof constant === 'number' ? 'json' : 'text', sql: sql`${String(constant)}::text` }
}

function namesIn(config: Config, member: 'include_events' | 'exclude_events'): string[] {
  const names = config[member]
  return Array.isArray(names) ? names.map(String) : []
}

/** A run can have more records than 32 bits count. */
const counted = sql<string>`count(*)`.as('count')

async function* stream(
  rows: AsyncIterable<Record<string, unknown>>,
  width: number,
): AsyncGenerator<ExportRecord> {
  for await (const row of rows) {
    const values = Array.from({ length: width }, (_, index) => row[`c${index}`] as Value)
    yield { position: String(row['position']), values }
  }
}
