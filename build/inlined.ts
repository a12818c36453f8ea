import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Entry, type Manifest, packagesOf } from './manifest.ts'

/**
 * A package that was built before, and those of its entries whose code another package joins into its own
 * files: finding and linking the modules one by one would take longer than a small document. Their values may
 * not be compared by identity with those of the package itself, which other packages load.
 */
export interface Inlined {
  /** Folder in `dist`. */
  readonly folder: string
  /** True for an entry that is joined; entries are named as in `exports`: "./http". */
  isJoined(entry: string): boolean
}

/** A package.json as `publishedManifest` writes it. */
type Published = Omit<Manifest, 'exports'> & {
  readonly name: string
  readonly exports: Readonly<Record<string, Entry | string>>
}

/** The files of the entries by the names under which they are imported. */
export function filesOf({ folder, isJoined }: Inlined): [name: string, file: string][] {
  const { name, exports } = publishedIn(folder)
  return Object.entries(exports).flatMap(([entry, file]): [string, string][] =>
    typeof file === 'object' && isJoined(entry)
      ? [[`${name}${entry.slice(1)}`, join(folder, file.default)]]
      : [],
  )
}

/** The packages that the code imports besides. */
export function packagesBehind({ folder }: Inlined): readonly string[] {
  return packagesOf({ ...publishedIn(folder), exports: {} })
}

/** Copies the licences of a package's third-party code into the package that joins its code. */
export function copyLicences({ folder }: Inlined, target: string): void {
  const vendor = join(folder, 'vendor')
  if (!existsSync(vendor)) return
  const files = readdirSync(vendor, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => basename(name) === 'LICENSE'))
    cpSync(join(vendor, file), join(target, 'vendor', file))
}

function publishedIn(folder: string): Published {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}
