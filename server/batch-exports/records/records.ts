import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { ExportedEvents, ExportValue, Expression } from '../../events/event-export.ts'
import { postgresEventRecords } from '../../events/postgres/rows.ts'
import type { EventStore } from '../../events/store.ts'
import type { DestinationConfig, ExportModel } from '../tables.ts'
import { type Column, exportedEventColumns, exportedPersonColumns, isEventColumn } from './columns.ts'
import { parseSelectList } from './select-list.ts'

/** Selects a run's records. */
export interface RecordSelection {
  readonly projectId: number
  readonly model: ExportModel
  /**
   * The event time that must be within the span. Scheduled runs use the time of acceptance, so that no late
   * event is missed.
   */
  readonly by: 'created_at' | 'timestamp'
  readonly hogqlQuery: string | null
  /** Null: from the beginning. */
  readonly start: string | null
  readonly end: string
  readonly config: DestinationConfig
}

/** A run's records. */
export interface RecordSource extends ExportedEvents {
  readonly columns: readonly Column[]
}

/** Databases from which records are read. */
export interface RecordStores {
  /** A transaction, so that all reads are consistent with each other. */
  readonly db: Kysely<Database>
  readonly events: EventStore
}

/** Number of records fetched from the database at a time. */
const chunk = 500

/**
 * Selects a run's records: for events, those in the span, oldest first; for persons, everyone in the project,
 * with one record for each distinct id. Only one chunk of records is in memory at a time.
 */
export function selectExportRecords({ db, events }: RecordStores, selection: RecordSelection): RecordSource {
  return selection.model === 'persons' ? personRecords(db, selection) : eventRecords(events, selection)
}

function eventRecords(events: EventStore, { hogqlQuery, config, ...span }: RecordSelection): RecordSource {
  const selected = selectedValues(hogqlQuery)
  const exported = events.exported({
    ...span,
    include: namesIn(config, 'include_events'),
    exclude: namesIn(config, 'exclude_events'),
    values: selected.map(({ expression }) => expression),
  })
  const columns = selected.map(({ alias, expression }) => ({ name: alias, type: typeOf(expression) }))
  return { ...exported, columns }
}

function selectedValues(query: string | null): readonly { alias: string; expression: Expression }[] {
  if (query !== null) return [...parseSelectList(query)]
  const columns = Object.keys(exportedEventColumns).filter(isEventColumn)
  return columns.map((column) => ({ alias: column, expression: { column } }))
}

function typeOf(expression: Expression): Column['type'] {
  if ('column' in expression) return exportedEventColumns[expression.column]
  return 'property' in expression || typeof expression.constant === 'number' ? 'json' : 'text'
}

function namesIn(config: DestinationConfig, member: 'include_events' | 'exclude_events'): string[] {
  const names = config[member]
  return Array.isArray(names) ? names.map(String) : []
}

function personRecords(db: Kysely<Database>, { projectId }: RecordSelection): RecordSource {
  const ids = db.selectFrom('person_distinct_ids as id').where('id.project_id', '=', projectId)
  const columns = Object.entries(exportedPersonColumns).map(([name, type]) => ({ name, type }))
  return {
    columns,
    count: async () => Number((await ids.select(counted).executeTakeFirstOrThrow()).count),
    read: (after) =>
      postgresEventRecords(
        ids
          .innerJoin('persons as person', (join) =>
            join.onRef('person.project_id', '=', 'id.project_id').onRef('person.id', '=', 'id.person_id'),
          )
          .$if(after !== undefined, (query) => query.where('id.distinct_id', '>', after ?? ''))
          .select(Object.values(personSql).map((value, index) => value.as(`c${index}`)))
          .select('id.distinct_id as position')
          .orderBy('id.distinct_id')
          .stream(chunk),
        columns.length,
      ),
  }
}

const personSql: Readonly<Record<keyof typeof exportedPersonColumns, ReturnType<typeof sql<ExportValue>>>> = {
  team_id: sql`id.project_id`,
  distinct_id: sql`id.distinct_id`,
  person_id: sql`person.uuid`,
  properties: sql`person.properties::text`,
  created_at: sql`person.created_at`,
  is_identified: sql`person.is_identified`,
}

/** The count is a string, because a run can have more records than 32 bits can count. */
const counted = sql<string>`count(*)`.as('count')
