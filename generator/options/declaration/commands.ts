/** Description of a command. */
export interface Command {
  /** Placeholder for the command's argument, such as "BASE_URL". */
  readonly argument?: string
  /** Placeholder for the command's second argument. */
  readonly second?: string
  /** True if the command reads no configuration. */
  readonly isApart?: true
  /**
   * True if the argument is the document, which other commands take from `--document`. Default: the
   * configuration's document.
   */
  readonly isDocument?: true
  /** The option that can replace the argument. */
  readonly instead?: 'har'
  /** The command's purpose, without a subject or a final period. */
  readonly means: string
}

/** All commands, in the order in which help lists them. */
export const COMMANDS = {
  init: { means: 'Finds the document, writes a configuration and generates code' },
  generate: { means: 'Writes the outputs' },
  stubs: {
    argument: 'DIR',
    means: 'Writes the handlers that are missing',
  },
  decisions: { argument: 'FILE', means: 'Writes a Markdown page of the decisions in overlays' },
  contract: { argument: 'BASE_URL', means: 'Runs the generated contract tests against a server' },
  verify: {
    argument: 'BASE_URL',
    instead: 'har',
    means: 'Tests a running server against its document',
  },
  proxy: {
    argument: 'BASE_URL',
    means: 'Forwards requests to a server, and checks the responses',
  },
  repair: {
    argument: 'BASE_URL',
    instead: 'har',
    means: 'Writes an overlay that corrects the document to match traffic',
  },
  diff: {
    argument: 'OLD',
    second: 'NEW',
    isApart: true,
    means: 'Compares two documents and reports what each change breaks',
  },
  mock: {
    argument: 'FILE',
    isDocument: true,
    means: 'Serves a stateful mock of a document',
  },
  explain: {
    argument: 'CODE',
    isApart: true,
    means: 'Explains a rule, a problem or a kind of change',
  },
  mcp: { means: 'Serves generate, verify, explain, replay and diff as tools for agents' },
  skill: { isApart: true, means: 'Prints instructions for coding agents' },
  schema: { isApart: true, means: 'Prints the JSON Schema of the configuration' },
  completion: {
    argument: 'SHELL',
    isApart: true,
    means: 'Prints a completion script for bash, zsh or fish',
  },
} as const satisfies Readonly<Record<string, Command>>

export type CommandName = keyof typeof COMMANDS

export const COMMAND_NAMES = Object.keys(COMMANDS) as readonly CommandName[]

/** Start of a command line, such as "concordat verify BASE_URL". */
export function commandCall(name: CommandName): string {
  const { argument, second, isDocument }: Command = COMMANDS[name]
  return ['concordat', name, isDocument === true ? `[${argument}]` : argument, second]
    .filter((word) => word !== undefined)
    .join(' ')
}
