import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { PluginRow } from '../tables.ts'

type Values = Readonly<Record<string, unknown>>
type Schema = Readonly<Record<string, { readonly secret?: boolean }>> | null

/** Shown in place of a secret that is set. */
const mask = '********'

/** A configuration's values, with secrets masked. */
export function withoutConfigSecrets(config: Values, schema: Schema): Record<string, unknown> {
  const secret = secretsOf(schema)
  const shown = Object.entries(config).map(([key, value]) => {
    return [key, secret.has(key) && value !== null && value !== '' ? mask : value]
  })
  return Object.fromEntries(shown)
}

/**
 * Deletes the values that a change to the plugin's config_schema would expose, so that secrets stay secret
 * and whoever edits a plugin sees none of its users' values.
 */
export async function forgetUncoveredConfig(
  db: Kysely<Database>,
  { before, after }: { readonly before: PluginRow; readonly after: PluginRow },
): Promise<void> {
  const still = secretsOf(after.config_schema)
  const uncovered = [...secretsOf(before.config_schema)].filter((key) => !still.has(key))
  if (uncovered.length === 0) return
  await db
    .updateTable('plugin_configs')
    .set({ config: sql`config - ${uncovered}::text[]`, updated_at: sql`now()` })
    .where('plugin_id', '=', before.id)
    .where(sql<boolean>`config ?| ${uncovered}::text[]`)
    .execute()
}

function secretsOf(schema: Schema): ReadonlySet<string> {
  const secret = Object.entries(schema ?? {}).filter(([, member]) => member.secret === true)
  return new Set(secret.map(([key]) => key))
}
