import { existsSync, readFileSync } from 'node:fs'
import Module from 'node:module'
import { dirname, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isObject } from '@concordat/runtime/json'
import { UsageError } from '../errors/problem.ts'
import { unreadableFile } from '../errors/unreadable-file.ts'
import { CONFIG_OPTIONS, configurationKind as configKind } from '../options/config/config-options.ts'
import type { Config } from '../options/config/config-types.ts'
import { CONFIG_FILE } from '../options/config-file.ts'
import { resolveOptionMembers } from '../options/declaration/object.ts'
import type { ValueProblem } from '../options/kinds/kind.ts'
import { DEFAULT_OUTPUTS } from '../outputs/outputs.ts'
import { importFile, PROGRAM } from '../package/executable.ts'
import type { ConfigOrigin } from './config-origin.ts'
import { isCodeConfigFile } from './usual-file.ts'

/** A configuration with absolute paths and an explicit list of outputs. */
export type ResolvedConfig = Config &
  Required<Pick<Config, 'overlays' | 'outputs' | 'verify'>> & { readonly origin?: ConfigOrigin | undefined }

/**
 * Reads a configuration file's default export and makes its paths absolute.
 * @throws {UsageError} if the file is missing, fails to load, or has unknown or invalid properties, all of
 * which are listed.
 */
export async function readConfig(file: string): Promise<readonly ResolvedConfig[]> {
  const path = resolve(file)
  if (!existsSync(path)) {
    const advice = file === CONFIG_FILE ? ` Create one with: ${PROGRAM} init` : ''
    throw new UsageError(`${unreadableFile(path, 'ENOENT')}${advice}`)
  }
  const value = await load(path)
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  const originOf = (index: number): ConfigOrigin => ({ file: path, path: list.length > 1 ? [index] : [] })
  const problems = list.flatMap((config, index) => checkConfig(config, originOf(index)))
  if (problems.length > 0) throw new UsageError(await describe(problems, path))
  return (list as readonly Config[]).map((config, index) => ({
    ...resolveConfig(config, dirname(path)),
    origin: originOf(index),
  }))
}

/** Makes a configuration's paths absolute and its outputs explicit. */
export function resolveConfig(config: Config, folder: string): ResolvedConfig {
  return {
    overlays: [],
    outputs: DEFAULT_OUTPUTS,
    verify: {},
    ...resolveOptionMembers(config, CONFIG_OPTIONS, folder),
  }
}

async function load(path: string): Promise<unknown> {
  if (!isCodeConfigFile(path))
    return (await import('./data-config.ts')).parseConfigData(
      readFileSync(path, 'utf8'),
      relative(process.cwd(), path),
    )
  const waits = () => {
    process.stderr.write(
      `${relative(process.cwd(), path)} does not finish loading: it awaits a promise that never settles, or it ends the process.\n`,
    )
    process.exitCode = 2
  }
  // If a file awaits a promise that never settles, Node exits silently, so this prints the reason.
  process.once('exit', waits)
  const hooks = Module.registerHooks({
    resolve: (name, context, next) =>
      isOurs(name) ? resolvedOurs(name, context, next) : next(name, context),
    load: (url, context, next) =>
      next(url, isModuleOfCommonJs(url, context) ? { ...context, format: 'module-typescript' } : context),
  })
  try {
    const { default: value } = await importFile(pathToFileURL(path).href)
    return value
  } catch (error) {
    throw (await import('./load-failure.ts')).configLoadFailure(error, path)
  } finally {
    hooks.deregister()
    process.off('exit', waits)
  }
}

function isOurs(name: string): boolean {
  return name.startsWith('concordat/') || name.startsWith('@concordat/')
}

/**
 * Resolves our packages from the project. If the project does not have them, as in a repository for another
 * language, resolves them from the command.
 */
function resolvedOurs(
  name: string,
  context: Module.ResolveHookContext,
  next: Parameters<Module.ResolveHookSync>[2],
): Module.ResolveFnOutput {
  try {
    return next(name, context)
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    return next(name, { ...context, parentURL: import.meta.url })
  }
}

/**
 * True for an ES module in a package with `"type": "commonjs"`, as written by `npm init`. Node treats all
 * TypeScript in such a package as CommonJS.
 */
function isModuleOfCommonJs(url: string, { format }: Module.LoadHookContext): boolean {
  return format === 'commonjs-typescript' && /^(?:import|export)\b/m.test(readFileSync(new URL(url), 'utf8'))
}

function checkConfig(config: unknown, { file, path }: ConfigOrigin): readonly ValueProblem[] {
  if (isObject(config)) return configKind.check(config, path)
  const message = isCodeConfigFile(file)
    ? 'The default export must be an object, or a list of objects. Use defineConfig({ document, output }).'
    : 'The configuration is not an object. Expected: properties such as "document" and "output".'
  return [{ path, message }]
}

async function describe(problems: readonly ValueProblem[], path: string): Promise<string> {
  const { locateInConfigFile } = await import('./locate-in-file.ts')
  const name = relative(process.cwd(), path)
  const lines = problems.map((problem) => {
    const position = locateInConfigFile(path, problem.path)
    return `${name}${position === undefined ? '' : `:${position.line}:${position.column}`} ${problem.message}`
  })
  return [...lines, ...(lines.length > 1 ? [`${lines.length} problems in the configuration.`] : [])].join(
    '\n',
  )
}
