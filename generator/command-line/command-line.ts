import type { ResolvedConfig } from '../configuration/read-config.ts'
import { ProblemsError, UsageError } from '../errors/problem.ts'
import { CONFIG_FILE } from '../options/config-file.ts'
import type { Given } from '../options/options.ts'
import type { Request } from './arguments.ts'
import { help } from './help.ts'

const ASKING = ['help', '--help', '-h']

type CommandRequest = Extract<Request, { readonly ask: 'command' }>

async function run(args: readonly string[]): Promise<number> {
  // Who asks for the way is answered before the options are loaded.
  if (args.length === 0 || (args.length === 1 && ASKING.includes(args[0] ?? ''))) {
    process.stdout.write(`${help()}\n`)
    return args.length === 0 ? 2 : 0
  }
  const request = (await import('./arguments.ts')).readArguments(args)
  if (request.ask === 'command') return runCommand(request)
  if (request.ask === 'version') {
    process.stdout.write(`${(await import('./version.ts')).version()}\n`)
    return 0
  }
  const { commandHelp } = await import('./command-help.ts')
  process.stdout.write(`${request.command === undefined ? help() : commandHelp(request.command)}\n`)
  return request.isAsked ? 0 : 2
}

/** Each command is loaded when it runs: the libraries of one take longer to load than another runs. */
async function runCommand({ command, argument, given, flags }: CommandRequest): Promise<number> {
  const { createProgress } = await import('../commands/progress.ts')
  const progress = createProgress(process.stderr)
  const { check = false } = given
  if (command === 'generate') {
    const options = { configs: await configs(given), check, progress }
    if (given.watch !== true)
      return (await (await import('../commands/generate.ts')).generateCommand(options)).code
    await (await import('../commands/watch.ts')).watchCommand(options, interrupted())
    return 0
  }
  const config = await onlyConfig(given)
  if (command === 'stubs')
    return (await import('../commands/stubs.ts')).stubsCommand(config, argument, progress)
  if (command === 'decisions') {
    const options = { config, file: argument, check, progress }
    return (await import('../commands/decisions.ts')).decisionsCommand(options)
  }
  if (command === 'contract') {
    const configFile = given.document === undefined ? (given.config ?? CONFIG_FILE) : undefined
    return (await import('../commands/contract.ts')).contractCommand({
      config,
      configFile,
      baseUrl: argument,
    })
  }
  return (await import('../commands/verify.ts')).verifyCommand({
    config,
    baseUrl: argument,
    given,
    flags,
    progress,
  })
}

async function configs(given: Given): Promise<readonly ResolvedConfig[]> {
  const { document, overlays = [], output = 'generated' } = given
  const { readConfig, resolveConfig } = await import('../configuration/read-config.ts')
  if (document === undefined) return readConfig(given.config ?? CONFIG_FILE)
  return [resolveConfig({ document, overlays, output }, process.cwd())]
}

/** For commands that work on one document: the first of the configuration. */
async function onlyConfig(given: Given): Promise<ResolvedConfig> {
  const [config] = await configs(given)
  if (config === undefined) throw new UsageError(`"${given.config ?? CONFIG_FILE}" names no document.`)
  return config
}

function interrupted(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort())
  return controller.signal
}

/**
 * Runs one command, its messages on the standard streams.
 * @param args as the shell gave them, without the program's own name.
 * @returns the exit code.
 */
export async function commandLine(args: readonly string[]): Promise<number> {
  try {
    return await run(args)
  } catch (error) {
    const known = error instanceof ProblemsError ? 1 : error instanceof UsageError ? 2 : undefined
    const text =
      known === undefined && error instanceof Error
        ? `Concordat failed. This is a defect of ours.\n${error.stack}`
        : String((error as Error).message)
    process.stderr.write(`${text}\n`)
    return known ?? 3
  }
}
