import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { EventColumn, EventExport, ExportedEvents, ExportValue, Expression } from '../event-export.ts'
import { postgresEventRecords } from './rows.ts'

/** Number of records fetched from the database at a time. */
const chunk = 500

/** @see EventStore.exported */
export function exportedEvents(db: Kysely<Database>, selection: EventExport): ExportedEvents {
  const { projectId, by, start, end, include, exclude, values } = selection
  const moment = `event.${by}` as const
  const events = db
    .selectFrom('events as event')
    .where('event.project_id', '=', projectId)
    .where(moment, '<', end)
    .$if(start !== null, (query) => query.where(moment, '>=', start ?? ''))
    .$if(include.length > 0, (query) => query.where('event.event', 'in', include))
    .$if(exclude.length > 0, (query) => query.where('event.event', 'not in', exclude))
  return {
    count: async () => {
      // There can be more records than 32 bits can count.
      const counted = await events.select(sql<string>`count(*)`.as('count')).executeTakeFirstOrThrow()
      return Number(counted.count)
    },
    read: (after) =>
      postgresEventRecords(
        events
          .leftJoin('person_distinct_ids as id', (join) =>
            join
              .onRef('id.project_id', '=', 'event.project_id')
              .onRef('id.distinct_id', '=', 'event.distinct_id'),
          )
          .leftJoin('persons as person', (join) =>
            join.onRef('person.project_id', '=', 'id.project_id').onRef('person.id', '=', 'id.person_id'),
          )
          .$if(after !== undefined, (query) => query.where(isAfter(after ?? '', moment)))
          .select(values.map((value, index) => sqlOf(value).as(`c${index}`)))
          .select(sql<string>`${sql.ref(moment)} || '/' || event.uuid`.as('position'))
          .orderBy(moment)
          .orderBy('event.uuid')
          .stream(chunk),
        values.length,
      ),
  }
}

function isAfter(position: string, moment: string) {
  const [last = '', uuid = ''] = position.split('/')
  return sql<SqlBool>`(${sql.ref(moment)}, event.uuid) > (${last}::timestamptz, ${uuid}::uuid)`
}

const columns: Readonly<Record<EventColumn, ReturnType<typeof sql<ExportValue>>>> = {
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

function sqlOf(expression: Expression): ReturnType<typeof sql<ExportValue>> {
  if ('column' in expression) return columns[expression.column]
  if ('property' in expression) return sql`(event.properties -> ${expression.property}::text)::text`
  return sql`${String(expression.constant)}::text`
}
