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
import { type Framework, folderOf } from './framework.ts'

const run = promisify(execFile)

/** Where services are made ready: an ignored folder, so that their dependencies are no one else's. */
const WORKSHOP = join(import.meta.dirname, '../../node_modules/.cache/frameworks')

/** Milliseconds for one step: downloads, and a compiler. Against hangs only. */
const PATIENCE = 900_000

/** Why a service cannot be run on this machine. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
}

/**
 * Copies a service to a folder of its own and installs what it needs, unless that was done with the same sources.
 * @returns the folder.
 * @throws Unavailable when a program or the network is missing.
 */
export async function prepare(framework: Framework): Promise<string> {
  const { name, needs, sources, install } = framework
  const missing = needs.filter((program) => !isThere(program))
  if (missing.length > 0)
    throw new Unavailable(`${name} needs ${missing.join(' and ')}, which this machine does not have.`)
  const folder = join(WORKSHOP, name)
  const stamp = join(folder, 'ready')
  const digest = digestOf(framework)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return folder
  rmSync(stamp, { force: true })
  mkdirSync(folder, { recursive: true })
  for (const source of sources)
    cpSync(join(folderOf(framework), source), join(folder, source), { recursive: true })
  for (const [program, ...args] of install)
    try {
      await run(program, args, { cwd: folder, timeout: PATIENCE, maxBuffer: 2 ** 26 })
    } catch (error) {
      const told = (error as { stdout?: string; stderr?: string }) ?? {}
      const text = `${told.stdout ?? ''}\n${told.stderr ?? ''}`
      if (isOffline(text)) throw new Unavailable(`${name} cannot be installed: its packages are not reached.`)
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

/** What pip, npm and Maven say when there is no network. */
function isOffline(text: string): boolean {
  return /No matching distribution found|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|Unknown host|Could not transfer artifact/i.test(
    text,
  )
}

function digestOf(framework: Framework): string {
  const hash = createHash('sha256').update(JSON.stringify(framework.install))
  const add = (path: string): void => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name))
    else hash.update(path).update(readFileSync(path))
  }
  for (const source of framework.sources) add(join(folderOf(framework), source))
  return hash.digest('hex')
}
