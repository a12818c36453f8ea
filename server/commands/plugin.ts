import type { PluginsAccessLevel } from '../organizations/tables.ts'
import { configurePlugin, setPluginsAccess } from '../plugins/configs/configure.ts'
import { ConfigurationError } from '../settings/configuration.ts'
import { isTenantUuid } from '../tenancy/tenancy.ts'
import { type Command, CommandError } from './command.ts'
import { readCommandFlag } from './flag.ts'

/** Switches a plugin on or off in a project, and sets its configuration. */
export const pluginCommand: Command = {
  summary: 'enable or disable a plugin in a project; the organization sees the plugin from then on',
  options: {
    plugin: 'id of the plugin (required)',
    project: 'id of the project (required)',
    enabled: 'true or false (default: true)',
    config: 'configuration values as a JSON object (default: unchanged)',
  },
  prepare({ plugin, project, enabled: flag = 'true', config: text }) {
    const [pluginId, projectId] = [readId(plugin), readId(project)]
    if (pluginId === undefined || projectId === undefined) {
      throw new ConfigurationError(['The command "plugin" needs --plugin and --project, each with an id.'])
    }
    const enabled = readCommandFlag('enabled', flag)
    const config = text === undefined ? undefined : readObject(text)
    return async (db) => {
      const id = await configurePlugin(db, { pluginId, projectId, enabled, config })
      if (id === undefined) {
        throw new CommandError(`Plugin ${pluginId} or project ${projectId} does not exist.`)
      }
      return { config_id: id, plugin: pluginId, project: projectId, enabled: String(enabled) }
    }
  },
}

const accessLevels: readonly PluginsAccessLevel[] = [0, 3, 6, 9]

/** Sets what an organization is allowed to do with plugins. */
export const pluginsAccessCommand: Command = {
  summary: 'set what an organization may do with plugins',
  options: {
    organization: 'UUID of the organization (required)',
    level: '0 none, 3 configure, 6 install, 9 also manage global plugins (required)',
  },
  prepare({ organization, level: text }) {
    const level = accessLevels.find((value) => String(value) === text)
    if (organization === undefined || level === undefined) {
      throw new ConfigurationError([
        'The command "plugins-access" needs --organization and --level, which must be 0, 3, 6 or 9.',
      ])
    }
    return async (db) => {
      const isSet =
        isTenantUuid(organization) && (await setPluginsAccess(db, { organizationId: organization, level }))
      if (!isSet) throw new CommandError(`No organization has the UUID "${organization}".`)
      return { organization_id: organization, plugins_access_level: level }
    }
  },
}

/** The maximum of PostgreSQL's `integer` type is 2^31 - 1. */
function readId(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,10}$/.test(text) && Number(text) < 2 ** 31 ? Number(text) : undefined
}

/** Parses an object from JSON. Error messages do not repeat the string, because it can contain secrets. */
function readObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new ConfigurationError(['--config is not valid. Expected: a JSON object.'])
}
