import { expect } from 'vitest'
import type { Api as Client } from '../../../generated/client.ts'
import type { Plugin, WritablePlugin } from '../../../generated/types.ts'
import { invalid, startTestService, type Tenant, type TestService } from './harness.ts'

export const collections = [
  'pipeline_destinations',
  'pipeline_frontend_apps',
  'pipeline_import_apps',
] as const
export type CollectionName = (typeof collections)[number]

/** Capabilities of plugins that handle events, and of plugins that run on a schedule. */
export const handles = { methods: ['onEvent'] }
export const runs = { scheduled_tasks: ['runEveryDay'] }

/** Operations that the tests of all collections call; in the document, their names contain the collection. */
interface Collection {
  readonly list: Client['pipelineDestinations']['listPipelineDestinations']
  readonly create: Client['pipelineDestinations']['createPipelineDestination']
  readonly get: Client['pipelineDestinations']['getPipelineDestination']
  readonly update: Client['pipelineDestinations']['updatePipelineDestination']
}

export function collectionOf({ owner: { client } }: Tenant, name: CollectionName): Collection {
  const { pipelineDestinations, pipelineFrontendApps, pipelineImportApps } = client
  const byName: Record<CollectionName, Collection> = {
    pipeline_destinations: {
      list: pipelineDestinations.listPipelineDestinations,
      create: pipelineDestinations.createPipelineDestination,
      get: pipelineDestinations.getPipelineDestination,
      update: pipelineDestinations.updatePipelineDestination,
    },
    pipeline_frontend_apps: {
      list: pipelineFrontendApps.listPipelineFrontendApps,
      create: pipelineFrontendApps.createPipelineFrontendApp,
      get: pipelineFrontendApps.getPipelineFrontendApp,
      update: pipelineFrontendApps.updatePipelineFrontendApp,
    },
    pipeline_import_apps: {
      list: pipelineImportApps.listPipelineImportApps,
      create: pipelineImportApps.createPipelineImportApp,
      get: pipelineImportApps.getPipelineImportApp,
      update: pipelineImportApps.updatePipelineImportApp,
    },
  }
  return byName[name]
}

/** A service and one of its tenants, with functions that the plugin tests share. */
export interface PluginService {
  readonly service: TestService
  readonly tenant: Tenant
  /**
   * Creates a plugin, which belongs to the tenant unless another owner is given. Returns it with the path
   * parameters for its operations.
   */
  makePlugin(
    collection: CollectionName,
    fields?: WritablePlugin & { readonly owner?: Tenant },
  ): Promise<{
    readonly plugin: Plugin
    readonly path: { readonly organization_id: string; readonly id: number }
  }>
  setLevel(tenant: Tenant, level: 0 | 3 | 6 | 9): Promise<void>
  /** Enables or disables a plugin in an organization's project. Returns the configuration's id. */
  configure(
    tenant: Tenant,
    plugin: Plugin,
    options?: { readonly enabled?: boolean; readonly config?: object },
  ): Promise<number>
}

export async function startPluginService(): Promise<PluginService> {
  const service = await startTestService()
  const tenant = await service.makeTenant()
  /**
   * Runs an operator command on the service's database, because no operation of the interface does these
   * things.
   */
  const operate = async (...args: string[]): Promise<Record<string, unknown>> => {
    const { status, stdout, stderr } = await service.operate(...args)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    return JSON.parse(stdout)
  }
  return {
    service,
    tenant,
    async makePlugin(collection, { owner = tenant, ...fields } = {}) {
      const organization = { organization_id: owner.id }
      const body = { name: 'A plugin', ...fields }
      const plugin = await collectionOf(owner, collection).create({ path: organization, body })
      return { plugin, path: { ...organization, id: plugin.id } }
    },
    async setLevel({ id }, level) {
      await operate('plugins-access', '--organization', id, '--level', String(level))
    },
    async configure({ projectId }, plugin, { enabled = true, config = {} } = {}) {
      const made = await operate(
        ...['plugin', '--plugin', String(plugin.id), '--project', String(projectId)],
        ...['--enabled', String(enabled), '--config', JSON.stringify(config)],
      )
      return Number(made['config_id'])
    },
  }
}

export const elsewhere = invalid(
  'invalid_input',
  'This collection does not accept plugins with these capabilities.',
  'capabilities',
)
