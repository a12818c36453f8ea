import { createRequire } from 'node:module'

/**
 * Path of a package's file, resolved from the importing module; `undefined` if the package is not installed.
 */
export function installedPackageFile(name: string, from: string): string | undefined {
  try {
    return createRequire(from).resolve(name)
  } catch {
    return undefined
  }
}
