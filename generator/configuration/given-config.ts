import { UsageError } from '../errors/problem.ts'
import { CONFIG_FILE } from '../options/config-file.ts'
import type { Given } from '../options/options.ts'
import { type ResolvedConfig, readConfig, resolveConfig } from './read-config.ts'

/** The configurations that a command line asks for: those of a file, or the one that it writes out itself. */
export async function givenConfigs(given: Given): Promise<readonly ResolvedConfig[]> {
  const { document, documentHeaders, overlays = [], output = 'generated', root, strict } = given
  const both = {
    ...(documentHeaders !== undefined && { documentHeaders }),
    ...(root !== undefined && { root }),
    ...(strict !== undefined && { strict }),
  }
  if (document !== undefined) return [resolveConfig({ document, overlays, output, ...both }, process.cwd())]
  return (await readConfig(given.config ?? CONFIG_FILE)).map((config) => ({ ...config, ...both }))
}

/** For commands that work on one document: the first of the configuration. */
export async function onlyConfig(given: Given): Promise<ResolvedConfig> {
  const [config] = await givenConfigs(given)
  if (config === undefined) throw new UsageError(`"${given.config ?? CONFIG_FILE}" names no document.`)
  return config
}
