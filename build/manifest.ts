import { posix } from 'node:path'

/** What the build reads of a package.json. */
export interface Manifest {
  readonly exports: Readonly<Record<string, string>>
  readonly imports?: Readonly<Record<string, string>>
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly [member: string]: unknown
}

/** The code of an entry, and its types. */
export interface Entry {
  readonly types: string
  readonly default: string
}

/** What only the repository uses; "private" keeps people from publishing its folders. */
const OF_REPOSITORY = new Set([
  'private',
  'workspaces',
  'scripts',
  'devDependencies',
  'optionalDependencies',
  'overrides',
  'allowScripts',
  'scarfSettings',
])

/**
 * The package.json of what is published: entries name JavaScript in place of the sources.
 * @param vendored `imports` by specifier, for those that lie in the package.
 */
export function publishedManifest(source: Manifest, vendored: Readonly<Record<string, Entry>>) {
  const { exports, imports: _, bin, ...rest } = source
  const kept = Object.entries(rest).filter(([member]) => !OF_REPOSITORY.has(member))
  return {
    ...Object.fromEntries(kept),
    ...(bin && { bin: mapValues(bin, compiledFile) }),
    exports: mapValues(exports, (file) =>
      file.endsWith('.ts') ? { types: file.replace(/\.ts$/, '.d.ts'), default: compiledFile(file) } : file,
    ),
    ...(Object.keys(vendored).length > 0 && { imports: vendored }),
  }
}

/** The code that a package is entered by: its entries and its commands. */
export function startsOf({ exports, bin = {} }: Manifest): readonly string[] {
  const files = [...Object.values(exports), ...Object.values(bin)]
  return files.filter((file) => file.endsWith('.ts')).map((file) => compiledFile(posix.normalize(file)))
}

/** The packages that are installed with this one, or beside it. */
export function packagesOf({ dependencies = {}, peerDependencies = {} }: Manifest): readonly string[] {
  return [...Object.keys(dependencies), ...Object.keys(peerDependencies)]
}

function compiledFile(file: string): string {
  return file.replace(/\.ts$/, '.js')
}

function mapValues<From, To>(
  members: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value)]))
}
