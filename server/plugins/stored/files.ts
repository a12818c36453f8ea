import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { PluginRow } from '../tables.ts'

/** The text of a plugin's files, by their names. */
export type Files = Readonly<Record<string, string>>

/** Bytes of one file of a plugin. */
export const mostFileBytes = 2 ** 20

/** Characters of a file's name. PostgreSQL's index takes no name above 2,700 bytes. */
export const longestName = 200

/** Files of one plugin. */
export const mostFiles = 100

/** Puts files in the place of all that a plugin had. */
export async function replaceFiles(
  transaction: Transaction<Database>,
  { organization_id, id }: Pick<PluginRow, 'organization_id' | 'id'>,
  files: Files,
): Promise<void> {
  await transaction
    .deleteFrom('plugin_files')
    .where('organization_id', '=', organization_id)
    .where('plugin_id', '=', id)
    .execute()
  const rows = Object.entries(files).map(([name, content]) => ({
    organization_id,
    plugin_id: id,
    name,
    content,
  }))
  if (rows.length > 0) await transaction.insertInto('plugin_files').values(rows).execute()
}

/** The text of a plugin's files, by name. */
export async function readFiles(
  db: Kysely<Database>,
  { organization_id, id }: Pick<PluginRow, 'organization_id' | 'id'>,
): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('plugin_files')
    .where('organization_id', '=', organization_id)
    .where('plugin_id', '=', id)
    .select(['name', 'content'])
    .orderBy('name')
    .execute()
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]))
}
