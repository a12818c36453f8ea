import type { Reason } from '../refusals/refusal.ts'

/** Reasons why a plugin is rejected or its package cannot be fetched. */
export const pluginRefusals = {
  pluginNameMissing: { status: 400, code: 'required', detail: 'This field is required.' },
  pluginsLevelTooLow: {
    status: 403,
    code: 'permission_denied',
    detail: "Your organization's plugin access level is insufficient.",
  },
  pluginsNotGlobal: {
    status: 403,
    code: 'permission_denied',
    detail: "This organization can't manage global plugins!",
  },
  pluginOfOthers: {
    status: 403,
    code: 'permission_denied',
    detail: 'This plugin installation is managed by another organization.',
  },
  pluginInstalled: { status: 400, code: 'unique', detail: 'A plugin from this URL is already installed!' },
  pluginAddress: {
    status: 400,
    code: 'invalid_input',
    detail: 'Must be the URL of an npm package or of a repository on GitHub or GitLab.',
  },
  pluginNotInstalled: {
    status: 400,
    code: 'invalid_input',
    detail: 'Only plugins of type custom or repository can be installed from a URL.',
  },
  pluginElsewhere: {
    status: 400,
    code: 'invalid_input',
    detail: 'This collection does not accept plugins with these capabilities.',
  },
  pluginGlobal: {
    status: 400,
    code: 'invalid_input',
    detail: 'This plugin is global. Make it local before you uninstall it.',
  },
  pluginNotSource: {
    status: 400,
    code: 'invalid_input',
    detail: 'Code can be changed only for plugins of type source.',
  },
  pluginManifest: { status: 400, code: 'invalid_input', detail: 'The file plugin.json is not valid.' },
  pluginManifestMissing: {
    status: 400,
    code: 'invalid_input',
    detail: 'This package is not a plugin, because it has no plugin.json file.',
  },
  pluginFiles: {
    status: 400,
    code: 'invalid_input',
    detail:
      'A plugin can have at most 100 files. Each file can be at most 1 MB in size, and its name at most 200 characters long.',
  },
  pluginTooLarge: {
    status: 400,
    code: 'max_length',
    detail: 'Apart from its files, the fields of a plugin can have at most 200,000 characters in total.',
  },
  packageUnknown: {
    status: 400,
    code: 'does_not_exist',
    detail: 'This package or repository, or this version of it, does not exist or is not public.',
  },
  packageBroken: {
    status: 400,
    code: 'invalid_input',
    detail: 'The package is broken or too large for a plugin.',
  },
  registryUnavailable: {
    status: 503,
    code: 'registry_unavailable',
    detail: 'The package registry cannot be used at the moment. Try again later.',
  },
} as const satisfies Readonly<Record<string, Reason>>
