import { checks } from '@concordat/contract/checks'
import { COMMAND_NAMES, COMMANDS, type CommandName } from '../../options/declaration/commands.ts'
import { FLAGS, type FlagOption, isOptionOf, type OptionName } from '../../options/options.ts'
import { explainedCodes } from '../explain/describe-code.ts'

/** A command for shell completion. */
export interface Completed {
  readonly name: string
  /** A one-line phrase. */
  readonly means: string
  /** Words to suggest for the command's argument; absent if there is no fixed set of words. */
  readonly words?: readonly string[]
  readonly flags: readonly CompletedFlag[]
}

export interface CompletedFlag {
  /** Name with dashes. */
  readonly name: string
  readonly short?: string
  readonly means: string
  readonly isRepeatable: boolean
  /** The option's value; absent for a flag. */
  readonly value?: {
    /** "FILE". */
    readonly called: string
    readonly words: readonly string[]
    readonly isFile: boolean
  }
}

/** Words that arguments accept. */
const WORDS: Partial<Record<CommandName, () => readonly string[]>> = {
  completion: () => ['bash', 'zsh', 'fish'],
  explain: explainedCodes,
}
/** Options whose values are rule codes. */
const OF_RULES: readonly OptionName[] = ['rules', 'skipRules']
/** Rule families, each followed by its rules. */
const RULES = checks.flatMap(({ code, assertions }) => [code, ...assertions.map(({ rule }) => rule)])

/** All commands with their options, including `help`. */
export function completedCommands(): readonly Completed[] {
  const commands = COMMAND_NAMES.map((name): Completed => {
    const flags = FLAGS.filter((option) => isOptionOf(option, name)).map(completedFlag)
    const words = WORDS[name]?.()
    return { name, means: COMMANDS[name].means, ...(words !== undefined && { words }), flags }
  })
  return [
    ...commands,
    { name: 'help', means: 'Prints the options of a command', words: COMMAND_NAMES, flags: [] },
  ]
}

function completedFlag({ name, flag, means, kind }: FlagOption): CompletedFlag {
  const { short, value } = flag
  const words = OF_RULES.includes(name) ? RULES : (kind.names ?? [])
  return {
    name: `--${flag.name}`,
    ...(short !== undefined && { short: `-${short}` }),
    means: phrase(means),
    isRepeatable: kind.gather !== undefined,
    ...(value !== undefined && {
      value: { called: value, words, isFile: /FILE|DIR/.test(value) },
    }),
  }
}

/** An option's description as shown by shells, without examples and conditions. */
function phrase(means: string): string {
  const [first = means] = means.replaceAll('`', '').split(/[;:(]/)
  return first.trim()
}
