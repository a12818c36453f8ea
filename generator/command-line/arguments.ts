import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { didYouMean } from '@concordat/runtime/nearest'
import { usualConfigFile } from '../configuration/usual-file.ts'
import { enumerated } from '../errors/counted.ts'
import { UsageError } from '../errors/problem.ts'
import { isStandardInputSource } from '../load/source/file-name.ts'
import { COMMAND_NAMES, COMMANDS, type Command, type CommandName } from '../options/declaration/commands.ts'
import {
  FLAGS,
  type FlagOption,
  type Given,
  type GivenFlag,
  isOptionOf,
  OPTIONS,
} from '../options/options.ts'
import { seeHelp } from './help.ts'

/** The request that a command line expresses. */
export type Invocation =
  | { readonly ask: 'version' }
  /** Help for one command or for all; `isAsked` is false if neither a command nor help was requested. */
  | { readonly ask: 'help'; readonly command?: CommandName; readonly isAsked: boolean }
  | {
      readonly ask: 'command'
      readonly command: CommandName
      /** Empty if the command has no argument. */
      readonly argument: string
      /** The second argument, if the command accepts two. */
      readonly second: string
      readonly given: Given
      /** The options as typed, so that part of the command can be repeated. */
      readonly flags: readonly GivenFlag[]
    }

/**
 * Parses a command line.
 * @param args arguments from the shell, without the program's name.
 * @throws {UsageError} for a wrong command, option or value.
 */
export function readArguments(args: readonly string[]): Invocation {
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
  // Options are checked first, because anything after an unknown option could be mistaken for a command.
  const named = COMMAND_NAMES.find((name) => name === first)
  const flags = tokens.flatMap((token) => (token.kind === 'option' ? [givenFlag(token, named)] : []))
  const command = first === undefined || first === 'help' ? undefined : commandNamed(first)
  const has = (name: string) => flags.some(({ option }) => option.name === name)
  if (has('version')) return { ask: 'version' }
  if (first === 'help' && rest[0] !== undefined)
    return { ask: 'help', command: commandNamed(rest[0]), isAsked: true }
  if (command === undefined) return { ask: 'help', isAsked: first === 'help' || has('help') }
  if (has('help')) return { ask: 'help', command, isAsked: true }
  for (const { option } of flags) expectOf(option, command)
  const own = readValues(flags, command)
  expectNoValue(args, { command, words: rest })
  const [argument, second] = argumentsOf(command, rest, own)
  const given = withDocument(own, { command, argument })
  expectTogether(given, command)
  return { ask: 'command', command, argument, second, given, flags }
}

/** Creates a usage error whose message ends with a reference to the help. */
function wrongUsage(message: string, command?: CommandName): UsageError {
  return new UsageError(`${message} ${seeHelp(command)}`)
}

function commandNamed(text: string): CommandName {
  const command = COMMAND_NAMES.find((name) => name === text)
  if (command !== undefined) return command
  throw wrongUsage(`There is no command "${text}".${didYouMean(text, COMMAND_NAMES)}`)
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
  const known = FLAGS.filter(({ flag }) => flag.name === name)
  // Prefers the command's own option, because commands can have different options with the same name.
  const option = known.find((one) => command !== undefined && isOptionOf(one, command)) ?? known[0]
  if (option === undefined) {
    const own = FLAGS.filter((one) => command === undefined || isOptionOf(one, command)).map(
      ({ flag }) => flag.name,
    )
    throw wrongUsage(`There is no option "${rawName}".${didYouMean(name, own, '--')}`, command)
  }
  const { flag } = option
  if (flag.value === undefined && value !== undefined)
    throw wrongUsage(`"${rawName}" takes no value.`, command)
  // A value that looks like an option probably is one, unless it is a negative number.
  const isNext = inlineValue === false && /^-[^\d]/.test(value ?? '')
  if (flag.value !== undefined && (value === undefined || isNext))
    throw wrongUsage(`"${rawName}" needs a value: ${rawName} ${flag.value}.`, command)
  return { option, text: value }
}

/** Rejects options of other commands, because ignoring one would suggest that it had an effect. */
function expectOf(option: FlagOption, command: CommandName): void {
  if (isOptionOf(option, command)) return
  const owners = COMMAND_NAMES.filter((name) =>
    FLAGS.some((one) => one.flag.name === option.flag.name && isOptionOf(one, name)),
  ).map((name) => `"concordat ${name}"`)
  const isOfTests = command === 'contract' && owners.includes('"concordat verify"')
  const instead = isOfTests ? ' Generated tests use the "verify" section of the configuration.' : ''
  throw wrongUsage(`"--${option.flag.name}" is available only with ${enumerated(owners)}.${instead}`, command)
}

