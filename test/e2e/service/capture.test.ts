import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { PostHog } from 'posthog-node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Event, Events } from '../../../generated/capture/types.ts'
import { createApi, startTestService, type Tenant, type TestService } from './harness.ts'

let service: TestService
let tenant: Tenant
let token: string
beforeAll(async () => {
  service = await startTestService()
  tenant = await service.makeTenant()
  token = await tokenOf(tenant)
})
afterAll(() => service.stop())

async function tokenOf({ projectId }: Tenant): Promise<string> {
  const query = service.db.selectFrom('projects').where('id', '=', projectId).select('api_token')
  return (await query.executeTakeFirstOrThrow()).api_token
}

const stranger = () => createApi(service.url)

async function capture(...batch: Events): Promise<void> {
  const answer = await stranger().post('/batch/', { api_key: token, batch })
  expect(answer).toMatchObject({ status: 200, body: { status: 1 } })
}

const eventsOf = (distinctId: string) =>
  service.db
    .selectFrom('events')
    .where('project_id', '=', tenant.projectId)
    .where('distinct_id', '=', distinctId)
    .selectAll()
    .orderBy('timestamp')
    .execute()

async function personOf(distinctId: string) {
  return await service.db
    .selectFrom('person_distinct_ids as named')
    .innerJoin('persons as person', (join) =>
      join.onRef('person.project_id', '=', 'named.project_id').onRef('person.id', '=', 'named.person_id'),
    )
    .where('named.project_id', '=', tenant.projectId)
    .where('named.distinct_id', '=', distinctId)
    .selectAll('person')
    .executeTakeFirst()
}

/** Returns a person's properties, except the one that every person has. */
async function propertiesOf(distinctId: string) {
  const { $creator_event_uuid: _, ...properties } = (await personOf(distinctId))?.properties ?? {}
  return properties
}

describe('what comes at the same time', () => {
  it('is all taken, also of senders that name the same new people', async () => {
    const prefix = randomUUID()
    const people = 1200
    const batchOf = (sender: number, round: number) =>
      Array.from({ length: 500 }, (_, index) => ({
        event: 'seen',
        distinct_id: `${prefix}-${(index * 7919 + sender * 31 + round * 577) % people}`,
        properties: { $set: { sender, round } },
      }))
    const send = async (sender: number) => {
      for (let round = 0; round < 4; round += 1) await capture(...batchOf(sender, round))
    }
    await Promise.all([0, 1, 2, 3, 4, 5].map(send))
    const { rows } = await sql<{ events: number; people: number; ids: number }>`
      select count(*)::int as events, count(distinct event.distinct_id)::int as ids, count(distinct known.person_id)::int as people
      from events as event
      join person_distinct_ids as known
        on known.project_id = event.project_id and known.distinct_id = event.distinct_id
      where event.project_id = ${tenant.projectId} and event.distinct_id like ${`${prefix}%`}`.execute(
      service.db,
    )
    expect(rows).toEqual([{ events: 6 * 4 * 500, ids: people, people }])
  })
})

