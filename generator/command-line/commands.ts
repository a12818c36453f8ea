import type { CommandName } from '../options/option.ts'

/** What a command is for, and what stands behind its name. */
export interface Command {
  /** Stands for its one argument: "BASE_URL". */
  readonly argument?: string
  /** A sentence without its full stop. */
  readonly means: string
}

export const COMMAND_TEXTS: Readonly<Record<CommandName, Command>> = {
  generate: { means: 'Writes every output of the configuration' },
  stubs: {
    argument: 'DIR',
    means: 'Writes a handler for each operation; adds the missing ones to files that exist',
  },
  decisions: { argument: 'FILE', means: 'Writes what the overlays decide as a page of Markdown' },
  contract: { argument: 'BASE_URL', means: 'Runs the generated contract tests against a server' },
  verify: { argument: 'BASE_URL', means: 'Runs the same rules against a server, from the document alone' },
}
