import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './packed.ts'

/** A package as it would be published: what it says, and every file of it. */
export interface Published {
  readonly manifest: Readonly<Record<string, unknown>>
  /** Relative paths. */
  readonly files: readonly string[]
}

/** Asks npm what it would pack of a folder of `dist`. */
export function publishedOf(name: string): Published {
  const folder = join(root, 'dist', name)
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json'], { cwd: folder, encoding: 'utf8' })
  // A list, or since npm 12 an object by name.
  const [packed] = Object.values<{ files: readonly { path: string }[] }>(JSON.parse(stdout))
  if (packed === undefined) throw new Error(`npm packs nothing of "${name}".`)
  return {
    manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
    files: packed.files.map(({ path }) => path).sort(),
  }
}

/** The files that entries, commands and vendored modules of a package name. */
export function namedFiles(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.startsWith('./') ? [value.slice(2)] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(namedFiles) : []
}
