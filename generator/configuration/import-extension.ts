import { existsSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import type { TsConfigResult } from 'get-tsconfig'
import { UsageError } from '../errors/problem.ts'
import type { Config } from '../options/config/config-types.ts'

/** Loaded as CommonJS, which avoids the module objects that Node would otherwise create. */
const tsconfig: typeof import('get-tsconfig') = createRequire(import.meta.url)('get-tsconfig')

type ImportExtension = NonNullable<Config['importExtension']>
type CompilerOptions = NonNullable<TsConfigResult['config']['compilerOptions']>

/**
 * Returns the import extension with which files in a folder compile, according to its tsconfig.json. Without
 * a tsconfig.json, the extension is ".ts", because Node then runs the files and needs full names.
 * @param folder folder for the generated files, which may not exist yet.
 * @throws {UsageError} if a tsconfig.json cannot be read.
 */
export function configuredImportExtension(folder: string): ImportExtension {
  const options = compilerOptionsFor(resolve(folder, 'types.ts'))
  if (options === undefined) return '.ts'
  if (options.allowImportingTsExtensions || options.rewriteRelativeImportExtensions) return '.ts'
  return resolvesAsNode(options) ? '.js' : ''
}

/**
 * True if modules are resolved as in Node, which needs full file names at run time. Bundlers and older modes
 * do not need them.
 */
function resolvesAsNode({ module, moduleResolution }: CompilerOptions): boolean {
  return /^node(?:1[6-9]|[2-9]\d|next)$/i.test(moduleResolution ?? module ?? '')
}

function compilerOptionsFor(file: string): CompilerOptions | undefined {
  try {
    const nearest = tsconfig.getTsconfig(file)
    if (nearest === null) return undefined
    const owner = [nearest, ...referencesOf(nearest)].find((project) =>
      tsconfig.createFilesMatcher(project)(file),
    )
    return (owner ?? nearest).config.compilerOptions ?? {}
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(
      `The tsconfig.json that applies to "${dirname(file)}" cannot be read: ${reason}. Fix: correct it, or set "importExtension" in the configuration.`,
      { cause: error },
    )
  }
}

/** Returns the projects to which a tsconfig.json refers. The file can consist of such references alone. */
function referencesOf({ path, config }: TsConfigResult): TsConfigResult[] {
  return (config.references ?? []).flatMap((reference) => {
    const target = resolve(dirname(path), reference.path)
    const file = existsSync(target) && statSync(target).isDirectory() ? join(target, 'tsconfig.json') : target
    return existsSync(file) ? [{ path: file, config: tsconfig.parseTsconfig(file) }] : []
  })
}