describe('what comes in', () => {
  it.each(['/capture', '/e/', '/i/v0/e', '/batch'])('is taken at %s', async (path) => {
    const distinct_id = randomUUID()
    const single = {
      event: 'seen',
      distinct_id,
      properties: { page: 1 },
      timestamp: '2026-02-01T10:00:00+01:00',
    }
    const body = path === '/batch' ? { batch: [single] } : single
    const answer = await stranger().post(path, { api_key: token, ...body })
    expect(answer).toMatchObject({ status: 200, body: { status: 1 } })
    expect(await eventsOf(distinct_id)).toMatchObject([
      { event: 'seen', properties: { page: 1 }, timestamp: '2026-02-01T09:00:00Z' },
    ])
    expect((await personOf(distinct_id))?.created_at).toBe('2026-02-01T09:00:00Z')
  })

  it.each([
    ['a header', '/batch', { 'content-encoding': 'gzip' }],
    ['the query', '/e?compression=gzip-js', {}],
  ])('may be compressed, as %s says', async (_, path, headers) => {
    const distinct_id = randomUUID()
    const body = gzipSync(JSON.stringify({ api_key: token, batch: [{ event: 'seen', distinct_id }] }))
    const answer = await stranger().send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
    expect(answer.status).toBe(200)
    expect(await eventsOf(distinct_id)).toHaveLength(1)
  })

  it('is refused whole when it is too large unpacked, or no gzip', async () => {
    const send = (body: Buffer<ArrayBuffer>) =>
      stranger().send('/batch', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
        body,
      })
    expect(await send(gzipSync(Buffer.alloc(21 * 2 ** 20, 32)))).toMatchObject({
      status: 413,
      body: { code: 'request_too_large' },
    })
    expect(await send(Buffer.from('{}'))).toMatchObject({ status: 400, body: { code: 'parse_error' } })
    expect(await send(gzipSync(Buffer.alloc(2 * 2 ** 20, 32)))).toMatchObject({
      status: 413,
      body: { code: 'request_too_large', detail: expect.stringContaining('more than 100 times larger') },
    })
    const headers = { 'content-type': 'application/json', 'content-encoding': 'br' }
    const brotli = await stranger().send('/batch', { method: 'POST', headers, body: '{}' })
    expect(brotli).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
  })

  it('is refused when an event is stored in more than 1 MB, however few bytes it takes on the wire', async () => {
    const event = { event: 'seen', distinct_id: randomUUID(), properties: { numbers: ['N'] } }
    const numbers = Array.from({ length: 100_000 }, () => '1e20').join(',')
    const answer = await stranger().send('/e/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api_key: token, ...event }).replace('"N"', numbers),
    })
    expect(answer).toMatchObject({ status: 413, body: { code: 'request_too_large' } })
    expect(await eventsOf(event.distinct_id)).toEqual([])
  })

  it('is taken in batches of thousands of events as client libraries make them, compressed or not', async () => {
    const batch = Array.from({ length: 5000 }, (_, index) => ({
      event: '$pageview',
      distinct_id: `many-${index % 100}`,
      uuid: randomUUID(),
      timestamp: new Date(Date.UTC(2026, 0, 1) + index).toISOString(),
      properties: Object.fromEntries(
        Array.from({ length: 40 }, (_, place) => [
          `$property_${place}`,
          `value ${(index * 7919) % (place + 2)}`,
        ]),
      ),
    }))
    const plain = JSON.stringify({ api_key: token, batch })
    const headers = { 'content-type': 'application/json' }
    const answer = await stranger().send('/batch', { method: 'POST', headers, body: plain })
    expect(answer).toMatchObject({ status: 200 })
    const again = await stranger().send('/batch', {
      method: 'POST',
      headers: { ...headers, 'content-encoding': 'gzip' },
      body: gzipSync(plain),
    })
    expect(again).toMatchObject({ status: 200 })
    expect(await eventsOf('many-7')).toHaveLength(50)
  })

  it('is refused as a form of names without end', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = 'a&'.repeat(200_000)
    const answer = await stranger().send('/e/', { method: 'POST', headers, body })
    expect(answer).toMatchObject({ status: 413, body: { code: 'request_too_large' } })
  })

  it.each([
    ['JSON', ['content-type: application/json']],
    ['text', ['content-type: text/plain']],
    ['a form', ['content-type: application/x-www-form-urlencoded']],
    ['gzip', ['content-type: application/json', 'content-encoding: gzip']],
  ])('that breaks off as %s is the fault of nobody here', async (kind, headers) => {
    const id = `broken-off-${kind.replace(' ', '-')}`
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname)
    const head = [
      'POST /e/ HTTP/1.1',
      `host: ${hostname}`,
      `x-request-id: ${id}`,
      ...headers,
      'content-length: 99',
    ]
    await new Promise((resolve) => socket.write(`${head.join('\r\n')}\r\n\r\n{"half`, resolve))
    socket.destroy()
    const lines = () =>
      service
        .log()
        .split('\n')
        .filter((line) => line.includes(id))
    await expect.poll(lines).toHaveLength(1)
    expect(JSON.parse(lines()[0]!)).toMatchObject({ event: 'request', status: 400 })
  })

  it('is refused for its length before its events are looked at', async () => {
    const answer = await stranger().post('/batch', {
      api_key: token,
      batch: Array.from({ length: 10_001 }, () => ({})),
    })
    expect(answer).toMatchObject({ status: 400, body: { code: 'max_length', attr: 'batch' } })
  })

  it('is refused for its token before anything else of it', async () => {
    const answer = await stranger().post('/batch', { api_key: 'phc_unknown', batch: [{}] })
    expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_api_key' } })
  })

  it.each(['phc_unknown', '\0', '\ud800'])('needs the token of a project, not %j', async (api_key) => {
    const answer = await stranger().post('/e', { api_key, event: 'x', distinct_id: 'y' })
    expect(answer).toMatchObject({
      status: 401,
      body: { type: 'authentication_error', code: 'invalid_api_key' },
    })
  })

  it.each([
    ['no distinct id', { event: 'x' }, 'missing_distinct_id'],
    ['a blank distinct id', { event: 'x', distinct_id: ' ' }, 'missing_distinct_id'],
    ['a time that is none', { event: 'x', distinct_id: 'y', timestamp: 'soon' }, 'invalid_payload'],
    ['no name', { distinct_id: 'y' }, 'required'],
    ['a UUID that is none', { event: 'x', distinct_id: 'y', uuid: '1' }, 'invalid_input'],
  ])('is refused whole with %s in one event', async (_, broken, code) => {
    const distinct_id = randomUUID()
    const batch = [{ event: 'seen', distinct_id }, broken]
    const answer = await stranger().post('/batch', { api_key: token, batch })
    expect(answer).toMatchObject({ status: 400, body: { code } })
    expect(await eventsOf(distinct_id)).toEqual([])
  })

  it('is an event or a batch', async () => {
    const answer = await stranger().post('/e', { api_key: token, distinct_id: 'y' })
    expect(answer).toMatchObject({ status: 400, body: { code: 'required', attr: 'event' } })
    const tokenless = await stranger().post('/capture', { event: 'x', distinct_id: 'y' })
    expect(tokenless).toMatchObject({ status: 400, body: { code: 'required', attr: 'api_key' } })
    const batch = await stranger().post('/e', { api_key: token, batch: [{ event: 1 }] })
    expect(batch).toMatchObject({ status: 400, body: { code: 'invalid_input', attr: 'batch__0__event' } })
  })

  it('is kept once, however often it is sent', async () => {
    const distinct_id = randomUUID()
    const event = { event: 'seen', distinct_id, uuid: randomUUID(), $set: { visits: 1 } }
    await capture(event, event)
    await capture({ event: 'seen', distinct_id, $set: { visits: 2 } })
    await capture(event)
    expect(await eventsOf(distinct_id)).toHaveLength(2)
    expect(await propertiesOf(distinct_id)).toEqual({ visits: 2 })
  })

  it('keeps texts that the database cannot hold in a form that it can', async () => {
    const distinct_id = `${randomUUID()}\0`
    await capture({ event: 'a\0b', distinct_id, properties: { $set: { half: '\ud800', 'nu\0ll': 1 } } })
    const stored = distinct_id.replace('\0', '\ufffd')
    expect(await eventsOf(stored)).toMatchObject([{ event: 'a\ufffdb' }])
    expect(await propertiesOf(stored)).toEqual({ half: '\ufffd', 'nu\ufffdll': 1 })
  })

  it('cuts names and distinct ids', async () => {
    const distinct_id = 'd'.repeat(300)
    await capture({ event: 'e'.repeat(3000), distinct_id })
    expect(await eventsOf('d'.repeat(200))).toMatchObject([{ event: 'e'.repeat(200) }])
  })

  it('is nested 200 levels deep at most', async () => {
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`
    const answer = await stranger().send('/e', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"api_key":"${token}","event":"x","distinct_id":"y","properties":{"deep":${deep}}}`,
    })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  })
})

