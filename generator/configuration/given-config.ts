import { UsageError } from '../errors/problem.ts'
import type { FiltersConfig } from '../options/config/config-types.ts'
import type { Given } from '../options/options.ts'
import { type ResolvedConfig, readConfig, resolveConfig } from './read-config.ts'
import { usualConfigFile } from './usual-file.ts'

/** Configurations for `generate`, from a file or the command line. */
export async function givenConfigs(given: Given): Promise<readonly ResolvedConfig[]> {
  return configsOf(given, givenFilters(given))
}

/** The first configuration, for commands that work on one document. */
export async function onlyGivenConfig(given: Given): Promise<ResolvedConfig> {
  const [config] = await configsOf(given, undefined)
  if (config === undefined)
    throw new UsageError(`"${given.config ?? usualConfigFile()}" does not specify a document.`)
  return config
}

async function configsOf(
  given: Given,
  filters: FiltersConfig | undefined,
): Promise<readonly ResolvedConfig[]> {
  const { document, documentHeaders, remotes, overlays = [], output = 'generated', root, strict } = given
  const { formats = {}, outputs, temporal } = given
  const both = {
    ...(documentHeaders !== undefined && { documentHeaders }),
    ...(remotes !== undefined && { remotes }),
    ...(root !== undefined && { root }),
    ...(strict !== undefined && { strict }),
    ...(temporal !== undefined && { temporal }),
    ...(filters !== undefined && { filters }),
  }
  if (document !== undefined)
    return [
      resolveConfig(
        { document, overlays, output, ...(outputs !== undefined && { outputs }), ...both, formats },
        process.cwd(),
      ),
    ]
  const read = await readConfig(given.config ?? usualConfigFile())
  return read.map(({ origin, ...config }) => ({
    ...config,
    ...both,
    formats: { ...config.formats, ...formats },
    // Filters from the command line have no location in a file, so the origin is omitted if there are any.
    ...(filters === undefined && { origin }),
  }))
}

/** Filters for `generate`. `verify` uses the same options to select tests, but reads the whole document. */
function givenFilters(given: Given): FiltersConfig | undefined {
  const { tags, operations, paths, skipTags, skipOperations, skipPaths } = given
  const include = { ...(tags && { tags }), ...(operations && { operations }), ...(paths && { paths }) }
  const exclude = {
    ...(skipTags && { tags: skipTags }),
    ...(skipOperations && { operations: skipOperations }),
    ...(skipPaths && { paths: skipPaths }),
  }
  const isGiven = Object.keys({ ...include, ...exclude }).length > 0
  return isGiven ? { include, exclude } : undefined
}
