import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { JobDefinition, Jobs } from '../jobs/jobs.ts'

/** A command's result, printed as one line of JSON or as one line per property. */
export type CommandResult = Readonly<Record<string, string | number | readonly string[] | readonly object[]>>

/** Values of a command's own options, by name. */
export type CommandValues = Readonly<Record<string, string | undefined>>

/** An operator's command. It works even if the service is not running. */
export interface Command {
  readonly summary: string
  /** The command's own options, each with a description of its value. */
  readonly options: Readonly<Record<string, string>>
  /** Options without a value, with their descriptions. An option that is given has the value "true". */
  readonly flags?: Readonly<Record<string, string>>
  /**
   * Checks the options before anything starts.
   * @returns the function that executes the command.
   * @throws ConfigurationError
   */
  prepare(values: CommandValues): (db: Kysely<Database>, tools: CommandTools) => Promise<CommandResult>
}

/** Tools that only a few commands need. */
export interface CommandTools {
  /** Opens queues only for sending jobs; the service executes them. */
  startJobs(definitions: readonly JobDefinition[]): Promise<Jobs>
}

/** Thrown if a command cannot be executed, for example because an item that it names does not exist. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
