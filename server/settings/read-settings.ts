import type { Setting } from './setting.ts'
import { type Settings, settings } from './settings.ts'

/** Values from the command line, by option. */
export type OptionValues = Readonly<Record<string, string | undefined>>

/**
 * Reads all settings. An empty variable counts as absent. `problems` has a sentence for each invalid setting.
 */
export function readSettings(
  options: OptionValues,
  environment: NodeJS.ProcessEnv,
): { readonly values: Settings; readonly problems: readonly string[] } {
  const problems: string[] = []
  const values = Object.entries<Setting>(settings).map(([name, setting]) => {
    const option = setting.option === undefined ? undefined : options[setting.option]
    const text = option ?? (environment[setting.variable] || setting.fallback)
    if (text === undefined) return [name, undefined]
    const value = text === '' ? undefined : setting.read(text)
    if (value === undefined) problems.push(problemOf(setting, text, option !== undefined))
    return [name, value]
  })
  return { values: Object.fromEntries(values) as Settings, problems }
}

function problemOf(
  { option, variable, takes, isSecret = false }: Setting,
  text: string,
  isOption: boolean,
): string {
  const shown = isSecret ? 'not valid' : text === '' ? 'empty' : JSON.stringify(text)
  return `${isOption ? `--${option}` : variable} is ${shown}. Expected: ${takes}.`
}
