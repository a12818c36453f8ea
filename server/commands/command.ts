import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { JobDefinition, Jobs } from '../jobs/jobs.ts'

/** Result of a command: printed as one line of JSON, or one line for each member. */
export type CommandResult = Readonly<Record<string, string | number | readonly string[] | readonly object[]>>

/** Values of the command's own options, by name. */
export type CommandValues = Readonly<Record<string, string | undefined>>

/** An operator's command. It uses only the database, so it works even if the service does not run. */
export interface Command {
  readonly summary: string
  /** The command's own options, with the name of their value. */
  readonly options: Readonly<Record<string, string>>
  /** Options without a value, with their descriptions. A given one has the value "true". */
  readonly flags?: Readonly<Record<string, string>>
  /**
   * Checks the options before anything starts.
   * @throws ConfigurationError
   */
  prepare(values: CommandValues): (db: Kysely<Database>, tools: CommandTools) => Promise<CommandResult>
}

/** Dependencies that few commands need. */
export interface CommandTools {
  /** Opens queues only to send jobs; the service executes them. */
  startJobs(definitions: readonly JobDefinition[]): Promise<Jobs>
}

/** The command's request does not fit the content of the database. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
