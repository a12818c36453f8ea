import path from 'node:path'
import { parseArgs } from 'node:util'
import type { ResponseValidation } from '../runtime/server/app-options.ts'
import type { DatabaseSource } from './database/connection.ts'

/** What an operator decides. */
export interface Configuration {
  readonly host: string
  readonly port: number
  readonly database: DatabaseSource
  readonly validateResponses: ResponseValidation
}

/** Wrong options or variables, all of them, one a line. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
  }
}

/** The data folder unless another is named: beside the code, ignored by Git. */
const defaultFolder = path.join(import.meta.dirname, '..', '.data')

export const databaseHelp = `  --data DIR    folder of the embedded PostgreSQL; made when missing (default: .data beside the code)
  DATABASE_URL  another PostgreSQL, 15 or later: postgres://user:password@host:port/name; --data goes before it`

export const help = `Usage: npm start -- [--port N] [--host ADDRESS] [--data DIR]

Starts the Organization and Person Management Service. Everything it needs comes with "npm ci".

  --port N      port to listen on, 0 for a free one (default: PORT, else 8000)
  --host ADDR   address to listen on (default: HOST, else 127.0.0.1)
${databaseHelp}
  VALIDATE_RESPONSES  off, warn or throw: what to do with an answer that breaks the document (default: off)
  --help        this text

It stops on SIGINT and SIGTERM, after the requests that are under way.`

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

/**
 * Reads the command line and the environment.
 * @returns `undefined` when help is asked for.
 * @throws ConfigurationError that lists everything that is wrong.
 */
export function readConfiguration(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Configuration | undefined {
  const { values } = parse(args)
  if (values.help) return undefined
  const problems: string[] = []
  const attempt = <T>(read: () => T, fallback: T): T => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error
      problems.push(error.message)
      return fallback
    }
  }
  const configuration = {
    host: values.host ?? environment['HOST'] ?? '127.0.0.1',
    port: attempt(() => readPort(values.port ?? environment['PORT'] ?? '8000'), 0),
    database: attempt(() => readDatabase(values.data, environment), { folder: defaultFolder }),
    validateResponses: attempt(() => readValidation(environment['VALIDATE_RESPONSES'] ?? 'off'), 'off'),
  }
  if (problems.length > 0) throw new ConfigurationError(problems)
  return configuration
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options })
  } catch (error) {
    throw new ConfigurationError([error instanceof Error ? error.message : String(error)])
  }
}

/** Chooses the database: `--data`, else `DATABASE_URL`, else the default folder. */
export function readDatabase(data: string | undefined, environment: NodeJS.ProcessEnv): DatabaseSource {
  if (data === '') throw new ConfigurationError(['--data is empty; it needs the path of a folder.'])
  if (data !== undefined) return { folder: path.resolve(data) }
  const url = environment['DATABASE_URL']
  if (url === undefined || url === '') return { folder: defaultFolder }
  // The value may hold a password: it is not repeated.
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw new ConfigurationError(['DATABASE_URL does not start with "postgres://" or "postgresql://".'])
  }
  return { url }
}

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65535) return port
  throw new ConfigurationError([`The port "${text}" is not an integer from 0 to 65535.`])
}

function readValidation(text: string): ResponseValidation {
  if (text === 'off' || text === 'warn' || text === 'throw') return text
  throw new ConfigurationError([`VALIDATE_RESPONSES is "${text}"; it takes "off", "warn" or "throw".`])
}
