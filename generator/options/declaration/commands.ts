/** What a command is for. */
export interface Command {
  /** Stands for its one argument: "BASE_URL". */
  readonly argument?: string
  /** Stands for a second one. */
  readonly second?: string
  /** Its arguments name all that it reads: it has no configuration. */
  readonly isApart?: true
  /** The argument is what `--document` names for other commands; without it the configuration names the document. */
  readonly isDocument?: true
  /** The option that takes the place of the argument. */
  readonly instead?: 'har'
  /** A sentence without its full stop. */
  readonly means: string
}

/** The commands, in the order of the help. */
export const COMMANDS = {
  init: { means: 'Finds the document, writes a configuration and scripts, and generates' },
  generate: { means: 'Writes every output of the configuration' },
  stubs: {
    argument: 'DIR',
    means: 'Writes a handler for each operation; adds missing ones to existing files',
  },
  decisions: { argument: 'FILE', means: 'Writes a Markdown page of what the overlays decide' },
  contract: { argument: 'BASE_URL', means: 'Runs the generated contract tests against a server' },
  verify: {
    argument: 'BASE_URL',
    instead: 'har',
    means: 'Checks a running server against its document; nothing needs to be generated',
  },
  proxy: {
    argument: 'BASE_URL',
    means: 'Forwards requests to a server and checks its responses against the document',
  },
  repair: {
    argument: 'BASE_URL',
    instead: 'har',
    means: 'Writes an overlay that makes the document say what recorded traffic shows',
  },
  diff: {
    argument: 'OLD',
    second: 'NEW',
    isApart: true,
    means: 'Shows what changed between two documents, and whom that breaks',
  },
  mock: {
    argument: 'FILE',
    isDocument: true,
    means: 'Serves a document: keeps what is written in memory and makes up the rest',
  },
  mcp: { means: 'Serves coding agents: generate, verify, explain, replay and diff as tools' },
  skill: { isApart: true, means: 'Prints how to work with Concordat, for coding agents' },
  schema: { isApart: true, means: 'Prints the JSON Schema of a configuration in JSON or YAML' },
  completion: {
    argument: 'SHELL',
    isApart: true,
    means: 'Prints a script by which bash, zsh or fish completes commands and options',
  },
} as const satisfies Readonly<Record<string, Command>>

export type CommandName = keyof typeof COMMANDS

export const COMMAND_NAMES = Object.keys(COMMANDS) as readonly CommandName[]

/** What a command line that runs a command begins with: "concordat verify BASE_URL". */
export function callOf(name: CommandName): string {
  const { argument, second, isDocument }: Command = COMMANDS[name]
  return ['concordat', name, isDocument === true ? `[${argument}]` : argument, second]
    .filter((word) => word !== undefined)
    .join(' ')
}
