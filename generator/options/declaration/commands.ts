/** What a command is for. */
export interface Command {
  /** Stands for its one argument: "BASE_URL". */
  readonly argument?: string
  /** Stands for a second one. */
  readonly second?: string
  /** Its arguments name all that it reads: it has no configuration. */
  readonly isApart?: true
  /** The argument is what `--document` names for other commands. */
  readonly isDocument?: true
  /** The option that takes the place of the argument. */
  readonly instead?: 'har'
  /** A sentence without its full stop. */
  readonly means: string
}

/** The commands, in the order of the help. */
export const COMMANDS = {
  init: { means: 'Finds the document of a project, writes a configuration and scripts, and generates' },
  generate: { means: 'Writes every output of the configuration' },
  stubs: {
    argument: 'DIR',
    means: 'Writes a handler for each operation; adds the missing ones to files that exist',
  },
  decisions: { argument: 'FILE', means: 'Writes what the overlays decide as a page of Markdown' },
  contract: { argument: 'BASE_URL', means: 'Runs the generated contract tests against a server' },
  verify: {
    argument: 'BASE_URL',
    instead: 'har',
    means: 'Runs the same rules against a server, from the document alone',
  },
  proxy: {
    argument: 'BASE_URL',
    means: 'Passes requests on to a server, and holds its answers against the document',
  },
  diff: {
    argument: 'OLD',
    second: 'NEW',
    isApart: true,
    means: 'Says what changed between two documents, and whom that breaks',
  },
  mock: {
    argument: 'FILE',
    isDocument: true,
    means: 'Serves a document: what is written is kept in memory, the rest is made up',
  },
} as const satisfies Readonly<Record<string, Command>>

export type CommandName = keyof typeof COMMANDS

export const COMMAND_NAMES = Object.keys(COMMANDS) as readonly CommandName[]

/** What a command line that runs a command begins with: "concordat verify BASE_URL". */
export function callOf(name: CommandName): string {
  const { argument, second }: Command = COMMANDS[name]
  return ['concordat', name, argument, second].filter((word) => word !== undefined).join(' ')
}
