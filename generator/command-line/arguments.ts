import { parseArgs } from 'node:util'
import { UsageError } from '../errors/problem.ts'
import { didYouMean } from '../options/nearest.ts'
import { COMMANDS, type CommandName } from '../options/option.ts'
import { FLAGS, type FlagOption, type Given, type GivenFlag, isOf } from '../options/options.ts'
import { COMMAND_TEXTS } from './commands.ts'
import { seeHelp } from './help.ts'

/** What a command line asks for. */
export type Request =
  | { readonly ask: 'version' }
  /** About one command, or all; `isAsked` is false where somebody gave no command at all. */
  | { readonly ask: 'help'; readonly command?: CommandName; readonly isAsked: boolean }
  | {
      readonly ask: 'command'
      readonly command: CommandName
      /** Empty for a command that takes none. */
      readonly argument: string
      readonly given: Given
      /** The same as they were written, for a line that repeats a part of the command. */
      readonly flags: readonly GivenFlag[]
    }

/**
 * Reads a command line.
 * @param args as the shell gave them, without the program's own name.
 * @throws {UsageError} for a command, an option or a value that is wrong, in a sentence or two.
 */
export function readArguments(args: readonly string[]): Request {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      FLAGS.map(({ flag: { name, short, value } }) => [
        name,
        { type: value === undefined ? 'boolean' : 'string', ...(short !== undefined && { short }) } as const,
      ]),
    ),
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const [first, ...rest] = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []))
  const command = first === undefined || first === 'help' ? undefined : commandNamed(first)
  const flags = tokens.flatMap((token) => (token.kind === 'option' ? [givenFlag(token, command)] : []))
  const has = (name: string) => flags.some(({ option }) => option.name === name)
  if (has('version')) return { ask: 'version' }
  if (first === 'help' && rest[0] !== undefined)
    return { ask: 'help', command: commandNamed(rest[0]), isAsked: true }
  if (command === undefined) return { ask: 'help', isAsked: first === 'help' || has('help') }
  if (has('help')) return { ask: 'help', command, isAsked: true }
  for (const { option } of flags) expectOf(option, command)
  const given = readValues(flags, command)
  expectTogether(given, command)
  return { ask: 'command', command, argument: argumentOf(command, rest), given, flags }
}

function commandNamed(text: string): CommandName {
  const command = COMMANDS.find((name) => name === text)
  if (command !== undefined) return command
  throw new UsageError(`There is no command "${text}".${didYouMean(text, COMMANDS)} ${seeHelp()}`)
}

function givenFlag(
  token: {
    readonly name: string
    readonly rawName: string
    readonly value?: string | undefined
    readonly inlineValue?: boolean | undefined
  },
  command: CommandName | undefined,
): GivenFlag {
  const { name, rawName, value, inlineValue } = token
  const see = seeHelp(command)
  const option = FLAGS.find(({ flag }) => flag.name === name)
  if (option === undefined) {
    const own = FLAGS.filter((one) => command === undefined || isOf(one, command)).map(
      ({ flag }) => flag.name,
    )
    throw new UsageError(`There is no option "${rawName}".${didYouMean(name, own, '--')} ${see}`)
  }
  const { flag } = option
  if (flag.value === undefined && value !== undefined)
    throw new UsageError(`"${rawName}" takes no value. ${see}`)
  // What looks like the next option was hardly meant as a value; a negative number was.
  const isNext = inlineValue === false && /^-[^\d]/.test(value ?? '')
  if (flag.value !== undefined && (value === undefined || isNext))
    throw new UsageError(`"${rawName}" needs a value: ${rawName} ${flag.value}. ${see}`)
  return { option, text: value }
}

/** An option that did nothing would seem to have been heeded. */
function expectOf(option: FlagOption, command: CommandName): void {
  if (isOf(option, command)) return
  const owners = COMMANDS.filter((name) => isOf(option, name)).map((name) => `"concordat ${name}"`)
  const isOfTests = command === 'contract' && owners.includes('"concordat verify"')
  throw new UsageError(
    `"--${option.flag.name}" is an option of ${owners.join(' and ')} alone. ${isOfTests ? 'Generated tests read "verify" of the configuration. ' : ''}${seeHelp(command)}`,
  )
}

/** Each option's value; one that may be given several times has all of them. */
function readValues(flags: readonly GivenFlag[], command: CommandName): Given {
  const groups = [...Map.groupBy(flags, ({ option }) => option)]
  const values = groups.map(([option, group]) => {
    const all = group.map(({ text }) => readValue(option, text, command))
    const { kind, name } = option
    const value = kind.gather === undefined ? all.at(-1) : kind.gather(all)
    return [name, kind.resolve === undefined ? value : kind.resolve(value, process.cwd())]
  })
  return Object.fromEntries(values) as Given
}

function readValue({ kind, flag }: FlagOption, text: string | undefined, command: CommandName): unknown {
  if (text === undefined) return true
  const value = kind.read?.(text)
  if (value !== undefined) return value
  // What was given may be a secret, and stays out of the message.
  const isSecret = flag.replay === 'without-secret'
  const wrong = isSecret ? `A value of --${flag.name} is wrong` : `--${flag.name} is "${text}"`
  const hint = didYouMean(text, kind.names ?? [])
  throw new UsageError(
    `${wrong}. Expected: ${kind.expectedText ?? kind.expected}.${hint} ${seeHelp(command)}`,
  )
}

/** What names a document stands beside it: a configuration has its own. */
function expectTogether(given: Given, command: CommandName): void {
  const see = seeHelp(command)
  if (given.document !== undefined && given.config !== undefined)
    throw new UsageError(`"--document" takes the place of "--config". Give one of the two. ${see}`)
  if (given.document !== undefined) return
  if (given.overlays !== undefined)
    throw new UsageError(`"--overlay" goes with "--document"; a configuration names its own overlays. ${see}`)
  if (given.output !== undefined)
    throw new UsageError(`"--output" goes with "--document"; a configuration names its own output. ${see}`)
}

function argumentOf(command: CommandName, given: readonly string[]): string {
  const { argument } = COMMAND_TEXTS[command]
  const [first = '', ...more] = argument === undefined ? ['', ...given] : given
  if (argument !== undefined && first === '')
    throw new UsageError(`"concordat ${command}" needs ${argument}. ${seeHelp(command)}`)
  if (more.length > 0)
    throw new UsageError(
      `"concordat ${command}" takes ${argument === undefined ? 'no argument' : argument}, and "${more[0]}" is one too many. ${seeHelp(command)}`,
    )
  return first
}
