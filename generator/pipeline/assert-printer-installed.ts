import { UsageError } from '../errors/problem.ts'
import { installedPackageFile } from '../package/installed-file.ts'

/**
 * Checks that openapi-typescript, which only the `openapi` and `fetch` outputs need, is installed.
 * @throws {UsageError} if it is missing.
 */
export function assertPrinterInstalled(): void {
  if (installedPackageFile('openapi-typescript/package.json', import.meta.url) === undefined)
    throw new UsageError(
      'The "openapi" and "fetch" outputs need openapi-typescript, which is not installed. Fix: npm install --save-dev openapi-typescript@7.13 typescript@5, or remove both from "outputs".',
    )
}
