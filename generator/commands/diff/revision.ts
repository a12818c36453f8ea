import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { promisify } from 'node:util'
import { UsageError } from '../../errors/problem.ts'
import { isNetworkSource } from '../../load/source/file-name.ts'

const run = promisify(execFile)

/** Maximum size of a document in bytes. */
const MAX_BYTES = 256 * 1024 * 1024

/** A file in a git revision, such as "main:openapi.yaml". */
export interface Revision {
  /** Commit, branch or tag. */
  readonly name: string
  /** Path from the repository's root, separated by "/". */
  readonly path: string
}

/**
 * Parses a name such as "main:openapi.yaml"; `undefined` for an address, an existing file, or any other name.
 */
export function gitRevision(text: string): Revision | undefined {
  if (isNetworkSource(text) || existsSync(text)) return undefined
  const [, name, path] = /^([^:]+):(.+)$/.exec(text) ?? []
  return name === undefined || path === undefined || /^[A-Za-z]$/.test(name) ? undefined : { name, path }
}

/**
 * Writes a file from a revision, and the files to which it refers, into a folder.
 * @returns the file's path in the folder.
 * @throws {UsageError} if the revision, the file or git is missing.
 */
export async function checkOutRevision({ name, path }: Revision, folder: string): Promise<string> {
  const start = await topPath({ name, path })
  const wanted = [start]
  const known = new Set(wanted)
  for (const file of wanted) {
    const text = await show(`${name}:${file}`).catch((error: Error) => {
      // A broken reference is ignored here, because it is reported when the document is read.
      if (file !== start) return undefined
      throw error
    })
    if (text === undefined) continue
    const target = join(folder, file)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text)
    for (const reference of referencesOf(text)) {
      const other = posix.normalize(posix.join(posix.dirname(file), reference))
      if (other.startsWith('..') || known.has(other)) continue
      known.add(other)
      wanted.push(other)
    }
  }
  return join(folder, start)
}

/**
 * Returns the path from the repository's root. A path that begins with "./" or "../" is relative to the
 * working directory; any other path is tried from the root first.
 */
async function topPath({ name, path }: Revision): Promise<string> {
  const prefix = (await git(['rev-parse', '--show-prefix'], notInRepository(`${name}:${path}`))).trim()
  const plain = posix.normalize(path)
  const [top, here] = [plain, posix.normalize(posix.join(prefix, path))]
  const isHere = /^\.\.?\//.test(path)
  const candidates = isHere ? [here] : [top, here]
  for (const candidate of candidates)
    if (
      await git(['cat-file', '-e', `${name}:${candidate}`]).then(
        () => true,
        () => false,
      )
    )
      return candidate
  await git(['rev-parse', '--verify', '--quiet', `${name}^{commit}`]).catch(() => {
    throw new UsageError(
      `"${name}:${path}": there is no file with this name, and git has no revision "${name}". In CI, ${fetching({ name, path })}.`,
    )
  })
  throw new UsageError(`"${name}:${path}": the revision "${name}" has no file "${path}".`)
}

/** Advice for a shallow clone, in which a fetched branch or tag has no name except FETCH_HEAD. */
function fetching({ name, path }: Revision): string {
  return /[~^@]/.test(name)
    ? 'run "git fetch --unshallow" first'
    : `run "git fetch origin ${name.replace(/^origin\//, '')}", and use "FETCH_HEAD:${path}" instead`
}

async function show(object: string): Promise<string> {
  return git(['show', object])
}

function notInRepository(text: string): UsageError {
  return new UsageError(
    `"${text}" refers to a file in a git revision, but this folder is not in a git repository, and it contains no file with this name.`,
  )
}

/** @param failure error to throw instead of git's message outside a repository. */
async function git(args: readonly string[], failure?: UsageError): Promise<string> {
  try {
    const env = { ...process.env, LC_ALL: 'C' }
    return (await run('git', [...args], { maxBuffer: MAX_BYTES, encoding: 'utf8', env })).stdout
  } catch (error) {
    const { code, stderr } = error as { readonly code?: string; readonly stderr?: string }
    if (code === 'ENOENT')
      throw new UsageError(
        'Concordat needs git to read a revision, but git cannot be found. Fix: install git.',
      )
    if (failure !== undefined && /not a git repository/.test(stderr ?? '')) throw failure
    throw new UsageError(`git ${args[0]} failed: ${stderr?.trim() ?? String(error)}`)
  }
}

/** Finds the files to which a text may refer. Extra matches do no harm. */
function referencesOf(text: string): readonly string[] {
  const found = text.matchAll(/\$ref["']?\s*:\s*["']?([^"'#\s{},\]]+)/g)
  const mapped = text.matchAll(/:\s*["']?(\.{1,2}\/[^"'#\s{},\]]+)/g)
  return [...found, ...mapped].flatMap(([, name = '']) => (isNetworkSource(name) ? [] : [decoded(name)]))
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
