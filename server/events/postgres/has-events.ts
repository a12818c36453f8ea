import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'

/** True if any event is in PostgreSQL. */
export async function hasEvents(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('events').select('uuid').limit(1).executeTakeFirst()) !== undefined
}
