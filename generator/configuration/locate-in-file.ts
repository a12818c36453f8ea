import { readFileSync } from 'node:fs'
import { isCodeConfigFile } from '../options/config-file.ts'
import type { OptionPath } from '../options/kinds/kind.ts'
import { locateInConfigData } from './data-config.ts'
import { locateConfigMember, type Position } from './locate-member.ts'

/**
 * Position of a property in a configuration file, or of its nearest parent; `undefined` if the text contains
 * neither.
 */
export function locateInConfigFile(file: string, path: OptionPath): Position | undefined {
  const text = readFileSync(file, 'utf8')
  return isCodeConfigFile(file) ? locateConfigMember(text, path) : locateInConfigData(text, path)
}
