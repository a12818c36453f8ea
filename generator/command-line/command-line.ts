import type {
  CommandOutcome,
  CompletionResult,
  ExplainResult,
  GenerateResult,
  SkillResult,
} from '../commands/progress/outcome.ts'
import type { Progress } from '../commands/progress/progress.ts'
import type { ResolvedConfig } from '../configuration/read-config.ts'
import { usualConfigFile } from '../configuration/usual-file.ts'
import { UsageError } from '../errors/problem.ts'
import type { CommandName } from '../options/declaration/commands.ts'
import type { Given } from '../options/options.ts'
import { readManifest } from '../package/manifest.ts'
import type { Invocation } from './arguments.ts'
import { exitOfFailure } from './failure.ts'
import { commandsHelp } from './help.ts'
import { tuneProcessForShortRun } from './short-run.ts'

const ASKING = ['help', '--help', '-h']

type CommandInvocation = Extract<Invocation, { readonly ask: 'command' }>

async function run(args: readonly string[]): Promise<number> {
  // General help is printed without loading the options.
  if (args.length === 0 || (args.length === 1 && ASKING.includes(args[0] ?? ''))) {
    process.stdout.write(`${commandsHelp()}\n`)
    return args.length === 0 ? 2 : 0
  }
  const invocation = (await import('./arguments.ts')).readArguments(args)
  if (invocation.ask === 'command') return command(invocation)
  if (invocation.ask === 'version') {
    process.stdout.write(`${readManifest().version}\n`)
    return 0
  }
  const { commandHelp } = await import('./command-help.ts')
  process.stdout.write(
    `${invocation.command === undefined ? commandsHelp() : commandHelp(invocation.command)}\n`,
  )
  return invocation.isAsked ? 0 : 2
}

/**
 * Each command is imported only when it runs, because one command's libraries can take longer to load than
 * another command takes to run.
 */
const RUN: Readonly<
  Record<CommandName, (invocation: CommandInvocation, progress: Progress) => Promise<number>>
> = {
  async init({ given }, progress) {
    const { initCommand } = await import('../commands/init/init.ts')
    return initCommand({ given, progress })
  },
  async generate({ given }, progress) {
    const { check = false, watch = false } = given
    const options = { configs: await configs(given), check, progress }
    if (!watch) {
      tuneProcessForShortRun(options.configs.map(({ document }) => document))
      const { generateCommand } = await import('../commands/generate.ts')
      const { code: exitCode, outputs } = await generateCommand(options)
      progress.result({ data: { outputs } satisfies GenerateResult, exitCode })
      return exitCode
    }
    await (await import('../commands/watch.ts')).watchCommand(options, interrupted())
    return 0
  },
  async stubs({ argument, given }, progress) {
    const { stubsCommand } = await import('../commands/stubs.ts')
    return stubsCommand(await onlyConfig(given), argument, progress)
  },
  async decisions({ argument, given }, progress) {
    const { decisionsCommand } = await import('../commands/decisions.ts')
    const config = await onlyConfig(given)
    return decisionsCommand({
      config,
      file: argument,
      check: given.check ?? false,
      progress,
    })
  },
  async contract({ argument, given }, progress) {
    const { readBaseUrl } = await import('../commands/verify/address/base-url.ts')
    const baseUrl = readBaseUrl(argument)
    const config = await onlyConfig(given)
    const configFile = given.document === undefined ? (given.config ?? usualConfigFile()) : undefined
    const { contractCommand } = await import('../commands/contract.ts')
    return contractCommand({ config, configFile, baseUrl, progress })
  },
  async verify({ argument, given, flags }, progress) {
    if (given.har !== undefined) {
      const { harCommand } = await import('../commands/passive/har.ts')
      return harCommand({ baseUrl: argument, files: given.har, given, progress })
    }
    const { verifyCommand } = await import('../commands/verify.ts')
    return verifyCommand({ baseUrl: argument, given, flags, progress })
  },
  async proxy({ argument, given }, progress) {
    const { proxyCommand } = await import('../commands/passive/proxy.ts')
    return proxyCommand({ baseUrl: argument, given, progress, stop: interrupted() })
  },
  async repair({ argument, given }, progress) {
    const { repairCommand } = await import('../commands/repair/repair.ts')
    return repairCommand({ baseUrl: argument, given, progress })
  },
  async diff({ argument, second, given }, progress) {
    const { diffCommand } = await import('../commands/diff/diff.ts')
    return diffCommand({ old: argument, new: second, given, progress })
  },
  async mock({ given }, progress) {
    const { mockCommand } = await import('../commands/mock/mock.ts')
    return mockCommand({
      config: await onlyConfig(given),
      given,
      progress,
      stop: interrupted(),
    })
  },
  async mcp({ given, flags }) {
    const { mcpCommand } = await import('../commands/mcp/mcp.ts')
    return mcpCommand({ given, flags, run: commandOutcome, stop: interrupted() })
  },
  async explain({ argument }, progress) {
    const { describeCode } = await import('../commands/explain/describe-code.ts')
    const text = describeCode(argument)
    progress.result({ text, data: { code: argument, text } satisfies ExplainResult, exitCode: 0 })
    return 0
  },
  async skill(_, progress) {
    const { SKILL } = await import('../commands/skill/skill-text.ts')
    progress.result({ text: SKILL, data: { text: SKILL } satisfies SkillResult, exitCode: 0 })
    return 0
  },
  async schema(_, progress) {
    const { configSchema } = await import('../options/print/json-schema.ts')
    const schema = configSchema()
    progress.result({ text: JSON.stringify(schema, null, 2), data: schema, exitCode: 0 })
    return 0
  },
  async completion({ argument }, progress) {
    const { completionScript } = await import('../commands/completion/completion-script.ts')
    const script = completionScript(argument)
    progress.result({
      text: script,
      data: { shell: argument, script } satisfies CompletionResult,
      exitCode: 0,
    })
    return 0
  },
}

