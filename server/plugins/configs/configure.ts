import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import { recordActivity } from '../../activity/activity.ts'
import { changesBetween, creationOf } from '../../activity/changes.ts'
import { inTransaction } from '../../database/retry.ts'
import type { Database } from '../../database/schema.ts'
import type { PluginsAccessLevel } from '../../organizations/tables.ts'

/** A plugin's configuration in a project. */
export interface PluginConfiguration {
  readonly projectId: number
  readonly pluginId: number
  readonly enabled: boolean
  /** The values for the plugin's config_schema. If absent, the old values are kept. */
  readonly config?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Configures a plugin in a project, or changes its existing configuration. After that, the project's
 * organization sees the plugin.
 * @returns the configuration's id; `undefined` if the plugin or project does not exist.
 */
export async function configurePlugin(
  db: Kysely<Database>,
  { projectId, pluginId, enabled, config }: PluginConfiguration,
): Promise<number | undefined> {
  return await inTransaction(db, async (transaction) => {
    const found = await transaction
      .selectFrom('projects')
      .innerJoin('plugins', (join) => join.on('plugins.id', '=', pluginId))
      .where('projects.id', '=', projectId)
      .select(['projects.organization_id', 'plugins.name'])
      .forUpdate(['projects']) // concurrent calls take turns, so the second finds the first one's result
      .executeTakeFirst()
    if (found === undefined) return undefined
    const { organization_id, name } = found
    const before = await transaction
      .selectFrom('plugin_configs')
      .where('organization_id', '=', organization_id)
      .where('project_id', '=', projectId)
      .where('plugin_id', '=', pluginId)
      .where('deleted', '=', false)
      .selectAll()
      .orderBy('id')
      .executeTakeFirst()
    const key = { organization_id, project_id: projectId, plugin_id: pluginId }
    const id =
      before === undefined
        ? await insertConfig(transaction, { ...key, enabled, config: JSON.stringify(config ?? {}) })
        : await updateConfig(transaction, before, { enabled, config: config && JSON.stringify(config) })
    // The values are not logged, because some of them are secret.
    const changes =
      before === undefined
        ? creationOf('PluginConfig', { enabled })
        : changesBetween('PluginConfig', {
            before: { enabled: before.enabled },
            after: { enabled },
            fields: ['enabled'],
          })
    await recordActivity(transaction, {
      organizationId: organization_id,
      projectId,
      user: undefined,
      scope: 'PluginConfig',
      itemId: String(id),
      activity: before === undefined ? 'created' : 'updated',
      detail: { name, changes },
    })
    return id
  })
}

async function insertConfig(
  transaction: Transaction<Database>,
  values: Insertable<Database['plugin_configs']>,
): Promise<number> {
  const { id } = await transaction
    .insertInto('plugin_configs')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function updateConfig(
  transaction: Transaction<Database>,
  { organization_id, id }: { readonly organization_id: string; readonly id: number },
  values: { readonly enabled: boolean; readonly config: string | undefined },
): Promise<number> {
  await transaction
    .updateTable('plugin_configs')
    .set({ ...values, updated_at: sql`now()` })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute()
  return id
}

/** Sets an organization's rights to plugins. Returns true if the organization exists. */
export async function setPluginsAccess(
  db: Kysely<Database>,
  { organizationId, level }: { organizationId: string; level: PluginsAccessLevel },
): Promise<boolean> {
  return await inTransaction(db, async (transaction) => {
    const before = await transaction
      .selectFrom('organizations')
      .where('id', '=', organizationId)
      .select(['name', 'plugins_access_level'])
      .forUpdate()
      .executeTakeFirst()
    if (before === undefined) return false
    const change = { plugins_access_level: level }
    await transaction
      .updateTable('organizations')
      .set({ ...change, updated_at: sql`now()` })
      .where('id', '=', organizationId)
      .execute()
    const changes = changesBetween('Organization', {
      before,
      after: { ...before, ...change },
      fields: ['plugins_access_level'],
    })
    if (changes.length > 0) {
      await recordActivity(transaction, {
        organizationId,
        user: undefined,
        scope: 'Organization',
        itemId: organizationId,
        activity: 'updated',
        detail: { name: before.name, changes },
      })
    }
    return true
  })
}
