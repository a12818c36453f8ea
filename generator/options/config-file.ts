import { existsSync } from 'node:fs'

/** The configuration that commands read, and that `init` writes. */
export const CONFIG_FILE = 'concordat.config.ts'
/** The same without code, for those who have no Node project. */
const OF_DATA = ['concordat.config.json', 'concordat.config.yaml', 'concordat.config.yml']

/** True for a module, whose default export is the configuration; false for one in JSON or YAML. */
export function isOfCode(file: string): boolean {
  return !/\.(?:json|ya?ml)$/.test(file)
}

/** The configuration file of the working directory: the one that there is. */
export function usualConfigFile(): string {
  return [CONFIG_FILE, ...OF_DATA].find((name) => existsSync(name)) ?? CONFIG_FILE
}
