import { createRequire } from 'node:module'

/**
 * Path of a package's file for the module that would import it; `undefined` if the package is not installed.
 */
export function installedFile(name: string, from: string): string | undefined {
  try {
    return createRequire(from).resolve(name)
  } catch {
    return undefined
  }
}