async function configs(given: Given): Promise<readonly ResolvedConfig[]> {
  return (await import('../configuration/given-config.ts')).givenConfigs(given)
}

async function onlyConfig(given: Given): Promise<ResolvedConfig> {
  return (await import('../configuration/given-config.ts')).onlyGivenConfig(given)
}

function interrupted(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort())
  return controller.signal
}

async function command(invocation: CommandInvocation): Promise<number> {
  const { quiet: isQuiet, json } = invocation.given
  const { createProgress } = await import('../commands/progress/progress.ts')
  if (json !== true) return RUN[invocation.command](invocation, createProgress(process.stderr, { isQuiet }))
  const { JsonOutcome } = await import('./json-outcome.ts')
  const kept = new JsonOutcome(invocation.command)
  return kept.printAfter(() =>
    RUN[invocation.command](invocation, createProgress(process.stderr, { isQuiet, kept })),
  )
}

/**
 * Runs a command line and returns what `--json` would print. @throws {UsageError} if the command line is
 * wrong.
 */
export async function commandOutcome(args: readonly string[]): Promise<CommandOutcome> {
  const invocation = (await import('./arguments.ts')).readArguments(args)
  if (invocation.ask !== 'command')
    throw new UsageError(`"${args.join(' ')}" runs no command. Expected: a command such as "generate".`)
  const { createProgress } = await import('../commands/progress/progress.ts')
  const { JsonOutcome } = await import('./json-outcome.ts')
  const kept = new JsonOutcome(invocation.command)
  return kept.outcomeAfter(() =>
    RUN[invocation.command](invocation, createProgress(process.stderr, { isQuiet: true, kept })),
  )
}

/**
 * Runs a command, and writes its output and errors to the standard streams.
 * @param args arguments from the shell, without the program's name.
 * @returns the exit code.
 */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  try {
    return await run(args)
  } catch (error) {
    // A wrong command line may still ask for JSON.
    if (args.includes('--json')) {
      const { JsonOutcome } = await import('./json-outcome.ts')
      return new JsonOutcome().printAfter(() => Promise.reject(error))
    }
    const { exitCode, text } = exitOfFailure(error)
    process.stderr.write(`${text}\n`)
    return exitCode
  }
}
