import { Refusal } from '../../refusals/refusal.ts'
import type { Tenant } from '../../tenancy/tenancy.ts'
import { mainFiles, pluginCapabilities } from '../manifest/capabilities.ts'
import type { PluginFields } from '../manifest/fields.ts'
import { manifestName, readPluginManifest } from '../manifest/manifest.ts'
import type { PackageAddress } from '../packages/address.ts'
import {
  PackageBroken,
  type PackageRegistry,
  PackageUnknown,
  RegistryUnavailable,
} from '../packages/registry.ts'
import { ArchiveError, type ArchiveFile } from '../packages/tarball.ts'
import { pluginRefusals } from '../refusals.ts'
import { longestName, mostFileBytes, type PluginFiles } from '../stored/files.ts'

/** Content of a package. */
export interface Package {
  readonly version: string
  /** The package's newest version, which might not be this one. */
  readonly newest: string
  readonly files: PluginFiles
  readonly fields: PluginFields
}

/** Files to read in addition to the manifest and the main file. */
const otherFiles = ['frontend.tsx', 'site.ts']

/**
 * Downloads a package version for an organization and reads its plugin. @throws Refusal if the package cannot
 * be downloaded or used.
 */
export async function fetchPluginPackage(
  registry: PackageRegistry,
  address: PackageAddress,
  { organizationId }: Pick<Tenant, 'organizationId'>,
): Promise<Package> {
  return await refusing(async () => {
    const version = await registry.find(address)
    const files = chooseFiles(await registry.download(version, organizationId))
    return { version: version.version, newest: version.newest, files, fields: pluginFieldsOf(files) }
  })
}

/**
 * Finds a package's newest version; returns `undefined` if the package is no longer in the registry.
 * @throws Refusal if the registry does not respond, or if its response is invalid.
 */
export async function findNewestPackage(
  registry: PackageRegistry,
  { source, name }: PackageAddress,
): Promise<string | undefined> {
  try {
    return (await registry.find({ source, name })).newest
  } catch (error) {
    if (error instanceof PackageUnknown) return undefined
    const isRegistry = error instanceof RegistryUnavailable || error instanceof PackageBroken
    throw isRegistry ? new Refusal(pluginRefusals.registryUnavailable) : error
  }
}

/**
 * A plugin's fields, read from its files. Without a manifest, the plugin has only the capabilities that its
 * code shows; without code, it has none.
 */
export function pluginFieldsOf(files: PluginFiles): PluginFields {
  const manifest = files[manifestName]
  const { main, ...said } = manifest === undefined ? {} : readPluginManifest(manifest)
  const code = mainFile(main, (name) => Object.hasOwn(files, name))
  return { ...said, capabilities: code === undefined ? {} : pluginCapabilities(files[code] ?? '') }
}

function chooseFiles(archive: readonly ArchiveFile[]): PluginFiles {
  const byPath = new Map(archive.map((file) => [file.path, file]))
  const manifest = byPath.get(manifestName)
  if (manifest === undefined) throw new Refusal(pluginRefusals.pluginManifestMissing, 'url')
  const { main } = readPluginManifest(textOf(manifest))
  const code = mainFile(main, (name) => byPath.has(name))
  const names = new Set([manifestName, ...(code === undefined ? [] : [code]), ...otherFiles])
  const chosen = [...names].flatMap((name) => {
    const file = byPath.get(name)
    return file === undefined ? [] : [[name, textOf(file)] as const]
  })
  return Object.fromEntries(chosen)
}

/** The file that `main` specifies or, if it does not exist, the first existing one of `mainFiles`. */
function mainFile(main: string | undefined, exists: (name: string) => boolean): string | undefined {
  const wanted = main === undefined ? [] : [main.replace(/^\.\//, '')]
  return [...wanted, ...mainFiles].find((name) => name.length <= longestName && exists(name))
}

function textOf({ path, content }: ArchiveFile): string {
  if (content.length > mostFileBytes) throw new PackageBroken(`"${path}" is larger than 1 MB.`)
  return content.toString('utf8')
}

async function refusing<Value>(ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof PackageUnknown) throw new Refusal(pluginRefusals.packageUnknown, 'url')
    if (error instanceof PackageBroken || error instanceof ArchiveError)
      throw new Refusal(pluginRefusals.packageBroken, 'url')
    if (error instanceof RegistryUnavailable) throw new Refusal(pluginRefusals.registryUnavailable)
    throw error
  }
}
