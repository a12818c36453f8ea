import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { until } from '../../waiting.ts'
import { checkout } from './service-process.ts'

/** A `package.json`. */
interface PackageManifest {
  readonly name: string
  readonly version: string
  readonly description?: string
  readonly keywords?: readonly string[]
}

/** A package registry in its own process, on loopback, that queries no other registry. */
export interface PackageRegistry {
  readonly url: string
  /** Publishes a package using npm. */
  publish(manifest: PackageManifest, files: Readonly<Record<string, string>>): Promise<void>
  /** Publishes a folder that contains a package.json. */
  publishFolder(folder: string): Promise<void>
  stop(): Promise<void>
}

/** Starts Verdaccio with empty storage. */
export async function startPackageRegistry(): Promise<PackageRegistry> {
  const folder = await mkdtemp(path.join(tmpdir(), 'concordat-registry-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  await writeFile(path.join(folder, 'config.yaml'), configuration)
  const child = spawn(
    process.execPath,
    [
      path.join(checkout, 'node_modules/verdaccio/bin/verdaccio'),
      '--config',
      path.join(folder, 'config.yaml'),
      '--listen',
      `127.0.0.1:${port}`,
    ],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  await untilReady(child, url)
  let published = 0
  const credentials = path.join(folder, 'npmrc')
  await writeFile(credentials, `//127.0.0.1:${port}/:_authToken=anybody\n`)
  const cache = path.join(folder, 'cache')
  const publishFolder = async (source: string): Promise<void> => {
    const from = ['--registry', url, '--userconfig', credentials, '--cache', cache]
    // This machine cannot attest a build.
    const how = ['--access', 'public', '--tag', 'latest', '--provenance=false']
    await promisify(execFile)('npm', ['publish', ...from, ...how], { cwd: source })
  }
  return {
    url,
    publishFolder,
    async publish(manifest, files) {
      published += 1
      const source = path.join(folder, `package-${published}`)
      await mkdir(source)
      const all = { ...files, 'package.json': JSON.stringify(manifest) }
      for (const [name, content] of Object.entries(all)) {
        await mkdir(path.dirname(path.join(source, name)), { recursive: true })
        await writeFile(path.join(source, name), content)
      }
      await publishFolder(source)
    },
    async stop() {
      if (child.exitCode === null) {
        child.kill()
        await once(child, 'exit')
      }
      await rm(folder, { recursive: true })
    },
  }
}

/** Anyone is allowed to publish, and no other registry is queried. */
const configuration = `
storage: ./storage
uplinks: {}
web: { enable: false }
packages:
  '**': { access: $all, publish: $all }
log: { type: stdout, format: json, level: warn }
`

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port was found.')
  return address.port
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data))
  await until(async () => {
    const answer = await fetch(`${url}-/ping`).catch(() => undefined)
    return answer?.ok || child.exitCode !== null
  })
  if (child.exitCode !== null) throw new Error(`The package registry did not start:\n${output}`)
}
