import { readFileSync } from 'node:fs'
import type { OptionPath } from '../options/kinds/kind.ts'
import { locateInConfigData } from './data-config.ts'
import { type ConfigPosition, locateConfigMember } from './locate-member.ts'
import { isCodeConfigFile } from './usual-file.ts'

/**
 * Returns the position of a property in a configuration file. If the text does not contain the property,
 * returns the position of its nearest parent, or `undefined` if no parent is found.
 */
export function locateInConfigFile(file: string, path: OptionPath): ConfigPosition | undefined {
  const text = readFileSync(file, 'utf8')
  return isCodeConfigFile(file) ? locateConfigMember(text, path) : locateInConfigData(text, path)
}
