import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedOrganization } from '../../../server/commands/seed/first-start.ts'
import { connectDatabaseSource as connectDatabase } from '../../../server/database/connection.ts'
import { quiet } from '../../waiting.ts'
import { createApi, createCaller } from './harness.ts'
import { logLines, type ServiceProcess, startService } from './service-process.ts'
import { useDatabase } from './use-database.ts'

const database = useDatabase()
let service: ServiceProcess
let key: string

beforeAll(async () => {
  key = (await seedOrganization(database.connection.db, { name: 'Test', email: 'test@example.com' })).key
  service = await startService({ args: [], env: { DATABASE_URL: database.url } })
})

afterAll(async () => {
  await service.end()
})

/** Sends bytes unchanged, and returns everything that comes back until the server closes the connection. */
function sendRaw({ url }: ServiceProcess, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (data) => {
      answer += data
    })
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  })
}

describe('health', () => {
  it('is up and ready', async () => {
    const api = createApi(service.url)
    expect(await api.get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect(await api.get('/readyz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  })

  it('answers HEAD without a body, and refuses what is no reading', async () => {
    const head = await fetch(`${service.url}/healthz`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const post = await fetch(`${service.url}/healthz`, { method: 'POST' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(await post.json()).toMatchObject({ code: 'method_not_allowed' })
  })

  it('is not ready while it stops, and answers what is under way', async () => {
    const env = { DATABASE_URL: database.url, DRAIN_SECONDS: '10' }
    const stopping = await startService({ args: [], env })
    const { api, client } = createCaller(stopping.url, key)
    const ended = stopping.end()
    await expect.poll(() => api.get('/readyz')).toMatchObject({ status: 503, body: { reason: 'stopping' } })
    expect((await client.organizations.listOrganizations()).count).toBeGreaterThan(0)
    expect(await ended).toBe(0)
    await expect(api.get('/healthz')).rejects.toThrow('fetch failed')
  })
})

describe('readiness', () => {
  it('is told while all connections for requests are in use', async () => {
    const env = { DATABASE_URL: database.url, DATABASE_CONNECTIONS: '2', REQUEST_SECONDS: '600' }
    const crowded = await startService({ args: [], env })
    const blocker = await connectDatabase({ url: database.url })
    const { api, client } = createCaller(crowded.url, key)
    const names = [1, 2, 3, 4].map((number) => `Late ${number}`)
    const waiting = await blocker.db.transaction().execute(async (transaction) => {
      const [organization] = await transaction.selectFrom('organizations').selectAll().forUpdate().execute()
      const path = { id: organization!.id }
      const requests = names.map((name) => client.organizations.updateOrganization({ path, body: { name } }))
      await expect
        .poll(async () => (await (await fetch(`${crowded.url}/metrics`)).text()).split('\n'))
        .toContain('concordat_database_connections{state="busy"} 2')
      expect(await api.get('/readyz')).toMatchObject({ status: 200 })
      return requests
    })
    expect((await Promise.all(waiting)).map(({ name }) => name)).toEqual(names)
    await blocker.close()
    await crowded.end()
  })
})

describe('what a key opens', () => {
  it('is stored by nobody on the way, and taken for nothing else than it says', async () => {
    const { organizations, persons } = createCaller(service.url, key).client
    for (const { headers, status } of [
      await organizations.getOrganization.result({ path: { id: '@current' } }),
      await persons.listPersons.result({ path: { project_id: '0' } }),
    ]) {
      expect([headers.get('cache-control'), headers.get('x-content-type-options')], `${status}`).toEqual([
        'no-store',
        'nosniff',
      ])
    }
  })
})

describe('request ids and the log', () => {
  it('takes the id of the caller, and makes one for those that have none or an unsafe one', async () => {
    const ask = async (id?: string) => {
      const init = id === undefined ? {} : { headers: { 'x-request-id': id } }
      return (await fetch(`${service.url}/healthz`, init)).headers.get('x-request-id')
    }
    expect(await ask('trace-1/2:3')).toBe('trace-1/2:3')
    expect(await ask()).toMatch(/^[0-9a-f-]{36}$/)
    expect(await ask('a b"c')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await ask('x'.repeat(200))).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('holds a line for each request, and neither keys nor queries nor bodies', async () => {
    const id = randomUUID()
    const secret = randomUUID()
    const headers = {
      authorization: `Bearer ${key}`,
      'x-request-id': id,
      'content-type': 'application/json',
      cookie: `session=${secret}`,
    }
    const body = JSON.stringify({ name: secret, nested: 1 })
    await fetch(`${service.url}/api/organizations?token=${secret}`, { method: 'POST', headers, body })
    await expect
      .poll(() => logLines(service).find(({ request }) => request === id))
      .toMatchObject({
        level: 'info',
        event: 'request',
        method: 'POST',
        path: '/api/organizations',
        status: 201,
        ms: expect.any(Number),
        time: expect.stringMatching(/Z$/),
      })
    expect(service.log()).not.toContain(secret)
    expect(service.log()).not.toContain(key)
  })

  it('is as quiet as it is told to be', async () => {
    const env = { DATABASE_URL: database.url, LOG_LEVEL: 'error' }
    const silent = await startService({ args: [], env })
    await fetch(`${silent.url}/healthz`)
    await silent.end()
    expect(silent.log()).toBe('')
  })
})

describe('metrics', () => {
  it('counts requests by operation and status, in the text format', async () => {
    const { api, client } = createCaller(service.url, key)
    const read = async () => await (await fetch(`${service.url}/metrics`)).text()
    const count = (text: string) =>
      Number(
        /^concordat_requests_total\{operation="listProjects",status="200"\} (\d+)$/m.exec(text)?.[1] ?? 0,
      )
    const before = count(await read())
    await client.projects.listProjects()
    await api.get('/api/projects/')
    const after = await read()
    expect(count(after) - before).toBe(2)
    expect(after).toMatch(/^concordat_request_seconds_bucket\{le="\+Inf",operation="listProjects"\} \d+$/m)
    expect(after).toMatch(/^concordat_database_connections\{state="idle"\} \d+$/m)
    expect(after).toMatch(/^process_resident_memory_bytes \d+$/m)
    for (const line of after.trimEnd().split('\n')) {
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"\n]*",?)+\})? -?[\d.e+-]+)$/)
    }
  })

  it('has one label for all paths that are no operation', async () => {
    await fetch(`${service.url}/api/${randomUUID()}`)
    await fetch(`${service.url}/api/${randomUUID()}`)
    const text = await (await fetch(`${service.url}/metrics`)).text()
    expect(text.match(/^concordat_requests_total\{operation="none",status="404"\} \d+$/gm)).toHaveLength(1)
  })
})

describe('a public address', () => {
  it('stands in the links of lists, whatever the request says, and bodies pass', async () => {
    const env = { DATABASE_URL: database.url, PUBLIC_URL: 'https://api.example.com/' }
    const behindProxy = await startService({ args: [], env })
    const { organizations } = createCaller(behindProxy.url, key).client
    for (const name of ['One', 'Two']) await organizations.createOrganization({ body: { name } })
    const { next } = await organizations.listOrganizations({ query: { limit: 1 } })
    expect(next).toBe('https://api.example.com/api/organizations?limit=1&offset=1')
    await behindProxy.end()
  })
})

describe('limits of a request', () => {
  it('are 20 MB for a body', async () => {
    const { createOrganization } = createCaller(service.url, key).client.organizations
    const send = (bytes: number) => createOrganization.result({ body: { name: 'x'.repeat(bytes) } })
    expect(await send(20 * 2 ** 20)).toMatchObject({ status: 413, body: { code: 'request_too_large' } })
    expect(await send(19 * 2 ** 20)).toMatchObject({ status: 400, body: { code: 'max_length' } })
  })

  let hasty: ServiceProcess
  beforeAll(async () => {
    hasty = await startService({ args: [], env: { DATABASE_URL: database.url, REQUEST_SECONDS: '2' } })
  })
  afterAll(() => hasty.end())

  it('are a time for its head and body to come in', async () => {
    const head = `POST /api/organizations HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n`
    const started = Date.now()
    const answers = await Promise.all([
      sendRaw(hasty, head),
      sendRaw(hasty, `${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"na`),
    ])
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 (408|503) /)
    expect(Date.now() - started).toBeGreaterThan(1500)
  })

  it('are a time for its answer: a statement that waits too long is ended', async () => {
    const blocker = await connectDatabase({ url: database.url })
    try {
      await blocker.db.transaction().execute(async (transaction) => {
        const organizations = await transaction.selectFrom('organizations').selectAll().forUpdate().execute()
        const path = `/api/organizations/${organizations[0]?.id}`
        const answer = await createApi(hasty.url, key).patch(path, { name: 'Late' })
        expect(answer).toMatchObject({ status: 503, body: { type: 'server_error', code: 'timeout' } })
        expect(answer.headers.get('retry-after')).toBe('1')
        await quiet(500)
      })
    } finally {
      await blocker.close()
    }
    const { organizations } = createCaller(service.url, key).client
    const current = await organizations.getOrganization({ path: { id: '@current' } })
    expect(current).not.toMatchObject({ name: 'Late' })
  })
})
