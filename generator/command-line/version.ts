import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The package's version, as its package.json says it. */
export function version(): string {
  const file = join(import.meta.dirname, '../../package.json')
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }
  return version
}
