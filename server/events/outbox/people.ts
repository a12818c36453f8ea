import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'

/** Maximum number of persons, or of their ids, in one statement. */
const chunk = 10_000

/** Limits on adding rows to the outbox. */
interface Room {
  /** Maximum number of rows to add at a time. */
  readonly most: number
  /** Waits until there is room for more rows. */
  readonly room: () => Promise<void>
}

const always: Room = { most: chunk, room: async () => {} }

/**
 * Sends all existing persons to ClickHouse, while changes to them are already being sent. These rows have
 * version 0, so they are older than any change.
 */
export async function putPeopleIntoOutbox(
  db: Kysely<Database>,
  { most, room }: Room = always,
): Promise<void> {
  for (let after: PersonPlace | undefined = { project_id: 0, id: 0 }; after !== undefined; ) {
    await room()
    after = await putPersons(db, { after, size: Math.min(chunk, most) })
  }
  for (let after: IdPlace | undefined = { project_id: 0, distinct_id: '' }; after !== undefined; ) {
    await room()
    after = await putIds(db, { after, size: Math.min(chunk, most) })
  }
}

interface PersonPlace {
  readonly project_id: number
  readonly id: number
}

interface IdPlace {
  readonly project_id: number
  readonly distinct_id: string
}

interface Page<Place> {
  readonly after: Place
  readonly size: number
}

/** Puts a page of persons into the outbox. @returns the last of them; `undefined` if there were none. */
async function putPersons(
  db: Kysely<Database>,
  { after, size }: Page<PersonPlace>,
): Promise<PersonPlace | undefined> {
  const { rows } = await sql<PersonPlace>`
    with next as (
      select * from persons where (project_id, id) > (${after.project_id}, ${after.id})
      order by project_id, id limit ${size}
    ), put as (
      insert into event_outbox (kind, project_id, count, bytes, rows)
      select 'persons', project_id, count(*), sum(octet_length(properties::text)), jsonb_agg(jsonb_build_object(
        'id', id, 'created_at', event_micros(created_at), 'properties', properties, 'is_deleted', 0, 'version', 0))
      from next group by project_id
    )
    select project_id, id from next order by project_id desc, id desc limit 1`.execute(db)
  return rows[0]
}

async function putIds(db: Kysely<Database>, { after, size }: Page<IdPlace>): Promise<IdPlace | undefined> {
  const { rows } = await sql<IdPlace>`
    with next as (
      select * from person_distinct_ids where (project_id, distinct_id) > (${after.project_id}, ${after.distinct_id})
      order by project_id, distinct_id limit ${size}
    ), put as (
      insert into event_outbox (kind, project_id, count, bytes, rows)
      select 'ids', project_id, count(*), sum(octet_length(distinct_id)), jsonb_agg(jsonb_build_object(
        'distinct_id', distinct_id, 'person_id', person_id, 'events_differ', 0, 'version', 0))
      from next group by project_id
    )
    select project_id, distinct_id from next order by project_id desc, distinct_id desc limit 1`.execute(db)
  return rows[0]
}
