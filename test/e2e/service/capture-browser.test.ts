import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HANG_MS } from '../../waiting.ts'
import { startTestService, type TestService } from './harness.ts'
import { checkout } from './service-process.ts'

let service: TestService
let projectId: number
let token: string
beforeAll(async () => {
  service = await startTestService()
  projectId = (await service.makeTenant()).projectId
  const project = service.db.selectFrom('projects').select('api_token').where('id', '=', projectId)
  token = (await project.executeTakeFirstOrThrow()).api_token
})
afterAll(() => service.stop())

const eventsOf = (distinctId: string) =>
  service.db
    .selectFrom('events')
    .select(['event', 'properties', 'timestamp'])
    .where('project_id', '=', projectId)
    .where('distinct_id', '=', distinctId)
    .orderBy('timestamp')
    .execute()

/** Serves a page whose origin differs from the service's. */
async function startPage(script: string): Promise<{ readonly url: string; readonly server: Server }> {
  const library = await readFile(
    path.join(checkout, 'node_modules/posthog-js/dist/array.full.no-external.js'),
  )
  const server = createServer((request, response) => {
    const isLibrary = request.url === '/library.js'
    response.setHeader('content-type', isLibrary ? 'text/javascript' : 'text/html')
    response.end(
      isLibrary
        ? library
        : `<title>Shop</title><script src="/library.js"></script><script>${script}</script>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

/** Debian's package installs it here. */
const executablePath = '/usr/bin/chromium'

describe.skipIf(!existsSync(executablePath))(
  'the public library for browsers, in a page of another origin',
  () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await chromium.launch({
        timeout: HANG_MS,
        executablePath,
        args: ['--no-sandbox', '--disable-gpu'],
      })
    })
    afterAll(() => browser?.close())

    it.each([
      ['compressed, as text', ''],
      ['plain', 'disable_compression: true,'],
    ])('captures events and identifies a person, %s', async (_, options) => {
      const distinctId = `browser-${randomUUID()}`
      const { url, server } = await startPage(`
      posthog.init(${JSON.stringify(token)}, {
        api_host: ${JSON.stringify(service.url)}, ${options}
        advanced_disable_flags: true, autocapture: false, disable_session_recording: true, request_batching: true,
        opt_out_useragent_filter: true,
        loaded: (library) => {
          library.identify(${JSON.stringify(distinctId)}, { plan: 'pro' })
          library.capture('bought', { price: 7 })
        },
      })`)
      try {
        const page = await browser.newPage()
        page.setDefaultTimeout(HANG_MS)
        await page.goto(url)
        await expect
          .poll(async () => (await eventsOf(distinctId)).map(({ event }) => event))
          .toEqual(expect.arrayContaining(['$identify', 'bought', '$pageview']))
        await page.close()
      } finally {
        server.closeAllConnections()
        server.close()
      }
      const bought = (await eventsOf(distinctId)).find(({ event }) => event === 'bought')
      expect(bought?.properties).toMatchObject({ price: 7, $current_url: `${url}/`, $lib: 'web' })
      expect(Math.abs(Date.parse(String(bought?.timestamp)) - Date.now())).toBeLessThan(3_600_000)
      const person = await service.db
        .selectFrom('persons')
        .innerJoin('person_distinct_ids', 'person_distinct_ids.person_id', 'persons.id')
        .select(['persons.properties', 'persons.is_identified'])
        .where('person_distinct_ids.project_id', '=', projectId)
        .where('person_distinct_ids.distinct_id', '=', distinctId)
        .executeTakeFirstOrThrow()
      expect(person).toMatchObject({ properties: { plan: 'pro' }, is_identified: true })
    })
  },
)

describe('a body as browsers disguise it', () => {
  const send = (query: string, type: string, body: BodyInit) =>
    fetch(`${service.url}/e/${query}`, {
      method: 'POST',
      headers: { 'content-type': type, origin: 'https://shop.example' },
      body,
    })
  const eventOf = (distinct_id: string) => ({ event: 'seen', properties: { token, distinct_id } })
  const form = 'application/x-www-form-urlencoded'
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

  it.each<[string, (event: object) => [query: string, type: string, body: BodyInit]]>([
    ['text', (event) => ['', 'text/plain', JSON.stringify(event)]],
    ['a list', (event) => ['', 'text/plain; charset=utf-8', JSON.stringify([event])]],
    [
      'compressed text that does not say so',
      (event) => ['', 'text/plain', gzipSync(JSON.stringify([event]))],
    ],
    ['compressed text', (event) => ['?compression=gzip-js', 'text/plain', gzipSync(JSON.stringify([event]))]],
    ['a form', (event) => ['', form, new URLSearchParams({ data: JSON.stringify(event) }).toString()]],
    [
      'Base64 in a form',
      (event) => ['?compression=base64', form, `data=${encodeURIComponent(encoded(event))}`],
    ],
    ['JSON with "token"', (event) => ['', 'application/json', JSON.stringify({ token, batch: [event] })]],
  ])('is read as %s', async (_, make) => {
    const distinctId = randomUUID()
    const answer = await send(...make(eventOf(distinctId)))
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(await eventsOf(distinctId)).toHaveLength(1)
  })

  it('says how long ago an event was where it has no time', async () => {
    const distinctId = randomUUID()
    const before = Date.now() - 3_600_000
    await send('', 'text/plain', JSON.stringify([{ ...eventOf(distinctId), offset: 3_600_000 }]))
    const [event] = await eventsOf(distinctId)
    expect(Date.parse(String(event?.timestamp)) - before).toBeLessThan(60_000)
    expect(Date.parse(String(event?.timestamp)) - before).toBeGreaterThanOrEqual(0)
  })

  it('is refused in a way that pages can read', async () => {
    const refused: [string, string, BodyInit, number][] = [
      ['', 'text/plain', '[{"event":"x","properties":{"distinct_id":"y"}}]', 400],
      ['', 'text/plain', '{', 400],
      ['', form, 'x=1', 400],
      ['?compression=gzip-js', 'text/plain', 'no gzip', 400],
      ['', 'text/plain', '[{"event":"x","properties":{"distinct_id":"y","token":"phc_unknown"}}]', 401],
    ]
    for (const [query, type, body, status] of refused) {
      const answer = await send(query, type, body)
      expect([answer.status, answer.headers.get('access-control-allow-origin')], String(body)).toEqual([
        status,
        '*',
      ])
    }
  })

  it('may be announced by a preflight', async () => {
    const answer = await fetch(`${service.url}/e/`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://shop.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('content-type')
  })
})
