import { existsSync } from 'node:fs'
import { CONFIG_FILE } from '../options/config-file.ts'

/** Configuration files without code, for projects without Node. */
const OF_DATA = ['concordat.config.json', 'concordat.config.yaml', 'concordat.config.yml']

/** True if the file is a module whose default export is a configuration; false for JSON or YAML. */
export function isCodeConfigFile(file: string): boolean {
  return !/\.(?:json|ya?ml)$/.test(file)
}

/** The configuration file in the working directory; `CONFIG_FILE` if there is none. */
export function usualConfigFile(): string {
  return [CONFIG_FILE, ...OF_DATA].find((name) => existsSync(name)) ?? CONFIG_FILE
}