/** Reads the values of options. All values of a repeatable option are combined. */
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
  const [misfit] = value === undefined ? [] : kind.check(value, [`--${flag.name}`])
  if (misfit !== undefined) throw wrongUsage(misfit.message, command)
  if (value !== undefined) return value
  // A value that may be a secret is omitted from the message.
  const isSecret = flag.replay === 'without-secret' || flag.replay === 'hidden'
  const wrong = isSecret ? `A value of --${flag.name} is invalid` : `--${flag.name} is "${text}"`
  const hint = didYouMean(text, kind.names ?? [])
  throw wrongUsage(`${wrong}. Expected: ${kind.expectedText ?? kind.expected}.${hint}`, command)
}

/** Adds the document to the options if the command accepts it as its argument. */
function withDocument(
  given: Given,
  { command, argument }: { readonly command: CommandName; readonly argument: string },
): Given {
  const { isDocument }: Command = COMMANDS[command]
  if (isDocument !== true || argument === '') return given
  if (given.document !== undefined)
    throw wrongUsage(`"concordat ${command}" takes the document as an argument. Omit "--document".`, command)
  const { resolve = (value: string) => value } = OPTIONS.document.kind
  return { ...given, document: resolve(argument, process.cwd()) }
}

/** Rejects options that contradict each other. */
function expectTogether(given: Given, command: CommandName): void {
  const { document, config, json, report = [], watch } = given
  if (json === true && report.some((one) => one.endsWith('=-')))
    throw wrongUsage(
      '"--json" and a report to "-" both write to standard output. Use only one of them.',
      command,
    )
  if (json === true && watch === true)
    throw wrongUsage(
      '"--watch" keeps running, but "--json" prints one object at the end. Use only one of them.',
      command,
    )
  if (watch === true && document !== undefined && isStandardInputSource(document))
    throw wrongUsage('"--watch" needs a document that can be read again: a file or an address.', command)
  if (document !== undefined && config !== undefined)
    throw wrongUsage('A document on the command line replaces the configuration. Omit "--config".', command)
  // `init` accepts `--overlay`, `--output` and `--outputs` without a document, because it writes them to the
  // new configuration.
  if (document === undefined && command !== 'init') expectNoneOfDocument(given, command)
}

/**
 * Rejects options that require `--document`, because the configuration that is used instead has its own
 * settings.
 */
function expectNoneOfDocument(given: Given, command: CommandName): void {
  const { config, overlays, output, outputs } = given
  // Without a configuration file, `verify` looks for a document that the server serves.
  const isSought = command === 'verify' && config === undefined && !existsSync(usualConfigFile())
  if (overlays !== undefined && !isSought)
    throw wrongUsage(
      '"--overlay" requires a document on the command line. With a configuration, list the overlays there instead.',
      command,
    )
  if (output !== undefined)
    throw wrongUsage(
      '"--output" requires a document on the command line. With a configuration, set "output" there instead.',
      command,
    )
  if (outputs !== undefined)
    throw wrongUsage(
      '"--outputs" requires a document on the command line. With a configuration, list the outputs there instead.',
      command,
    )
}

/** Rejects a superfluous word after a flag, because it was probably meant as the flag's value. */
function expectNoValue(
  args: readonly string[],
  { command, words }: { readonly command: CommandName; readonly words: readonly string[] },
): void {
  const { argument, second }: Command = COMMANDS[command]
  if (words.length <= [argument, second].filter((name) => name !== undefined).length) return
  for (const word of words) {
    const before = args[args.indexOf(word) - 1] ?? ''
    const isFlag = FLAGS.some(({ flag: { name, value } }) => `--${name}` === before && value === undefined)
    if (isFlag) throw wrongUsage(`"${before}" takes no value, but "${word}" follows it.`, command)
  }
}

/** Returns a command's arguments; a missing argument is an empty string. */
function argumentsOf(
  command: CommandName,
  words: readonly string[],
  given: Given,
): readonly [argument: string, second: string] {
  const { argument, second, instead, isDocument }: Command = COMMANDS[command]
  const names = [argument, second].filter((name) => name !== undefined)
  const call = `"concordat ${command}"`
  const isNeeded = isDocument !== true && (instead === undefined || given[instead] === undefined)
  const missing = names[words.length]
  if (missing !== undefined && isNeeded) throw wrongUsage(`${call} needs ${names.join(' and ')}.`, command)
  const more = words[names.length]
  if (more !== undefined)
    throw wrongUsage(
      `${call} takes ${names.join(' and ') || 'no argument'}. "${more}" is one argument too many.`,
      command,
    )
  return [words[0] ?? '', words[1] ?? '']
}
