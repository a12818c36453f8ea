import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../../server/database/schema.ts'
import { clearEvents } from '../../../../server/events/clear-events.ts'
import { connectClickhouse } from '../../../../server/events/clickhouse/client.ts'
import { openClickhouseEvents } from '../../../../server/events/clickhouse/open-events.ts'
import { keepEventsAtHome } from '../../../../server/events/home.ts'
import { openEventsAtHome } from '../../../../server/events/open-events.ts'
import { createApi, startTestService, type Tenant, type TestService } from '../harness.ts'
import { createRandom, seedOfRun } from '../random.ts'
import { runAdmin, type ServiceProcess, startService } from '../service-process.ts'
import { hasClickhouse, startClickhouse, type TestClickhouse, untilArrived } from './clickhouse.ts'
import { createSenders, type Senders } from './senders.ts'

/** Number of events stored beforehand. */
const before = 3000

/** The stored parts of an event, with times in microseconds. */
type StoredEvent = Readonly<Record<string, string | number>>

describe.skipIf(!hasClickhouse)('moving events while the service goes on (needs TEST_CHDB)', () => {
  let clickhouse: TestClickhouse
  let service: TestService
  let others: ServiceProcess[]
  let tenant: Tenant
  let token: string
  let senders: Senders
  const random = createRandom(seedOfRun)
  beforeAll(async () => {
    clickhouse = await startClickhouse()
    // Starts without ClickHouse: events live in PostgreSQL.
    service = await startTestService()
    tenant = await service.makeTenant()
    token = await tokenOf(tenant.projectId)
    senders = createSenders(token)
    for (let sent = 0; sent < before; sent += 500) await capture(token, 500, sent)
    const env = { DATABASE_URL: service.databaseUrl, DNS_SERVERS: 'none', ...clickhouse.env }
    others = await Promise.all([1, 2].map(() => startService({ args: [], env })))
  })
  afterAll(async () => {
    await Promise.all(others.map((other) => other.end()))
    await service.stop()
    await clickhouse.stop()
  })

  async function tokenOf(projectId: number): Promise<string> {
    const query = service.db.selectFrom('projects').where('id', '=', projectId).select('api_token')
    return (await query.executeTakeFirstOrThrow()).api_token
  }

  /** Captures events of persons whom nothing changes, in different months, some of them long ago. */
  async function capture(api_key: string, count: number, from: number): Promise<void> {
    const batch = Array.from({ length: count }, (_, index) => ({
      uuid: randomUUID(),
      event: 'steady',
      distinct_id: `steady-${(from + index) % 40}`,
      timestamp: new Date(Date.now() - index * 3_600_000).toISOString(),
      properties: { index, text: `ü'"\\\n\t|`, number: 1.5e300, none: null, list: [1, { a: '' }] },
    }))
    expect((await createApi(service.url).post('/batch', { api_key, batch })).status).toBe(200)
  }

  const move = (...args: string[]) =>
    runAdmin(['events', 'move', ...args, '--json'], {
      env: { DATABASE_URL: service.databaseUrl, ...clickhouse.env },
    })

  const inClickhouse = async <Row>(query: string): Promise<Row[]> =>
    await (
      await clickhouse.client.query({
        query: query.replaceAll('@', `${clickhouse.database}.`),
        format: 'JSONEachRow',
      })
    ).json<Row>()

  /** Every row, merged or not. */
  const clickhouseEvents = async () =>
    await inClickhouse<StoredEvent>(
      `select project_id, toString(uuid) as uuid, event, distinct_id, toString(timestamp) as timestamp,
        toString(created_at) as created_at, properties from @events order by toString(uuid)`,
    )

  const postgresEvents = async () => {
    const { rows } = await sql<StoredEvent>`
      select project_id, uuid, event, distinct_id, event_micros(timestamp)::text as timestamp,
        event_micros(created_at)::text as created_at, properties::text as properties
      from events order by uuid::text collate "C"`.execute(service.db)
    return rows
  }

  /** Expects ClickHouse and PostgreSQL to agree on the person of each distinct id. */
  async function expectSamePersons(): Promise<void> {
    const told = await inClickhouse<{ distinct_id: string; person_id: number }>(
      `select distinct_id, toUInt32(any(if(events_differ = 1 or e.person_id = 0, m.person_id, e.person_id))) as person_id
       from @events as e final
       left join (select * from @person_distinct_ids final) as m
         on m.project_id = e.project_id and m.distinct_id = e.distinct_id
       where project_id = ${tenant.projectId} group by distinct_id order by distinct_id`,
    )
    const { rows } = await sql<{ distinct_id: string; person_id: number }>`
      select distinct_id, person_id from person_distinct_ids where project_id = ${tenant.projectId}`.execute(
      service.db,
    )
    const known = new Map(rows.map((row) => [row.distinct_id, row.person_id]))
    expect(told.length).toBeGreaterThan(40)
    expect(told).toEqual(told.map((row) => ({ ...row, person_id: known.get(row.distinct_id) ?? 0 })))
  }

  /** Returns how many persons a view finds in each process. */
  async function viewed(): Promise<readonly number[]> {
    const entity = { entity_id: 'steady', entity_type: 'events' } as const
    const request = {
      path: { project_id: String(tenant.projectId) },
      query: { ...entity, events: [{ id: 'steady', type: entity.entity_type }], date_from: '-60d' },
    }
    const { getPersonsTrends } = tenant.owner.client.persons
    return await Promise.all(
      others.map(async ({ url }) => {
        const { results } = await getPersonsTrends(request, { baseUrl: url })
        return results[0]?.people.length ?? 0
      }),
    )
  }

  const homeOf = async (db: Kysely<Database>) =>
    await db.selectFrom('event_home').select(['home', 'progress']).executeTakeFirstOrThrow()

  /** Deletes persons and their events, as often as possible. */
  async function deletePeople(isOver: () => boolean): Promise<void> {
    for (let at = 0; !isOver(); at += 1) {
      await capture(token, 1, 0)
      const named = service.db.selectFrom('person_distinct_ids').where('distinct_id', '=', `id-${at % 50}`)
      const person = await named.select('person_id').executeTakeFirst()
      if (person !== undefined) {
        const path = { project_id: String(tenant.projectId), id: person.person_id }
        const { deletePerson } = tenant.owner.client.persons
        const { status } = await deletePerson.result({ path, query: { delete_events: true } })
        expect([204, 404]).toContain(status)
      }
      await sleep(200)
    }
  }

  /**
   * Moves the events while all of that goes on. @param compare runs once the events live in the new store,
   * while the old copies still exist.
   */
  async function moveUnderLoad(to: 'clickhouse' | 'postgres', compare: () => Promise<void>): Promise<void> {
    const gone = await service.makeTenant()
    const goneToken = await tokenOf(gone.projectId)
    await capture(goneToken, 300, 0)
    let isOver = false
    const load = [
      ...others.map(({ url }) =>
        senders.send(url, { random, isOver: () => isOver, atOnce: 1, pause: 20, merging: 0.05 }),
      ),
      deletePeople(() => isOver),
      (async () => {
        for (; !isOver; await sleep(100)) expect(await viewed()).toEqual([40, 40])
      })(),
    ]
    // A reader of the old copies, which must not be dropped while it reads.
    const reader = Promise.withResolvers<void>()
    const reading = service.db.transaction().execute(async (transaction) => {
      await keepEventsAtHome(transaction)
      await reader.promise
    })
    try {
      const moved = move(...(to === 'postgres' ? ['--back'] : []))
      await sleep(500)
      await gone.owner.client.organizations.deleteOrganization({ path: { id: gone.id } })
      const switched = async () => (await homeOf(service.db)).home === to
      while (!(await switched())) {
        const outcome = await Promise.race([moved, sleep(50)])
        if (outcome !== undefined) expect(outcome.stderr).toBe('')
      }
      await sleep(300)
      isOver = true
      await Promise.all(load)
      await untilArrived(service.db)
      await compare()
      expect((await homeOf(service.db)).progress.left).toBe(to === 'clickhouse' ? 'postgres' : 'clickhouse')
      reader.resolve()
      const outcome = await moved
      expect(outcome).toMatchObject({ status: 0, stdout: `${JSON.stringify({ home: to })}\n` })
    } finally {
      isOver = true
      reader.resolve()
      await Promise.allSettled([...load, reading])
    }
    expect((await homeOf(service.db)).progress).toEqual({})
    expect(await viewed()).toEqual([40, 40])
    expect(senders.unknown.size).toBe(0)
  }

  it('needs to know where to', async () => {
    const outcome = await runAdmin(['events', 'move'], { env: { DATABASE_URL: service.databaseUrl } })
    expect(outcome).toMatchObject({ status: 2 })
    expect(outcome.stderr).toContain('CLICKHOUSE_URL')
  })

  it('takes all to ClickHouse, and nothing twice', async () => {
    let left: readonly StoredEvent[] = []
    await moveUnderLoad('clickhouse', async () => {
      left = await postgresEvents()
      expect(left.length).toBeGreaterThan(before)
      const uuids = new Set(left.map(({ uuid }) => uuid))
      const there = await clickhouseEvents()
      expect(there.filter(({ uuid }) => uuids.has(String(uuid)))).toEqual(left)
      expect(there.length).toBe(new Set(there.map(({ uuid }) => uuid)).size)
      const seen = there.filter(({ event }) => event !== 'steady').map(({ uuid }) => String(uuid))
      senders.expectEachOnce(seen)
    })
    expect(await postgresEvents()).toEqual([])
    await expectSamePersons()
    // A repeated event is recognized.
    const again = left.find(({ event }) => event === 'seen')
    const batch = [{ uuid: again?.['uuid'], event: 'seen', distinct_id: 'again' }]
    expect((await createApi(service.url).post('/batch', { api_key: token, batch })).status).toBe(200)
    await untilArrived(service.db)
    expect(await inClickhouse(`select 1 from @events where distinct_id = 'again'`)).toEqual([])
  })

  it('deletes events that were to be deleted meanwhile', async () => {
    const source = { urls: [clickhouse.url], user: 'default', password: '', database: clickhouse.database }
    const own = connectClickhouse({ ...source, cluster: undefined })
    const orders = service.db.selectFrom('event_deletions').selectAll()
    const waiting = await orders.execute()
    expect(waiting.length).toBeGreaterThan(0)
    const openEvents = openEventsAtHome(openClickhouseEvents(own, 60))
    await clearEvents({ db: service.db, openEvents })
    expect(await orders.execute()).toEqual([])
    const until = waiting.map(({ created_at }) => created_at).toSorted()[0] ?? ''
    const ids = waiting.flatMap(({ distinct_ids }) => distinct_ids.map((id) => `'${id}'`)).join(',')
    const left = `select 1 from @events where distinct_id in (${ids}) and created_at <= ${Date.parse(until) * 1000}`
    expect(await inClickhouse(left)).toEqual([])
    await own.close()
  })

  it('takes all back, and drops what is left', async () => {
    const there = (await clickhouseEvents()).map(({ uuid }) => uuid)
    await moveUnderLoad('postgres', async () => {
      const left = await clickhouseEvents()
      const uuids = new Set(left.map(({ uuid }) => uuid))
      const here = await postgresEvents()
      expect(here.filter(({ uuid }) => uuids.has(String(uuid)))).toEqual(left)
      const stored = new Set(here.map(({ uuid }) => uuid))
      expect(there.filter((uuid) => !stored.has(uuid))).toEqual([])
    })
    expect(await clickhouseEvents()).toEqual([])
    for (const table of ['event_outbox', 'event_receipts'] as const)
      expect(await service.db.selectFrom(table).select('project_id').execute(), table).toEqual([])
  })

  it('begins with an empty ClickHouse only', async () => {
    await clickhouse.client.command({
      query: `insert into ${clickhouse.database}.person_distinct_ids values (1, 'x', 1, 0, 1)`,
    })
    const outcome = await move()
    expect(outcome).toMatchObject({ status: 1 })
    expect(outcome.stderr).toContain('The table "person_distinct_ids" in the ClickHouse database')
    await clickhouse.client.command({ query: `truncate table ${clickhouse.database}.person_distinct_ids` })
  })

  it('says where both stores differ, and is given up by the other direction', async () => {
    const here = await postgresEvents()
    const [first] = here
    // Acts as if part of the copy had been lost.
    await sql`insert into event_receipts (project_id, uuid) values (${first?.['project_id']}, ${first?.['uuid']})`.execute(
      service.db,
    )
    const outcome = await move()
    expect(outcome).toMatchObject({ status: 1 })
    expect(outcome.stderr).toMatch(
      new RegExp(
        `project ${first?.['project_id']}, events accepted in the hour \\d{4}-\\d\\d-\\d\\dT\\d\\dZ: row count \\d+ and checksum \\S+ in PostgreSQL, but row count`,
      ),
    )
    expect((await homeOf(service.db)).home).toBe('copying')
    expect(await move('--back')).toMatchObject({ status: 0 })
    expect(await homeOf(service.db)).toEqual({ home: 'postgres', progress: {} })
    expect(await postgresEvents()).toEqual(here)
    expect(await clickhouseEvents()).toEqual([])
  })
})
