import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ForeignService, Unavailable } from './foreign-service.ts'

const run = promisify(execFile)

/** A folder that tools ignore, so that the services' dependencies affect nothing else. */
const CACHE = join(import.meta.dirname, '../../node_modules/.cache')

/**
 * Time limit in milliseconds for one step, such as downloads or a compiler run. It only guards against hangs.
 */
const PATIENCE = 900_000

/**
 * Copies a service to its own folder and installs its dependencies, unless this was already done with the
 * same sources.
 * @param workshop name of the folder in which similar services are prepared.
 * @returns the service's folder.
 * @throws Unavailable if a program or the network is missing.
 */
export async function prepareService(service: ForeignService, workshop: string): Promise<string> {
  const { name, needs, sources, install } = service
  const missing = needs.filter((program) => !isThere(program))
  if (missing.length > 0)
    throw new Unavailable(`${name} needs ${missing.join(' and ')}, which this machine does not have.`)
  const folder = join(CACHE, workshop, name)
  const stamp = join(folder, 'ready')
  const digest = digestOf(service)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return folder
  rmSync(stamp, { force: true })
  mkdirSync(folder, { recursive: true })
  for (const source of sources)
    cpSync(join(service.folder, source), join(folder, source), { recursive: true })
  for (const [program, ...args] of install)
    try {
      await run(program, args, { cwd: folder, timeout: PATIENCE, maxBuffer: 2 ** 26 })
    } catch (error) {
      const told = (error as { stdout?: string; stderr?: string }) ?? {}
      const text = `${told.stdout ?? ''}\n${told.stderr ?? ''}`
      if (isOffline(text))
        throw new Unavailable(`${name} cannot be installed because its packages cannot be reached.`)
      throw new Error(`"${program} ${args.join(' ')}" failed for ${name}:\n${text.slice(-4000)}`)
    }
  writeFileSync(stamp, digest)
  return folder
}

function isThere(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** True for messages that pip, npm and Maven print without a network. */
function isOffline(text: string): boolean {
  return /No matching distribution found|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|Unknown host|Could not transfer artifact/i.test(
    text,
  )
}

function digestOf(service: ForeignService): string {
  const hash = createHash('sha256').update(JSON.stringify(service.install))
  const add = (path: string): void => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name))
    else hash.update(path).update(readFileSync(path))
  }
  for (const source of service.sources) add(join(service.folder, source))
  return hash.digest('hex')
}
