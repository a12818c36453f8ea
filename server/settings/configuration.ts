import { parseArgs } from 'node:util'
import type { DatabaseSource } from '../database/connection.ts'
import { type OptionValues, readSettings } from './read-settings.ts'
import type { Setting } from './setting.ts'
import { type Settings, settings } from './settings.ts'

/** An operator's settings. */
export interface Configuration extends Settings {
  readonly database: DatabaseSource
}

/** Thrown for invalid options or variables, with one problem per line. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
  }
}

const rows = Object.values<Setting>(settings)

/** Help on the database settings, for commands that need only the database. */
export const databaseHelp = helpOf([settings.dataFolder, settings.databaseUrl])

export const settingsHelp = `Usage: npm start -- [OPTION]...

Starts the Organization and Person Management Service. Everything it needs comes with "npm ci".

${helpOf(rows)}
  --help
      show this help

On SIGINT or SIGTERM, it finishes the requests in progress and then stops.`

/** The command-line options: those in the table of settings, and --help. */
const options = {
  help: { type: 'boolean', default: false },
  ...Object.fromEntries(
    rows.flatMap(({ option }) => (option === undefined ? [] : [[option, { type: 'string' }] as const])),
  ),
} as const

/**
 * Reads the command line and the environment.
 * @returns `undefined` if help was requested.
 * @throws ConfigurationError that lists all problems.
 */
export function readConfiguration(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Configuration | undefined {
  const { help: isHelp, ...given } = parse(args)
  return isHelp === true ? undefined : configure(given as OptionValues, environment)
}

/**
 * Chooses the database: the folder in `--data` if it is given; if not, `DATABASE_URL` or, without it, the
 * folder in `DATA_FOLDER` or the default data folder.
 * @throws ConfigurationError
 */
export function readDatabase(data: string | undefined, environment: NodeJS.ProcessEnv): DatabaseSource {
  return configure({ data }, environment).database
}

function configure(given: OptionValues, environment: NodeJS.ProcessEnv): Configuration {
  const { values, problems } = readSettings(given, environment)
  if (problems.length > 0) throw new ConfigurationError(problems)
  const { databaseUrl: url, dataFolder: folder } = values
  const isFolder = given['data'] !== undefined || url === undefined
  return { ...values, database: isFolder ? { folder } : { url } }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new ConfigurationError([error instanceof Error ? error.message : String(error)])
  }
}

function helpOf(shown: readonly Setting[]): string {
  return shown
    .map(({ variable, option, takes, fallback, means }) => {
      const name = option === undefined ? variable : `--${option} or ${variable}`
      const otherwise = fallback === undefined ? '' : ` (default: ${fallback})`
      return `  ${name}: ${takes}${otherwise}\n      ${means}`
    })
    .join('\n')
}
