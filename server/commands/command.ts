import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { JobDefinition, Jobs } from '../jobs/jobs.ts'

/** Result of a command: printed as one line of JSON, or a line for each member. */
export type CommandResult = Readonly<Record<string, string | number | readonly string[] | readonly object[]>>

/** Texts of the command's own options, by name. */
export type CommandValues = Readonly<Record<string, string | undefined>>

/** One command of an operator, on the database alone: it works whether or not the service runs. */
export interface Command {
  readonly summary: string
  /** The command's own options, and what each takes. */
  readonly options: Readonly<Record<string, string>>
  /** Options that take nothing, and what each says. Where one is given its text is "true". */
  readonly flags?: Readonly<Record<string, string>>
  /**
   * Checks the options before anything is started.
   * @throws ConfigurationError
   */
  prepare(values: CommandValues): (db: Kysely<Database>, tools: CommandTools) => Promise<CommandResult>
}

/** Tools that few commands need. */
export interface CommandTools {
  /** Opens queues for sending alone: the jobs are done by the service. */
  startJobs(definitions: readonly JobDefinition[]): Promise<Jobs>
}

/** The request of a command cannot be carried out with the content of the database. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
