import { COMMAND_OPTIONS } from './command-options.ts'
import { CONFIG_OPTIONS } from './config/config-options.ts'
import { VERIFY_OPTIONS } from './config/verify-options.ts'
import { COMMANDS, type Command, type CommandName } from './declaration/commands.ts'
import { type Flag, type Option, TOPICS, type ValueOf } from './declaration/option.ts'
import { DIFF_OPTIONS } from './diff-options.ts'
import { MCP_OPTIONS } from './mcp-options.ts'
import { MOCK_OPTIONS } from './mock-options.ts'

/** All options of the configuration and the command line. */
export const OPTIONS = {
  ...CONFIG_OPTIONS,
  ...VERIFY_OPTIONS,
  ...MOCK_OPTIONS,
  ...DIFF_OPTIONS,
  ...MCP_OPTIONS,
  ...COMMAND_OPTIONS,
}

export type OptionName = keyof typeof OPTIONS

/** Values from a command line, each of the kind that its option declares. */
export type Given = { readonly [Name in OptionName]?: ValueOf<(typeof OPTIONS)[Name]> }

/** An option that can be used on the command line, with its name. */
export interface FlagOption extends Option {
  readonly name: OptionName
  readonly flag: Flag
}

/** An option on a command line. */
export interface GivenFlag {
  readonly option: FlagOption
  /** `undefined` for a flag. */
  readonly text: string | undefined
}

/** Options that can be used on the command line. */
export const FLAGS: readonly FlagOption[] = Object.entries<Option>(OPTIONS).flatMap(([name, option]) =>
  option.flag === undefined ? [] : [{ ...option, flag: option.flag, name: name as OptionName }],
)

/** True if a command accepts the option. */
export function isOptionOf({ flag: { commands } }: FlagOption, command: CommandName): boolean {
  if (commands === 'configured') {
    const { isApart }: Command = COMMANDS[command]
    return isApart !== true
  }
  return commands === 'all' || commands.includes(command)
}

/** A command's options, grouped by heading. */
export function commandFlags(command: CommandName): readonly (readonly [heading: string, FlagOption[]])[] {
  const own = FLAGS.filter((option) => isOptionOf(option, command))
  return Object.entries(TOPICS)
    .map(([topic, heading]) => [heading, own.filter((option) => option.topic === topic)] as const)
    .filter(([, options]) => options.length > 0)
}
