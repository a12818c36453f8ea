import { isDeepStrictEqual } from 'node:util'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Range } from '../analysis/dates.ts'
import { hasNameOf, isEntity, moment, selectPersonEvents } from '../analysis/postgres/person-events.ts'
import type { Entity } from '../analysis/queries.ts'
import type { JsonObject } from '../capture/json.ts'
import type { Database } from '../database/schema.ts'
import { propertyChanges } from '../events/captured-event.ts'
import { changedProperties } from './people.ts'

/** What a timeline is asked for. */
export interface TimelineQuery {
  readonly projectId: number
  readonly personId: number
  readonly range: Range
  /** The events that matter; all, when there are none. */
  readonly entities: readonly Entity[]
  /** Keys of properties of the person, at whose change a new point starts. */
  readonly crucialKeys: readonly string[]
}

/** From when on a person had some properties, and how many events that matter came until the next point. */
export interface TimelinePoint {
  readonly timestamp: string
  readonly properties: JsonObject
  readonly relevant_event_count: number
}

/**
 * Tells which properties a person had when the events that matter happened. The properties of every moment are made
 * again from the changes that the person's events carry.
 */
export async function readTimeline(db: Kysely<Database>, query: TimelineQuery): Promise<TimelinePoint[]> {
  const points: { timestamp: string; properties: JsonObject; relevant_event_count: number }[] = []
  let properties: JsonObject = {}
  for (const { moment: timestamp, is_relevant, changes } of await readEvents(db, query)) {
    properties = changedProperties(properties, propertyChanges({ properties: changes }))
    if (!is_relevant) continue
    const last = points.at(-1)
    if (last !== undefined && agree(last.properties, properties, query.crucialKeys)) {
      last.relevant_event_count += 1
    } else {
      points.push({ timestamp, properties, relevant_event_count: 1 })
    }
  }
  return points
}

function agree(one: JsonObject, other: JsonObject, keys: readonly string[]): boolean {
  return keys.every((key) => isDeepStrictEqual(one[key], other[key]))
}

interface TimelineEvent {
  readonly moment: string
  readonly is_relevant: boolean
  readonly changes: JsonObject
}

const carriesChanges = sql<boolean>`(
  jsonb_exists_any(event.properties, array['$set', '$set_once', '$unset'])
  and not event.properties @> '{"$process_person_profile": false}')`

const changes = sql`jsonb_build_object(
  '$set', event.properties -> '$set',
  '$set_once', event.properties -> '$set_once',
  '$unset', event.properties -> '$unset')`

async function readEvents(
  db: Kysely<Database>,
  { projectId, personId, range, entities }: TimelineQuery,
): Promise<readonly TimelineEvent[]> {
  const isRelevant = sql<boolean>`(event.timestamp >= ${moment(range.from)} and ${matters(entities)})`
  const events = selectPersonEvents({
    query: { projectId, properties: [] },
    range: { to: range.to },
    where: sql<boolean>`known.person_id = ${personId} and (${carriesChanges} or ${isRelevant})`,
    columns: [
      sql`, ${isRelevant} as is_relevant`,
      sql`, case when ${carriesChanges} then ${changes} else '{}' end as changes`,
    ],
  })
  const { rows } = await sql<TimelineEvent>`${events} order by moment, uuid`.execute(db)
  return rows
}

function matters(entities: readonly Entity[]): RawBuilder<boolean> {
  if (entities.length === 0) return sql`true`
  return sql`(${hasNameOf(entities)} and (${sql.join(entities.map(isEntity), sql` or `)}))`
}
