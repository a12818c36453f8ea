import { CONFIG_FILE } from '../options/config-file.ts'
import { COMMAND_NAMES, COMMANDS, type CommandName, commandCall } from '../options/declaration/commands.ts'
import { helpColumns } from './columns.ts'

/** Help for all commands. */
export function commandsHelp(): string {
  const commands = COMMAND_NAMES.map((name) => helpColumns(`  ${commandCall(name)}`, COMMANDS[name].means))
  return `concordat turns one OpenAPI document into types, a client, a server and contract tests.

${commands.join('\n')}

${helpColumns('  concordat help COMMAND', 'Prints the options of a command; --version prints the version')}

Most commands read ${CONFIG_FILE}, .json, .yaml or .yml, or the document given with --document.
Exit codes: 0 success; 1 a problem, such as an invalid document, stale output or a violated rule; 2 wrong usage, or nothing could be tested; 3 an unexpected failure.`
}

/** Last sentence of messages about wrong arguments. */
export function seeHelp(command?: CommandName): string {
  return `See: concordat ${command === undefined ? '' : `${command} `}--help`
}
