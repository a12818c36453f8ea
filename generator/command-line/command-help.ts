import { type CommandName, describeFallback } from '../options/option.ts'
import { type FlagOption, flagsOf } from '../options/options.ts'
import { columns } from './columns.ts'
import { COMMAND_TEXTS } from './commands.ts'

/** What one command does and takes. */
export function commandHelp(command: CommandName): string {
  const { argument, means } = COMMAND_TEXTS[command]
  const topics = flagsOf(command).map(
    ([heading, options]) => `${heading}\n${options.map(describeOption).join('\n')}`,
  )
  return `${['concordat', command, ...(argument === undefined ? [] : [argument]), '[options]'].join(' ')}
  ${means}.

${topics.join('\n\n')}`
}

function describeOption(option: FlagOption): string {
  const { flag, kind, means, variable } = option
  const fallback = describeFallback(option)
  const short = flag.short === undefined ? '    ' : `-${flag.short}, `
  const left = `  ${short}--${flag.name}${flag.value === undefined ? '' : ` ${flag.value}`}`
  const notes = [
    ...(kind.gather === undefined ? [] : ['may be given several times']),
    ...(fallback === undefined ? [] : [`default: ${fallback}`]),
    ...(variable === undefined ? [] : [`also: ${variable}`]),
  ]
  const text = `${means}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`
  return columns(left, text.replaceAll('`', ''))
}
