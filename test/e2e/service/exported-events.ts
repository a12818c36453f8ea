import type { Kysely } from 'kysely'
import type { Database } from '../../../server/database/schema.ts'

/** The events in files of JSON Lines, by their uuids, sorted: one that is there twice is named twice. */
export function uuidsIn(contents: readonly Buffer[]): string[] {
  return contents
    .flatMap((content) => content.toString().trimEnd().split('\n'))
    .map((line) => (JSON.parse(line) as { uuid: string }).uuid)
    .sort()
}

/** The events that a project has, by their uuids, sorted. */
export async function uuidsOf(db: Kysely<Database>, projectId: number): Promise<string[]> {
  const rows = await db.selectFrom('events').where('project_id', '=', projectId).select('uuid').execute()
  return rows.map(({ uuid }) => uuid).sort()
}
