import { inspect, parseArgs } from 'node:util'
import { acceptCommand } from '../commands/accept.ts'
import { accountCommand } from '../commands/account.ts'
import { activityCommand } from '../commands/activity.ts'
import { cohortCommand } from '../commands/cohort.ts'
import {
  type Command,
  CommandError,
  type CommandResult,
  type CommandTools,
  type CommandValues,
} from '../commands/command.ts'
import { eventsMoveCommand } from '../commands/events/events-move.ts'
import { keyCommand, rotateKeyCommand } from '../commands/key.ts'
import { pluginCommand, pluginsAccessCommand } from '../commands/plugin.ts'
import { projectCommand, timezoneCommand } from '../commands/project.ts'
import { resealCommand } from '../commands/reseal.ts'
import { seedCommand } from '../commands/seed/seed.ts'
import { userCommand } from '../commands/user.ts'
import { connectDatabaseSource } from '../database/connection.ts'
import { migrateDatabase } from '../database/migrate.ts'
import { createJobs, type JobRunner } from '../jobs/jobs.ts'
import { createLog } from '../observability/log.ts'
import { ConfigurationError, databaseHelp, readDatabase } from '../settings/configuration.ts'
import { startFailure } from './start-failures.ts'

const commands: ReadonlyMap<string, Command> = new Map([
  ['seed', seedCommand],
  ['key', keyCommand],
  ['rotate-key', rotateKeyCommand],
  ['user', userCommand],
  ['account', accountCommand],
  ['accept', acceptCommand],
  ['project', projectCommand],
  ['timezone', timezoneCommand],
  ['reseal', resealCommand],
  ['activity', activityCommand],
  ['cohort', cohortCommand],
  ['plugin', pluginCommand],
  ['plugins-access', pluginsAccessCommand],
  ['events move', eventsMoveCommand],
])

/** Length of the longest option. */
const widest = Math.max(
  ...[...commands.values()]
    .flatMap(({ options, flags }) => Object.keys({ ...options, ...flags }))
    .map(({ length }) => length),
)

const help = `Usage: npm run admin -- COMMAND [OPTION]...

Works on the service's database, whether or not the service is running.

${[...commands].map(([name, command]) => describe(name, command)).join('\n\n')}

Every command takes:
  --${'json'.padEnd(widest + 2)}print one line of JSON
${databaseHelp}
  --${'help'.padEnd(widest + 2)}this text`

function describe(name: string, { summary, options, flags }: Command): string {
  const lines = Object.entries({ ...options, ...flags }).map(
    ([option, takes]) => `  --${option.padEnd(widest + 2)}${takes}`,
  )
  return [`${name}: ${summary}`, ...lines].join('\n')
}

/**
 * Runs one command. @throws ConfigurationError for wrong usage, CommandError if the command cannot be
 * executed.
 */
async function run(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const [first, second] = args
  if (first === undefined || args.includes('--help')) return help
  // A command's name consists of one or two words.
  const name = commands.has(`${first} ${second}`) ? `${first} ${second}` : first
  const rest = args.slice(name === first ? 1 : 2)
  const command = commands.get(name)
  if (command === undefined) {
    throw new ConfigurationError([
      `"${name}" is not a command. The commands are: ${[...commands.keys()].join(', ')}.`,
    ])
  }
  const { json, data, own } = parse(command, rest)
  const execute = command.prepare(own)
  const { db, target, close } = await connectDatabaseSource(readDatabase(data, environment))
  let jobs: JobRunner | undefined
  const startJobs: CommandTools['startJobs'] = async (definitions) => {
    jobs = createJobs({ target, role: 'web', log: createLog({ level: 'error' }) })
    await jobs.start(definitions)
    return jobs
  }
  try {
    await migrateDatabase(db)
    return print(await execute(db, { startJobs }), json)
  } finally {
    await jobs?.stop()
    await close()
  }
}

interface Options {
  readonly json: boolean
  readonly data: string | undefined
  readonly own: CommandValues
}

function parse({ options: texts, flags = {} }: Command, args: readonly string[]): Options {
  const taking = <Type extends 'string' | 'boolean'>(names: object, type: Type) =>
    Object.keys(names).map((name) => [name, { type }] as const)
  const own = Object.fromEntries([...taking(texts, 'string'), ...taking(flags, 'boolean')])
  try {
    const options = { ...own, data: { type: 'string' as const }, json: { type: 'boolean' as const } }
    const { json = false, data, ...values } = parseArgs({ args: [...args], options }).values as GivenOptions
    const given = Object.entries(values).map(([name, value]) => [name, String(value)])
    return { json, data, own: Object.fromEntries(given) }
  } catch (error) {
    throw new ConfigurationError([error instanceof Error ? error.message : String(error)])
  }
}

/** The result of `parseArgs` for options that are not known statically. */
interface GivenOptions {
  readonly json?: boolean
  readonly data?: string
  readonly [name: string]: string | boolean | undefined
}

function print(result: CommandResult, json: boolean): string {
  if (json) return JSON.stringify(result)
  return Object.entries(result)
    .map(([name, value]) => (Array.isArray(value) ? printList(name, value) : `${name}: ${value}`))
    .join('\n')
}

/** Prints strings on one line, and each object on a separate line. */
function printList(name: string, values: readonly unknown[]): string {
  if (values.every((value) => typeof value === 'string')) return `${name}: ${values.join(',')}`
  return [`${name}:`, ...values.map((value) => `  ${JSON.stringify(value)}`)].join('\n')
}

/** A command's output and the exit code of its process. */
export interface AdminOutcome {
  readonly status: 0 | 1 | 2
  readonly stdout: string
  readonly stderr: string
}

/** Runs the command that the arguments specify. */
export async function runAdminProcess(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<AdminOutcome> {
  try {
    return { status: 0, stdout: `${await run(args, environment)}\n`, stderr: '' }
  } catch (error) {
    if (error instanceof ConfigurationError)
      return { status: 2, stdout: '', stderr: `${error.message}\nRun with --help to see all commands.\n` }
    const text = error instanceof CommandError ? error.message : (startFailure(error) ?? inspect(error))
    return { status: 1, stdout: '', stderr: `${text}\n` }
  }
}

/** Runs the command, prints its output and sets the exit code. */
export async function adminProcess(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const { status, stdout, stderr } = await runAdminProcess(args, environment)
  process.stdout.write(stdout)
  process.stderr.write(stderr)
  process.exitCode = status
}
