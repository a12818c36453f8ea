import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectClickhouse } from '../../../../server/events/clickhouse/client.ts'
import { deleteEvents } from '../../../../server/events/clickhouse/delete-events.ts'
import { writeClickhouseRows } from '../../../../server/events/clickhouse/write.ts'
import { createApi, startTestService, type Tenant, type TestService } from '../harness.ts'
import { hasOwnClickhouse, startClickhouse, type TestClickhouse, untilArrived } from './clickhouse.ts'

describe.skipIf(!hasOwnClickhouse)('events on their way to ClickHouse (needs TEST_CHDB)', () => {
  let clickhouse: TestClickhouse
  let service: TestService
  let tenant: Tenant
  let token: string
  beforeAll(async () => {
    clickhouse = await startClickhouse({ mayDie: true })
    service = await startTestService({ ...clickhouse.env, CLICKHOUSE_OUTBOX: '1000' })
    tenant = await service.makeTenant()
    token = await tokenOf(tenant.projectId)
  })
  afterAll(async () => {
    await service.stop()
    await clickhouse.stop()
  })

  async function tokenOf(projectId: number): Promise<string> {
    const query = service.db.selectFrom('projects').where('id', '=', projectId).select('api_token')
    return (await query.executeTakeFirstOrThrow()).api_token
  }

  const rows = async <Row>(query: string, query_params: Record<string, unknown> = {}): Promise<Row[]> =>
    await (
      await clickhouse.client.query({
        query: query.replaceAll('@', `${clickhouse.database}.`),
        query_params,
        format: 'JSONEachRow',
      })
    ).json<Row>()

  async function capture(...events: object[]) {
    const batch = events.map((event) => ({ uuid: randomUUID(), event: 'seen', ...event }))
    const answer = await createApi(service.url).post('/batch', { api_key: token, batch })
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), batch }
  }

  const connect = () =>
    connectClickhouse({
      urls: [clickhouse.url],
      user: 'default',
      password: '',
      database: clickhouse.database,
      cluster: undefined,
    })

  it('stores an event exactly as PostgreSQL would have', async () => {
    const properties = {
      text: `a'"\\\n\tü`,
      number: 1.5,
      big: 1e300,
      deep: { list: [1, null] },
      none: null,
    }
    const { status, batch } = await capture({
      distinct_id: 'exact',
      timestamp: '1066-10-14T12:00:00.123Z',
      properties,
    })
    expect(status).toBe(200)
    await untilArrived(service.db)
    const [event] = await rows<Record<string, unknown>>(
      `select * except created_at, toString(timestamp) as timestamp from @events final where distinct_id = 'exact'`,
    )
    expect(event).toMatchObject({
      project_id: tenant.projectId,
      uuid: batch[0]?.uuid,
      event: 'seen',
      timestamp: String(BigInt(Date.parse('1066-10-14T12:00:00.123Z')) * 1000n),
      texts: { text: `s${properties.text}`, number: 'n1.5', deep: 'j{"list": [1, null]}', none: 'z' },
    })
    expect(JSON.parse(String(event?.['properties']))).toEqual(properties)
    const inPostgres = await service.db.selectFrom('events').selectAll().execute()
    expect(inPostgres).toEqual([])
  })

  it('knows an event again, and a block', async () => {
    const { batch } = await capture({ distinct_id: 'twice' }, { distinct_id: 'twice' })
    expect((await capture(...batch, { distinct_id: 'twice' })).status).toBe(200)
    await untilArrived(service.db)
    const count = async () =>
      await rows(`select toUInt32(count()) as count from @events where distinct_id = 'twice'`)
    expect(await count()).toEqual([{ count: 3 }])
    const own = connect()
    const lines = (await rows<object>(`select * from @events where distinct_id = 'twice'`)).map((row) =>
      JSON.stringify(row).replaceAll('twice', 'again'),
    )
    for (let time = 0; time < 3; time += 1)
      await writeClickhouseRows(own, { table: 'events', lines: lines.join('\n'), token: 'block' })
    await own.close()
    const again = await rows(`select toUInt32(count()) as count from @events where distinct_id = 'again'`)
    expect(again).toEqual([{ count: 3 }])
  })

  /** Returns the person of each event, according to ClickHouse. */
  const personsOf = async (...ids: string[]): Promise<Record<string, number>> => {
    const found = await rows<{ distinct_id: string; person_id: number }>(
      `select distinct_id, toUInt32(if(events_differ = 1 or e.person_id = 0, m.person_id, e.person_id)) as person_id
       from @events as e final
       left join (select * from @person_distinct_ids final) as m
         on m.project_id = e.project_id and m.distinct_id = e.distinct_id
       where e.distinct_id in {ids:Array(String)} order by e.distinct_id`,
      { ids },
    )
    return Object.fromEntries(found.map((row) => [row.distinct_id, row.person_id]))
  }

  const inPostgres = async (...ids: string[]): Promise<Record<string, number>> => {
    const named = service.db.selectFrom('person_distinct_ids').where('distinct_id', 'in', ids)
    const found = await named.select(['distinct_id', 'person_id']).execute()
    return Object.fromEntries(found.map((row) => [row.distinct_id, row.person_id]))
  }

  it('follows merges, splits and deletions of persons', async () => {
    await capture({ distinct_id: 'late', properties: { $process_person_profile: false } })
    await capture({ distinct_id: 'a' }, { distinct_id: 'b' }, { distinct_id: 'c' })
    await capture(
      { distinct_id: 'a', event: '$create_alias', properties: { alias: 'b' } },
      { distinct_id: 'late' },
    )
    await untilArrived(service.db)
    const merged = await inPostgres('a', 'b', 'c', 'late')
    expect(merged['a']).toBe(merged['b'])
    expect(await personsOf('a', 'b', 'c', 'late')).toEqual(merged)
    const { persons } = tenant.owner.client
    const path = { project_id: String(tenant.projectId), id: merged['a']! }
    await persons.splitPerson({ path, body: { main_distinct_id: 'a' } })
    await untilArrived(service.db)
    const split = await inPostgres('a', 'b', 'c', 'late')
    expect(split['a']).not.toBe(split['b'])
    expect(await personsOf('a', 'b', 'c', 'late')).toEqual(split)
    await persons.deletePerson({ path })
    await untilArrived(service.db)
    expect(await personsOf('a')).toEqual({ a: 0 })
    await capture({ distinct_id: 'a' })
    await untilArrived(service.db)
    expect(await personsOf('a')).toEqual(await inPostgres('a'))
    const gone = await rows(`select toUInt32(id) as id from @persons final where is_deleted = 1`)
    expect(gone).toContainEqual({ id: merged['a'] })
  })

  it('keeps a person as the last change leaves it', async () => {
    await capture({ distinct_id: 'dear', properties: { $set: { plan: 'free' } } })
    await capture({ distinct_id: 'dear', properties: { $set: { plan: 'paid' } } })
    await untilArrived(service.db)
    const { dear } = await inPostgres('dear')
    const [person] = await rows<{ texts: object }>(`select texts from @persons final where id = ${dear}`)
    expect(person?.texts).toMatchObject({ plan: 'spaid' })
  })

  it('deletes the events of some ids up to a moment, and no others', async () => {
    await capture({ distinct_id: 'gone' }, { distinct_id: "it's" }, { distinct_id: 'stays' })
    const until = await service.db
      .selectNoFrom(sql<string>`clock_timestamp()`.as('now'))
      .executeTakeFirstOrThrow()
    await capture({ distinct_id: 'gone', event: 'later' })
    const own = connect()
    const deletion = { projectId: tenant.projectId, distinctIds: ['gone', "it's"], until: until.now }
    await deleteEvents({ clickhouse: own, db: service.db }, deletion)
    await own.close()
    const left = `select distinct_id, event from @events where distinct_id in ('gone', 'it\\'s', 'stays') order by 1`
    expect(await rows(left)).toEqual([
      { distinct_id: 'gone', event: 'later' },
      { distinct_id: 'stays', event: 'seen' },
    ])
  })

  it('takes a project that is deleted out of ClickHouse', async () => {
    const other = await service.makeTenant()
    const event = { api_key: await tokenOf(other.projectId), event: 'seen', distinct_id: 'other' }
    expect((await createApi(service.url).post('/capture', event)).status).toBe(200)
    await untilArrived(service.db)
    await other.owner.client.organizations.deleteOrganization({ path: { id: other.id } })
    await untilArrived(service.db)
    for (const table of ['events', 'persons', 'person_distinct_ids'])
      expect(await rows(`select 1 from @${table} where project_id = ${other.projectId}`), table).toEqual([])
  })

  it('goes on capturing while ClickHouse is away, up to the bound, and catches up', async () => {
    await clickhouse.kill()
    const many = () => capture(...Array.from({ length: 400 }, () => ({ distinct_id: 'away' })))
    const statuses: number[] = []
    for (let time = 0; time < 3; time += 1) statuses.push((await many()).status)
    expect(statuses).toEqual([200, 200, 200])
    const api = createApi(service.url)
    await expect
      .poll(async () => (await api.get<{ events_waiting: number }>('/readyz')).body.events_waiting)
      .toBeGreaterThan(1200 - 1)
    expect(await many()).toMatchObject({ status: 503, retryAfter: '30' })
    const metrics = await (await fetch(`${service.url}/metrics`)).text()
    expect(metrics).toMatch(/^concordat_events_waiting 12\d\d$/m)
    expect(metrics).toMatch(/^concordat_events_lag_seconds [\d.]+$/m)
    await clickhouse.restart()
    await untilArrived(service.db)
    const arrived = await rows(`select toUInt32(count()) as count from @events where distinct_id = 'away'`)
    expect(arrived).toEqual([{ count: 1200 }])
    await expect.poll(async () => (await many()).status).toBe(200)
  })
})
