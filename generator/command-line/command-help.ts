import { COMMANDS, type CommandName, commandCall } from '../options/declaration/commands.ts'
import { describeOptionFallback } from '../options/declaration/option.ts'
import { commandFlags, type FlagOption } from '../options/options.ts'
import { helpColumns } from './columns.ts'

/** Help for one command. */
export function commandHelp(command: CommandName): string {
  const topics = commandFlags(command).map(
    ([heading, options]) => `${heading}\n${options.map(describeOption).join('\n')}`,
  )
  return `${commandCall(command)} [options]
  ${COMMANDS[command].means}.

${topics.join('\n\n')}`
}

function describeOption(option: FlagOption): string {
  const { flag, kind, means, variable } = option
  const fallback = describeOptionFallback(option)
  const short = flag.short === undefined ? '    ' : `-${flag.short}, `
  const left = `  ${short}--${flag.name}${flag.value === undefined ? '' : ` ${flag.value}`}`
  const notes = [
    ...(kind.gather === undefined ? [] : ['repeatable']),
    ...(fallback === undefined ? [] : [`default: ${fallback}`]),
    ...(variable === undefined ? [] : [`also: ${variable}`]),
  ]
  const text = `${means}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`
  return helpColumns(left, plain(text))
}

/** Converts Markdown to plain text, keeping the text of links. */
function plain(markdown: string): string {
  return markdown.replaceAll('`', '').replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
}
