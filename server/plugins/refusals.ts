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
    detail: 'Must be the URL of an npm package, or of a repository at GitHub or GitLab!',
  },
  pluginNotInstalled: {
    status: 400,
    code: 'invalid_input',
    detail: 'Only plugins of the types custom and repository are installed from a URL.',
  },
  pluginElsewhere: {
    status: 400,
    code: 'invalid_input',
    detail: 'This collection does not accept plugins with these capabilities.',
  },
  pluginGlobal: {
    status: 400,
    code: 'invalid_input',
    detail: 'This plugin is marked as global! Make it local before uninstallation.',
  },
  pluginNotSource: {
    status: 400,
    code: 'invalid_input',
    detail: 'Only the code of plugins of the type source can be changed.',
  },
  pluginManifest: { status: 400, code: 'invalid_input', detail: 'The file plugin.json is not valid.' },
  pluginManifestMissing: {
    status: 400,
    code: 'invalid_input',
    detail: 'This package is not a plugin: it does not have a file plugin.json.',
  },
  pluginFiles: {
    status: 400,
    code: 'invalid_input',
    detail:
      'A plugin may have at most 100 files, each of at most 1 MB and with a name of at most 200 characters.',
  },
  pluginTooLarge: {
    status: 400,
    code: 'max_length',
    detail: 'The members of a plugin may have at most 200,000 characters together, without its files.',
  },
  packageUnknown: {
    status: 400,
    code: 'does_not_exist',
    detail: 'This package or repository, or this version of it, does not exist.',
  },
  packageBroken: {
    status: 400,
    code: 'invalid_input',
    detail: 'The package is broken, or larger than a plugin may be.',
  },
  registryUnavailable: {
    status: 503,
    code: 'registry_unavailable',
    detail: 'The package registry did not answer. Try again later.',
  },
} as const satisfies Readonly<Record<string, Reason>>
