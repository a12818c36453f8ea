import { parseArgs } from 'node:util'
import { createProgress } from './commands/progress.ts'
import type { VerifyFlags } from './commands/verify/flags.ts'
import { VERIFY_HELP, VERIFY_OPTIONS } from './commands/verify/options.ts'
import { CONFIG_FILE, type Config, readConfig, resolveConfig } from './config.ts'
import { ProblemsError, UsageError } from './errors/problem.ts'

const HELP = `concordat: one OpenAPI document in; types, client, server and contract tests out.

  concordat generate             write every output of ${CONFIG_FILE}
      --check                    write nothing; exit 1 when an output is stale
      --watch                    generate again whenever a document changes
  concordat stubs DIR            write a handler for each operation; add the missing ones to files that exist
  concordat decisions FILE       write what the overlays decide as a page of Markdown
      --check                    write nothing; exit 1 when the page is stale
  concordat contract BASE_URL    run the generated contract tests against a server, as ${CONFIG_FILE} says
  concordat verify BASE_URL      run the same rules against a server, from the document alone
${VERIFY_HELP}

For every command:
      --config FILE              another configuration than ${CONFIG_FILE}
      --document FILE            an OpenAPI document instead of a configuration
      --overlay FILE             an overlay for it; may be given several times
      --output DIR               folder of its outputs (default: generated)
      --help

Exit codes: 0 all is well; 1 the document is wrong, an output is stale or a contract rule failed; 2 wrong usage; 3 a defect of Concordat.`

const OPTIONS = {
  check: { type: 'boolean', default: false },
  watch: { type: 'boolean', default: false },
  config: { type: 'string', default: CONFIG_FILE },
  document: { type: 'string' },
  overlay: { type: 'string', multiple: true },
  output: { type: 'string', default: 'generated' },
  ...VERIFY_OPTIONS,
  help: { type: 'boolean', default: false },
} as const

type Values = ReturnType<typeof parse>['values']

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${HELP}`)
  }
}

async function configs(values: Values): Promise<readonly Config[]> {
  if (values.document === undefined) return readConfig(values.config)
  return [
    resolveConfig(
      { document: values.document, overlays: values.overlay ?? [], output: values.output },
      process.cwd(),
    ),
  ]
}

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parse(args)
  const [command, ...rest] = positionals
  if (values.help || command === undefined) {
    process.stdout.write(`${HELP}\n`)
    return command === undefined && !values.help ? 2 : 0
  }
  if (command !== 'verify') refuseVerifyOptions(values)
  const progress = createProgress(process.stderr)
  if (command === 'generate') {
    expectArguments(command, rest, 0)
    const options = { configs: await configs(values), check: values.check, progress }
    if (!values.watch)
      return (await import('./commands/generate.ts')).generateCommand(options).then(({ code }) => code)
    await (await import('./commands/watch.ts')).watchCommand(options, interrupted())
    return 0
  }
  if (command === 'stubs') {
    const [folder = ''] = expectArguments(command, rest, 1)
    return (await import('./commands/stubs.ts')).stubsCommand(await onlyConfig(values), folder, progress)
  }
  if (command === 'decisions') {
    const [file = ''] = expectArguments(command, rest, 1)
    const options = { config: await onlyConfig(values), file, check: values.check, progress }
    return (await import('./commands/decisions.ts')).decisionsCommand(options)
  }
  if (command === 'contract') {
    const [baseUrl = ''] = expectArguments(command, rest, 1)
    const config = await onlyConfig(values)
    const configFile = values.document === undefined ? values.config : undefined
    return (await import('./commands/contract.ts')).contractCommand({ config, configFile, baseUrl })
  }
  if (command === 'verify') {
    const [baseUrl = ''] = expectArguments(command, rest, 1)
    const config = await onlyConfig(values)
    const { verifyCommand } = await import('./commands/verify.ts')
    return verifyCommand({ config, baseUrl, flags: flagsOf(values), source: sourceOf(values), progress })
  }
  throw new UsageError(`There is no command "${command}".\n\n${HELP}`)
}

function flagsOf(values: Values): VerifyFlags {
  return Object.fromEntries(
    Object.keys(VERIFY_OPTIONS).map((name) => [name, values[name as keyof typeof VERIFY_OPTIONS]]),
  )
}

/** An option that did nothing would seem to have been heeded. */
function refuseVerifyOptions(values: Values): void {
  const [given] = Object.entries(flagsOf(values)).find(([, value]) => value !== undefined) ?? []
  if (given === undefined) return
  throw new UsageError(
    `"--${given}" is an option of "concordat verify" alone. Fix: leave it out; generated tests read "verify" of ${CONFIG_FILE}.`,
  )
}

/** The options that say which document it is, as they were given. */
function sourceOf({ document, overlay = [], config }: Values): string[] {
  if (document !== undefined)
    return ['--document', document, ...overlay.flatMap((file) => ['--overlay', file])]
  return config === CONFIG_FILE ? [] : ['--config', config]
}

/** For commands that work on one document: the first of the configuration. */
async function onlyConfig(values: Values): Promise<Config> {
  const [config] = await configs(values)
  if (config === undefined) throw new UsageError(`"${values.config}" names no document.`)
  return config
}

function expectArguments(command: string, given: readonly string[], count: number): readonly string[] {
  if (given.length === count) return given
  throw new UsageError(`"concordat ${command}" takes ${count} arguments, and got ${given.length}.\n\n${HELP}`)
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
