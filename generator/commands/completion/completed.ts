import { checks } from '@concordat/contract/checks'
import { COMMAND_NAMES, COMMANDS, type CommandName } from '../../options/declaration/commands.ts'
import { FLAGS, type FlagOption, isOf, type OptionName } from '../../options/options.ts'
import { explainedCodes } from '../explain/describe-code.ts'

/** A command as shells complete it. */
export interface Completed {
  readonly name: string
  /** A phrase, on one line. */
  readonly means: string
  /** Words for its argument; absent where that is a file or an address. */
  readonly words?: readonly string[]
  readonly flags: readonly CompletedFlag[]
}

export interface CompletedFlag {
  /** Name with its dashes. */
  readonly name: string
  readonly short?: string
  readonly means: string
  readonly isRepeatable: boolean
  /** Value of the option; absent for a flag that is on or off. */
  readonly value?: {
    /** "FILE". */
    readonly called: string
    readonly words: readonly string[]
    readonly isFile: boolean
  }
}

/** Words that an argument takes. */
const WORDS: Partial<Record<CommandName, () => readonly string[]>> = {
  completion: () => ['bash', 'zsh', 'fish'],
  explain: explainedCodes,
}
/** Options whose values the suite knows. */
const OF_RULES: readonly OptionName[] = ['rules', 'skipRules']
/** Families, each before its rules. */
const RULES = checks.flatMap(({ code, assertions }) => [code, ...assertions.map(({ rule }) => rule)])

/** The commands with their options, from their declarations. */
export function completed(): readonly Completed[] {
  const commands = COMMAND_NAMES.map((name): Completed => {
    const flags = FLAGS.filter((option) => isOf(option, name)).map(completedFlag)
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

/** Description of an option in shells: the text before its examples and conditions. */
function phrase(means: string): string {
  const [first = means] = means.replaceAll('`', '').split(/[;:(]/)
  return first.trim()
}