describe('properties of a person', () => {
  it('change by $set_once, $set and $unset in this order', async () => {
    const distinct_id = randomUUID()
    const event = 'seen'
    await capture(
      { event, distinct_id, properties: { $set_once: { first: 1, both: 1 }, $set: { both: 2, last: 1 } } },
      { event, distinct_id, $set_once: { first: 2, new: 1 }, $set: { last: 2, gone: 1 } },
      { event, distinct_id, properties: { $set: { last: 3 }, $unset: ['gone', 'last', 'never'] } },
    )
    expect(await propertiesOf(distinct_id)).toEqual({ first: 1, both: 2, new: 1 })
    await capture({ event, distinct_id, $unset: { first: '' } })
    expect(await propertiesOf(distinct_id)).toEqual({ both: 2, new: 1 })
  })

  it('take those among the properties before those beside them', async () => {
    const distinct_id = randomUUID()
    await capture({ event: 'seen', distinct_id, $set: { a: 1, b: 1 }, properties: { $set: { a: 2 } } })
    expect(await propertiesOf(distinct_id)).toEqual({ a: 2, b: 1 })
  })

  it('are left alone when $process_person_profile is false', async () => {
    const distinct_id = randomUUID()
    const quiet = {
      event: 'seen',
      distinct_id,
      properties: { $process_person_profile: false, $set: { a: 1 } },
    }
    await capture(quiet)
    expect(await personOf(distinct_id)).toBeUndefined()
    await capture({ event: 'seen', distinct_id }, quiet)
    expect(await propertiesOf(distinct_id)).toEqual({})
    expect(await eventsOf(distinct_id)).toHaveLength(3)
  })

  it('can have any name', async () => {
    const distinct_id = randomUUID()
    await capture({ event: 'seen', distinct_id, $set: JSON.parse('{"__proto__": {"a": 1}}') })
    expect(Object.entries(await propertiesOf(distinct_id))).toEqual([['__proto__', { a: 1 }]])
  })
})

