import { createRequire } from 'node:module'

/** Where a file of a package lies for the module that would import it; `undefined` where the package is not installed. */
export function installedFile(name: string, from: string): string | undefined {
  try {
    return createRequire(from).resolve(name)
  } catch {
    return undefined
  }
}
