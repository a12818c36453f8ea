import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../package/root.ts'

/**
 * Reads a file of the runtime by its path in the package: "client/client.ts", "package.json". The published
 * command replaces this function with the texts (`build/inline-sources.ts`).
 */
export function runtimeSource(path: string): string {
  return readFileSync(join(ROOT, 'runtime', path), 'utf8')
}

/** The licence of the runtime. */
export function runtimeLicence(): string {
  return readFileSync(join(ROOT, 'LICENSE'), 'utf8')
}
