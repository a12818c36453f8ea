import type { Kysely } from 'kysely'
import type { Database } from '../../../server/database/schema.ts'

/** Returns the records in a JSON Lines file. */
export function recordsIn(content: Buffer): Record<string, unknown>[] {
  return content
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/**
 * Returns the sorted UUIDs of the events in JSON Lines files; an event that is there twice is listed twice.
 */
export function uuidsIn(contents: readonly Buffer[]): string[] {
  return contents
    .flatMap(recordsIn)
    .map(({ uuid }) => String(uuid))
    .sort()
}

/** Returns the sorted UUIDs of a project's events. */
export async function uuidsOf(db: Kysely<Database>, projectId: number): Promise<string[]> {
  const rows = await db.selectFrom('events').where('project_id', '=', projectId).select('uuid').execute()
  return rows.map(({ uuid }) => uuid).sort()
}
