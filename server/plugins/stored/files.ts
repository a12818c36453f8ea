import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { PluginRow } from '../tables.ts'

/** The contents of a plugin's files, by name. */
export type PluginFiles = Readonly<Record<string, string>>

/** Maximum size of a plugin file, in bytes. */
export const mostFileBytes = 2 ** 20

/** Maximum length of a file name. PostgreSQL's index allows no name longer than 2,700 bytes. */
export const longestName = 200

/** Maximum number of files in a plugin. */
export const mostFiles = 100

/** Replaces all of a plugin's files. */
export async function replacePluginFiles(
  transaction: Transaction<Database>,
  { organization_id, id }: Pick<PluginRow, 'organization_id' | 'id'>,
  files: PluginFiles,
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

/** The contents of a plugin's files, by name. */
export async function readPluginFiles(
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
