import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'

/** What a command answers: printed as one line of JSON, or a line for each member. */
export type CommandResult = Readonly<Record<string, string | number | readonly string[]>>

/** Texts of the command's own options, by name. */
export type CommandValues = Readonly<Record<string, string | undefined>>

/** One command of an operator, on the database alone: it works whether or not the service runs. */
export interface Command {
  readonly summary: string
  /** The command's own options, and what each takes. */
  readonly options: Readonly<Record<string, string>>
  /**
   * Checks the options before anything is started.
   * @throws ConfigurationError
   */
  prepare(values: CommandValues): (db: Kysely<Database>) => Promise<CommandResult>
}

/** What was asked for cannot be done with what is in the database. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
