import { readFileSync } from 'node:fs'
import { isOfCode } from '../options/config-file.ts'
import type { Path } from '../options/kinds/kind.ts'
import { locateData } from './data-config.ts'
import { locateMember, type Position } from './locate-member.ts'

/**
 * Position of a member in a configuration file, or of its nearest parent; `undefined` if the text has
 * neither.
 */
export function locateInFile(file: string, path: Path): Position | undefined {
  const text = readFileSync(file, 'utf8')
  return isOfCode(file) ? locateMember(text, path) : locateData(text, path)
}
