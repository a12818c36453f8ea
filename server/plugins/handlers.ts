import type { Handlers } from '../../generated/server.ts'
import { listActivity } from '../activity/activity.ts'
import type { OrganizationHandlers } from '../feature/handler-groups.ts'
import { pageEnvelope, pageSlice } from '../values/pagination.ts'
import { listPluginExportConfigs, listUnusedPlugins } from './configs/configs.ts'
import { createPlugin, deletePlugin, getPlugin, listPlugins, updatePlugin } from './installed/plugins.ts'
import { listPluginRepository } from './installed/repository.ts'
import { getPluginSource, updatePluginSource } from './installed/sources.ts'
import { checkForPluginUpdates, upgradePlugin } from './installed/updates.ts'
import type { PluginCollection } from './manifest/capabilities.ts'
import type { PluginParts } from './parts.ts'
import { assertPluginsAccess, pluginsAccess } from './stored/access.ts'

type PluginHandlers = OrganizationHandlers<Extract<keyof Handlers, `${string}Pipeline${string}`>>

/** The operations in section 4.6 of the interface document; each collection has all of them. */
export function pluginHandlers(service: PluginParts): PluginHandlers {
  const destination = collectionHandlers(service, 'destination')
  const frontendApp = collectionHandlers(service, 'frontend_app')
  const importApp = collectionHandlers(service, 'import_app')
  return {
    listPipelineDestinations: destination.list,
    createPipelineDestination: destination.create,
    getPipelineDestination: destination.get,
    updatePipelineDestination: destination.update,
    deletePipelineDestination: destination.delete,
    checkPipelineDestinationForUpdates: destination.checkForUpdates,
    getPipelineDestinationSource: destination.getSource,
    updatePipelineDestinationSource: destination.updateSource,
    upgradePipelineDestination: destination.upgrade,
    listPipelineDestinationActivity: destination.listActivity,
    listPipelineDestinationExportsUnsubscribeConfigs: destination.listExportConfigs,
    listPipelineDestinationRepository: destination.listRepository,
    listUnusedPipelineDestinations: destination.listUnused,
    listPipelineFrontendApps: frontendApp.list,
    createPipelineFrontendApp: frontendApp.create,
    getPipelineFrontendApp: frontendApp.get,
    updatePipelineFrontendApp: frontendApp.update,
    deletePipelineFrontendApp: frontendApp.delete,
    checkPipelineFrontendAppForUpdates: frontendApp.checkForUpdates,
    getPipelineFrontendAppSource: frontendApp.getSource,
    updatePipelineFrontendAppSource: frontendApp.updateSource,
    upgradePipelineFrontendApp: frontendApp.upgrade,
    listPipelineFrontendAppActivity: frontendApp.listActivity,
    listPipelineFrontendAppExportsUnsubscribeConfigs: frontendApp.listExportConfigs,
    listPipelineFrontendAppRepository: frontendApp.listRepository,
    listUnusedPipelineFrontendApps: frontendApp.listUnused,
    listPipelineImportApps: importApp.list,
    createPipelineImportApp: importApp.create,
    getPipelineImportApp: importApp.get,
    updatePipelineImportApp: importApp.update,
    deletePipelineImportApp: importApp.delete,
    checkPipelineImportAppForUpdates: importApp.checkForUpdates,
    getPipelineImportAppSource: importApp.getSource,
    updatePipelineImportAppSource: importApp.updateSource,
    upgradePipelineImportApp: importApp.upgrade,
    listPipelineImportAppActivity: importApp.listActivity,
    listPipelineImportAppExportsUnsubscribeConfigs: importApp.listExportConfigs,
    listPipelineImportAppRepository: importApp.listRepository,
    listUnusedPipelineImportApps: importApp.listUnused,
  }
}

/**
 * The handlers of one collection. All three collections have the same requests and responses, so they share
 * one type.
 */
