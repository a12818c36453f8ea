import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../../package/root.ts'

/**
 * Reads a runtime file by its path in the package: "client/client.ts", "package.json". In the published
 * command, the contents are built in and replace this function (`build/inline-sources.ts`).
 */
export function runtimeSource(path: string): string {
  return readFileSync(join(PACKAGE_ROOT, 'runtime', path), 'utf8')
}

/** The runtime's licence. */
export function runtimeLicence(): string {
  return readFileSync(join(PACKAGE_ROOT, 'LICENSE'), 'utf8')
}
