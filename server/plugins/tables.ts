import type { Generated, JSONColumnType, Selectable } from 'kysely'
import type { Plugin } from '../../generated/types.ts'
import type { Timestamp } from '../database/schema.ts'
import type { PluginCollection } from './manifest/capabilities.ts'

/** A JSON column that can be null, with the document's type. */
type Json<Name extends keyof Plugin> = JSONColumnType<
  NonNullable<Plugin[Name]> & object,
  string,
  string
> | null

interface PluginTable {
  organization_id: string
  id: Generated<number>
  collection: PluginCollection
  plugin_type: Plugin['plugin_type']
  name: string
  description: string | null
  /** The canonical address of the package from which the plugin was installed. */
  url: string | null
  icon: string | null
  config_schema: Json<'config_schema'>
  /** The installed version. */
  tag: string | null
  latest_tag: string | null
  is_global: boolean
  capabilities: Json<'capabilities'>
  metrics: Json<'metrics'>
  public_jobs: Json<'public_jobs'>
  created_at: Timestamp
  updated_at: Timestamp
}

interface PluginFileTable {
  organization_id: string
  plugin_id: number
  name: string
  content: string
}

interface PluginConfigTable {
  /** The organization that uses the plugin; a different organization might own it. */
  organization_id: string
  id: Generated<number>
  project_id: number
  plugin_id: number
  enabled: Generated<boolean>
  order: Generated<number>
  config: JSONColumnType<Record<string, unknown>>
  error: JSONColumnType<Record<string, unknown>> | null
  name: string | null
  description: string | null
  deleted: Generated<boolean>
  created_at: Timestamp
  updated_at: Timestamp
}

interface RepositoryPluginTable {
  url: string
  name: string
  description: string
  icon: string | null
  verified: boolean
  maintainer: string
}

declare module '../database/schema.ts' {
  interface Database {
    plugins: PluginTable
    plugin_files: PluginFileTable
    plugin_configs: PluginConfigTable
    /** Plugins in the registry's last response; the same for every organization. */
    repository_plugins: RepositoryPluginTable
  }
}

export type PluginRow = Selectable<PluginTable>
