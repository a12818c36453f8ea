import { existsSync } from 'node:fs'

/** Configuration file that commands read and `init` writes. */
export const CONFIG_FILE = 'concordat.config.ts'
/** Configuration files without code, for projects without Node. */
const OF_DATA = ['concordat.config.json', 'concordat.config.yaml', 'concordat.config.yml']

/** True for a module with a configuration as default export; false for JSON or YAML. */
export function isCodeConfigFile(file: string): boolean {
  return !/\.(?:json|ya?ml)$/.test(file)
}

/** The configuration file that the working directory has. */
export function usualConfigFile(): string {
  return [CONFIG_FILE, ...OF_DATA].find((name) => existsSync(name)) ?? CONFIG_FILE
}
