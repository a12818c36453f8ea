import type { Kysely } from 'kysely'
import type { Database } from '../../../server/database/schema.ts'

/** The records in a file of JSON Lines. */
export function recordsIn(content: Buffer): Record<string, unknown>[] {
  return content
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** The events in files of JSON Lines, by their uuids, sorted: one that is there twice is named twice. */
export function uuidsIn(contents: readonly Buffer[]): string[] {
  return contents
    .flatMap(recordsIn)
    .map(({ uuid }) => String(uuid))
    .sort()
}

/** The events that a project has, by their uuids, sorted. */
export async function uuidsOf(db: Kysely<Database>, projectId: number): Promise<string[]> {
  const rows = await db.selectFrom('events').where('project_id', '=', projectId).select('uuid').execute()
  return rows.map(({ uuid }) => uuid).sort()
}