interface CollectionHandlers {
  readonly list: PluginHandlers['listPipelineDestinations']
  readonly create: PluginHandlers['createPipelineDestination']
  readonly get: PluginHandlers['getPipelineDestination']
  readonly update: PluginHandlers['updatePipelineDestination']
  readonly delete: PluginHandlers['deletePipelineDestination']
  readonly checkForUpdates: PluginHandlers['checkPipelineDestinationForUpdates']
  readonly getSource: PluginHandlers['getPipelineDestinationSource']
  readonly updateSource: PluginHandlers['updatePipelineDestinationSource']
  readonly upgrade: PluginHandlers['upgradePipelineDestination']
  readonly listActivity: PluginHandlers['listPipelineDestinationActivity']
  readonly listExportConfigs: PluginHandlers['listPipelineDestinationExportsUnsubscribeConfigs']
  readonly listRepository: PluginHandlers['listPipelineDestinationRepository']
  readonly listUnused: PluginHandlers['listUnusedPipelineDestinations']
}

function collectionHandlers(parts: PluginParts, collection: PluginCollection): CollectionHandlers {
  return { ...listHandlers(parts, collection), ...singleHandlers(parts, collection) }
}

/** Operations on a whole collection. */
function listHandlers(
  { db, jobs, registry }: PluginParts,
  collection: PluginCollection,
): Pick<
  CollectionHandlers,
  'list' | 'create' | 'listActivity' | 'listExportConfigs' | 'listRepository' | 'listUnused'
> {
  return {
    async list({ query }, { request, tenant }) {
      const slice = pageSlice(query)
      const page = await listPlugins(db, { tenant, collection, slice })
      return { status: 200, body: pageEnvelope(request, page, slice) }
    },
    async create({ body }, { tenant }) {
      return { status: 201, body: await createPlugin(db, { tenant, collection, registry, fields: body }) }
    },
    async listActivity({ query }, { request, tenant }) {
      await assertPluginsAccess(db, { tenant, needed: pluginsAccess.configure })
      const { organizationId } = tenant
      const scopes = ['Plugin', 'PluginConfig'] as const
      return { status: 200, body: await listActivity(db, { ...query, request, organizationId, scopes }) }
    },
    async listExportConfigs(_, { tenant }) {
      return { status: 200, body: await listPluginExportConfigs(db, { tenant, collection }) }
    },
    async listRepository(_, { tenant }) {
      return { status: 200, body: await listPluginRepository({ db, jobs }, tenant) }
    },
    async listUnused(_, { tenant }) {
      return { status: 200, body: await listUnusedPlugins(db, { tenant, collection }) }
    },
  }
}

/** Operations on a single plugin in a collection. */
function singleHandlers(
  { db, registry }: PluginParts,
  collection: PluginCollection,
): Omit<CollectionHandlers, keyof ReturnType<typeof listHandlers>> {
  return {
    async get({ path: { id } }, { tenant }) {
      return { status: 200, body: await getPlugin(db, { tenant, collection, id }) }
    },
    async update({ path: { id }, body = {} }, { tenant }) {
      return { status: 200, body: await updatePlugin(db, { tenant, collection, id, fields: body }) }
    },
    async delete({ path: { id } }, { tenant }) {
      await deletePlugin(db, { tenant, collection, id })
      return { status: 204 }
    },
    async checkForUpdates({ path: { id } }, { tenant }) {
      return {
        status: 200,
        body: { plugin: await checkForPluginUpdates(db, { tenant, collection, id, registry }) },
      }
    },
    async getSource({ path: { id } }, { tenant }) {
      return { status: 200, body: await getPluginSource(db, { tenant, collection, id }) }
    },
    async updateSource({ path: { id }, body = {} }, { tenant }) {
      return { status: 200, body: await updatePluginSource(db, { tenant, collection, id, body }) }
    },
    async upgrade({ path: { id } }, { tenant }) {
      return { status: 200, body: await upgradePlugin(db, { tenant, collection, id, registry }) }
    },
  }
}
