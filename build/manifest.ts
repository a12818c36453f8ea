import { posix } from 'node:path'

/** Members of a package.json that the build reads. */
export interface Manifest {
  readonly exports: Readonly<Record<string, string>>
  readonly imports?: Readonly<Record<string, string>>
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly [member: string]: unknown
}

/** Members that npm and people read of all packages alike: the root's package.json has them for each. */
const SHARED = ['keywords', 'homepage', 'bugs', 'repository', 'author'] as const

/**
 * Members of the root's package.json for the package of a folder.
 * @throws Error if it lacks a part. Without a repository npm refuses to publish with provenance.
 */
export function sharedMetadata(root: Readonly<Record<string, unknown>>, folder: string) {
  const missing = SHARED.filter((member) => root[member] === undefined)
  if (missing.length > 0)
    throw new Error(`The root's package.json has no ${missing.map((name) => `"${name}"`).join(', ')}.`)
  const { keywords, homepage, bugs, repository, author } = root
  const inFolder = folder === '.' ? {} : { directory: folder }
  return { keywords, homepage, bugs, repository: { ...Object(repository), ...inFolder }, author }
}

/** The code of an entry, and its types. */
export interface Entry {
  /**
   * Both for `require`, if the package is built for it. It comes first: conditions are tried in their order.
   */
  readonly require?: Entry
  readonly types: string
  readonly default: string
}

/** Members that only the repository uses; "private" keeps people from publishing its folders. */
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
 * The package.json of a published package: entries name JavaScript in place of the sources.
 * @param vendored `imports` by specifier, for those that lie in the package.
 * @param commonJs the folder of its modules for `require`, if it has some.
 */
export function publishedManifest(
  source: Manifest,
  vendored: Readonly<Record<string, string>>,
  commonJs?: string,
) {
  const { exports, imports: _, bin, ...rest } = source
  const kept = Object.entries(rest).filter(([member]) => !OF_REPOSITORY.has(member))
  return {
    ...Object.fromEntries(kept),
    ...(bin && { bin: mapValues(bin, compiledFile) }),
    exports: mapValues(exports, (file) =>
      file.endsWith('.ts')
        ? { ...(commonJs && { require: entryOf(`./${posix.join(commonJs, file)}`) }), ...entryOf(file) }
        : file,
    ),
    ...typesBeside(exports),
    ...(Object.keys(vendored).length > 0 && { imports: vendored }),
  }
}

/**
 * The types of each entry once more, for CommonJS projects whose TypeScript looks for
 * files and does not read `exports`.
 */
function typesBeside(exports: Manifest['exports']) {
  const types = Object.entries(exports)
    .filter(([, file]) => file.endsWith('.ts'))
    .map(([name, file]) => [name, declarationsOf(file)] as const)
  const root = types.find(([name]) => name === '.')?.[1]
  const below = types
    .filter(([name]) => name !== '.')
    .map(([name, file]) => [name.slice('./'.length), [file]])
  return {
    ...(root !== undefined && { types: root }),
    ...(below.length > 0 && { typesVersions: { '*': Object.fromEntries(below) } }),
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

function entryOf(file: string): Entry {
  return { types: declarationsOf(file), default: compiledFile(file) }
}

function declarationsOf(file: string): string {
  return file.replace(/\.ts$/, '.d.ts')
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
