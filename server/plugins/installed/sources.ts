import type { Kysely } from 'kysely'
import type { Plugin, UpdatePluginSource } from '../../../generated/types.ts'
import type { ActivityChange } from '../../activity/tables.ts'
import { inTransaction } from '../../database/retry.ts'
import type { Database } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { storableText } from '../../values/json.ts'
import { type PluginFields, recordPlugin } from '../manifest/fields.ts'
import { pluginRefusals } from '../refusals.ts'
import { assertMayWritePlugin, assertPluginsAccess, pluginsAccess } from '../stored/access.ts'
import {
  longestName,
  mostFileBytes,
  mostFiles,
  type PluginFiles,
  readPluginFiles,
  replacePluginFiles,
} from '../stored/files.ts'
import { findPlugin, lockPlugin, type PluginOfTenant, viewPlugin } from '../stored/find.ts'
import { changePlugin } from './change.ts'
import { pluginFieldsOf } from './installation.ts'

/** The contents of a plugin's stored files; empty if the service does not store the plugin's code. */
export async function getPluginSource(
  db: Kysely<Database>,
  plugin: PluginOfTenant,
): Promise<Record<string, string>> {
  await assertPluginsAccess(db, { tenant: plugin.tenant, needed: pluginsAccess.configure })
  return await readPluginFiles(db, await findPlugin(db, plugin))
}

/**
 * Changes files and properties of a plugin whose code is edited in this service. Null deletes a file; other
 * files are kept. The name, descriptions and configuration are read from `plugin.json`, and the capabilities
 * from the code.
 * @throws Refusal if the plugin was installed from a package, or if its code would belong to another
 * collection.
 */
export async function updatePluginSource(
  db: Kysely<Database>,
  { body, ...plugin }: PluginOfTenant & { body: UpdatePluginSource },
): Promise<Plugin> {
  const { tenant } = plugin
  const { files: changed, fields } = separate(body)
  const level = await assertPluginsAccess(db, { tenant, needed: pluginsAccess.install })
  return await inTransaction(db, async (transaction) => {
    const before = await lockPlugin(transaction, plugin)
    assertMayWritePlugin(before, { tenant, level, isGlobal: fields.is_global })
    if (before.plugin_type !== 'source') throw new Refusal(pluginRefusals.pluginNotSource)
    const old = await readPluginFiles(transaction, before)
    const changes = fileChanges(old, changed)
    const files = apply(old, changed)
    const said = changes.length > 0 ? pluginFieldsOf(files) : {}
    const after = await changePlugin(transaction, { before, fields: { ...said, ...fields }, tenant })
    if (changes.length > 0) {
      assertSize(files)
      await replacePluginFiles(transaction, after, files)
      await recordPlugin(transaction, after, { user: tenant.caller, activity: 'source_updated', changes })
    }
    return await viewPlugin(transaction, after)
  })
}

type FileChanges = Readonly<Record<string, string | null>>

/** Separates files from properties. File names contain a dot; a plugin's property names do not. */
function separate(body: UpdatePluginSource): { readonly files: FileChanges; readonly fields: PluginFields } {
  const entries = Object.entries(body)
  const files = entries.filter(
    (entry): entry is [string, string | null] =>
      entry[0].includes('.') && (typeof entry[1] === 'string' || entry[1] === null),
  )
  const fields = entries.filter(([name]) => !name.includes('.'))
  const storableFiles = files.map(([name, text]) => [
    storableText(name),
    text === null ? null : storableText(text),
  ])
  return { files: Object.fromEntries(storableFiles), fields: Object.fromEntries(fields) }
}

function apply(old: PluginFiles, changes: FileChanges): PluginFiles {
  const kept = Object.entries({ ...old, ...changes }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  )
  return Object.fromEntries(kept)
}

/** The changed files, without their contents, which are too long for a log. */
function fileChanges(old: PluginFiles, changes: FileChanges): ActivityChange[] {
  return Object.entries(changes).flatMap(([field, text]) => {
    const before = old[field] ?? null
    if (text === before) return []
    const action = before === null ? 'created' : text === null ? 'deleted' : 'changed'
    return [{ type: 'Plugin', action, field, before: null, after: null } as const]
  })
}

function assertSize(files: PluginFiles): void {
  const entries = Object.entries(files)
  const isLarge = entries.some(
    ([name, text]) => name.length > longestName || Buffer.byteLength(text) > mostFileBytes,
  )
  if (isLarge || entries.length > mostFiles) throw new Refusal(pluginRefusals.pluginFiles)
}
