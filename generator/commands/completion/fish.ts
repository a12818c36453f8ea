import type { Completed, CompletedFlag } from './completed.ts'

/** Script for `concordat completion fish | source`, or for a file in `~/.config/fish/completions`. */
export function fishScript(commands: readonly Completed[]): string {
  return commands.flatMap(linesOf).join('\n')
}

function linesOf({ name, means, words, flags }: Completed): readonly string[] {
  const within = `-n ${quoted(`__fish_seen_subcommand_from ${name}`)}`
  return [
    `complete -c concordat -n __fish_use_subcommand -f -a ${name} -d ${quoted(means)}`,
    ...(words === undefined ? [] : [`complete -c concordat ${within} -f -a ${quoted(words.join(' '))}`]),
    ...flags.map((flag) => `complete -c concordat ${within} ${optionOf(flag)} -d ${quoted(flag.means)}`),
  ]
}

/** @see complete(1) of fish */
function optionOf({ name, short, value }: CompletedFlag): string {
  const names = [...(short === undefined ? [] : [`-s ${short.slice(1)}`]), `-l ${name.slice(2)}`]
  if (value === undefined) return names.join(' ')
  if (value.isFile) return [...names, '-r -F'].join(' ')
  const choices = value.words.length === 0 ? [] : [`-a ${quoted(value.words.join(' '))}`]
  return [...names, '-x', ...choices].join(' ')
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