describe('merging', () => {
  const identify = (known: string, anonymous: string, $set = {}): Event => ({
    event: '$identify',
    distinct_id: known,
    properties: { $anon_distinct_id: anonymous, $set },
  })

  async function twoPeople() {
    const [known, anonymous] = [randomUUID(), randomUUID()]
    await capture(
      {
        event: 'seen',
        distinct_id: anonymous,
        $set: { from: 'anonymous', a: 1 },
        timestamp: '2026-01-01T00:00:00Z',
      },
      { event: 'seen', distinct_id: known, $set: { from: 'known', b: 1 }, timestamp: '2026-01-02T00:00:00Z' },
    )
    return { known, anonymous }
  }

  it.each([
    ['neither', []],
    ['the known one', ['known']],
    ['the anonymous one', ['anonymous']],
  ])('makes one person of two ids of which %s has one', async (_, present) => {
    const id = randomUUID()
    await capture(
      ...present.map((name) => ({ event: 'seen', distinct_id: `${name}-${id}`, $set: { old: 1 } })),
    )
    await capture(identify(`known-${id}`, `anonymous-${id}`, { new: 1 }))
    const person = await personOf(`known-${id}`)
    expect(person).toMatchObject({ is_identified: true })
    expect((await personOf(`anonymous-${id}`))?.id).toBe(person?.id)
    expect(await propertiesOf(`known-${id}`)).toEqual(present.length > 0 ? { old: 1, new: 1 } : { new: 1 })
  })

  it('joins two persons: the known one stays, its properties win, the older time counts', async () => {
    const { known, anonymous } = await twoPeople()
    const [winner, loser] = [await personOf(known), await personOf(anonymous)]
    await capture(identify(known, anonymous))
    expect(await personOf(anonymous)).toMatchObject({
      id: winner?.id,
      uuid: winner?.uuid,
      is_identified: true,
      created_at: loser?.created_at,
    })
    expect(await propertiesOf(known)).toEqual({ from: 'known', a: 1, b: 1 })
    expect(await eventsOf(anonymous)).toHaveLength(1)
    const gone = service.db.selectFrom('persons').where('id', '=', Number(loser?.id)).selectAll()
    expect(await gone.execute()).toEqual([])
  })

  it('joins within one batch, over several steps', async () => {
    const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()]
    await capture(
      { event: 'seen', distinct_id: a, $set: { a: 1 } },
      { event: 'seen', distinct_id: b, $set: { b: 1 } },
    )
    await capture(identify(b, a), { event: '$merge_dangerously', distinct_id: c, properties: { alias: b } })
    await capture({ event: '$merge_dangerously', distinct_id: randomUUID(), properties: { alias: c } })
    const person = await personOf(a)
    expect(person?.id).toBeDefined()
    for (const id of [b, c]) expect((await personOf(id))?.id).toBe(person?.id)
    expect(await propertiesOf(c)).toEqual({ a: 1, b: 1 })
  })

  it.each(['$identify', '$create_alias'])(
    'is refused to %s when the other one is identified',
    async (event) => {
      const { known, anonymous } = await twoPeople()
      await capture(identify(anonymous, randomUUID()))
      const member = event === '$identify' ? '$anon_distinct_id' : 'alias'
      await capture({ event, distinct_id: known, properties: { [member]: anonymous, $set: { c: 1 } } })
      expect(await propertiesOf(known)).toEqual({ from: 'known', b: 1, c: 1 })
      expect(await propertiesOf(anonymous)).toEqual({ from: 'anonymous', a: 1 })
    },
  )

  it('is done all the same by $merge_dangerously', async () => {
    const { known, anonymous } = await twoPeople()
    await capture(identify(anonymous, randomUUID()))
    await capture({ event: '$merge_dangerously', distinct_id: known, properties: { alias: anonymous } })
    expect((await personOf(anonymous))?.id).toBe((await personOf(known))?.id)
  })

  it.each(['Anonymous', 'null', '"undefined"', '0', ' ', '[object Object]'])(
    'is refused for the id %s',
    async (id) => {
      const known = randomUUID()
      await capture(identify(known, id))
      expect(await personOf(id)).toBeUndefined()
      expect(await personOf(known)).toBeDefined()
    },
  )

  it('keeps persons whole when batches meet', async () => {
    const ids = Array.from({ length: 8 }, () => randomUUID())
    const shared = randomUUID()
    await Promise.all(
      ids.map((id, index) =>
        capture(
          { event: 'seen', distinct_id: shared, $set: { [`key_${index}`]: index } },
          { event: '$create_alias', distinct_id: shared, properties: { alias: id } },
        ),
      ),
    )
    const person = await personOf(shared)
    for (const id of ids) expect((await personOf(id))?.id).toBe(person?.id)
    expect(Object.keys(await propertiesOf(shared)).sort()).toEqual(ids.map((_, index) => `key_${index}`))
  })
})

