import { UsageError } from '../errors/problem.ts'
import { installedFile } from '../package/installed-file.ts'

/**
 * The outputs `openapi` and `fetch` are printed by openapi-typescript, which a project
 * installs only where it asks for that.
 * @throws {UsageError} when it is missing.
 */
export function assertPrinterInstalled(): void {
  if (installedFile('openapi-typescript/package.json', import.meta.url) === undefined)
    throw new UsageError(
      'The outputs "openapi" and "fetch" are printed by openapi-typescript, which is not installed. Fix: npm install --save-dev openapi-typescript@7.13 typescript@5, or leave them out of "outputs".',
    )
}
