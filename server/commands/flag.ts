import { ConfigurationError } from '../settings/configuration.ts'

/** Reads the value of an option that is either "true" or "false". @throws ConfigurationError */
export function readCommandFlag(option: string, text: string): boolean {
  if (text === 'true') return true
  if (text === 'false') return false
  throw new ConfigurationError([`--${option} is "${text}". Expected: "true" or "false".`])
}