describe('merging at once, in any order', () => {
  it('makes one person of what belongs together, and loses no id', async () => {
    const ids = Array.from({ length: 16 }, () => randomUUID())
    const groupOf = (index: number) => index % 4
    const pairs = ids.flatMap((id, index) =>
      ids
        .filter((other, place) => other !== id && groupOf(place) === groupOf(index))
        .map((alias) => ({ id, alias })),
    )
    await Promise.all(
      pairs.map(({ id, alias }) =>
        capture({
          event: '$merge_dangerously',
          distinct_id: id,
          properties: { alias, $set: { [alias]: 1 } },
        }),
      ),
    )
    const people = await Promise.all(ids.map(personOf))
    const groups = new Set(people.map((person) => person?.id))
    expect(groups.size).toBe(4)
    for (const [index, person] of people.entries()) {
      expect(person?.id).toBe(people[groupOf(index)]?.id)
      const { $creator_event_uuid: _, ...properties } = person!.properties
      const members = ids.filter((_, place) => groupOf(place) === groupOf(index))
      expect(Object.keys(properties).sort()).toEqual(members.sort())
    }
    const { rows } = await sql`
      select from persons where project_id = ${tenant.projectId} and not exists (
        select from person_distinct_ids as named
        where named.project_id = persons.project_id and named.person_id = persons.id)`.execute(service.db)
    expect(rows).toEqual([])
  })
})

describe('the public client for Node', () => {
  it('works unchanged', async () => {
    const [known, anonymous, alias] = [randomUUID(), randomUUID(), randomUUID()]
    const client = new PostHog(token, { host: service.url, flushAt: 100 })
    const errors: unknown[] = []
    client.on('error', (error) => errors.push(error))
    client.capture({ distinctId: anonymous, event: 'seen', properties: { page: '/' } })
    client.capture({
      distinctId: known,
      event: '$identify',
      properties: { $anon_distinct_id: anonymous, $set: { email: 'a@example.com' } },
    })
    client.identify({ distinctId: known, properties: { plan: 'paid' } })
    client.alias({ distinctId: known, alias })
    await client.shutdown()
    expect(errors).toEqual([])
    expect(await eventsOf(anonymous)).toMatchObject([
      { event: 'seen', properties: { page: '/', $lib: 'posthog-node' } },
    ])
    const person = await personOf(known)
    expect(person).toMatchObject({
      is_identified: true,
      properties: { email: 'a@example.com', plan: 'paid' },
    })
    for (const id of [anonymous, alias]) expect((await personOf(id))?.id).toBe(person?.id)
  })
})
