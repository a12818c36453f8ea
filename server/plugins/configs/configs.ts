import { type Kysely, sql } from 'kysely'
import type { PluginConfig } from '../../../generated/types.ts'
import type { Database } from '../../database/schema.ts'
import { assertPluginsAccess, pluginsAccess } from '../stored/access.ts'
import { withoutConfigSecrets } from '../stored/config-secrets.ts'
import { type CollectionOfTenant, visiblePlugins } from '../stored/find.ts'

/** Lists the ids of plugins that are not enabled in any of the organization's projects. */
export async function listUnusedPlugins(
  db: Kysely<Database>,
  collection: CollectionOfTenant,
): Promise<number[]> {
  const { tenant } = collection
  await assertPluginsAccess(db, { tenant, needed: pluginsAccess.configure })
  const rows = await visiblePlugins(db, collection)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('plugin_configs as config')
            .where('config.organization_id', '=', tenant.organizationId)
            .whereRef('config.plugin_id', '=', 'plugin.id')
            .where('config.enabled', '=', true)
            .where('config.deleted', '=', false)
            .select('config.id'),
        ),
      ),
    )
    .select('plugin.id')
    .orderBy('plugin.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** A plugin's exports that send each event to another service. */
const exporting = ['exportEvents', 'onEvent', 'composeWebhook']

/**
 * Lists the configurations of plugins that export events, if they are enabled in one of the organization's
 * projects.
 */
export async function listPluginExportConfigs(
  db: Kysely<Database>,
  collection: CollectionOfTenant,
): Promise<PluginConfig[]> {
  const { tenant } = collection
  await assertPluginsAccess(db, { tenant, needed: pluginsAccess.configure })
  const rows = await visiblePlugins(db, collection)
    .innerJoin('plugin_configs as config', 'config.plugin_id', 'plugin.id')
    .where('config.organization_id', '=', tenant.organizationId)
    .where('config.enabled', '=', true)
    .where('config.deleted', '=', false)
    .where(sql<boolean>`plugin.capabilities -> 'methods' ?| ${exporting}`)
    .selectAll('config')
    .select(['plugin.config_schema', 'plugin.name as plugin_name', 'plugin.url as plugin_url'])
    .orderBy('config.order')
    .orderBy('config.id')
    .execute()
  return rows.map(
    ({
      organization_id: _,
      project_id,
      plugin_id,
      plugin_name,
      plugin_url,
      config_schema,
      config,
      ...rest
    }) => ({
      ...rest,
      plugin: plugin_id,
      team_id: project_id,
      config: withoutConfigSecrets(config, config_schema),
      plugin_info: { id: plugin_id, name: plugin_name, url: plugin_url },
      delivery_rate_24h: null,
    }),
  )
}
