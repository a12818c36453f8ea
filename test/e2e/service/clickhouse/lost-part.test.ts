import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clickhouse, connectClickhouse } from '../../../../server/events/clickhouse/client.ts'
import { writeClickhouseRows } from '../../../../server/events/clickhouse/write.ts'
import { fixOutboxBlock, outboxBlockLines } from '../../../../server/events/outbox/blocks.ts'
import { shipperTurn } from '../../../../server/events/outbox/shipper.ts'
import { createApi, startTestService, type TestService } from '../harness.ts'
import { hasOwnClickhouse, startClickhouse, type TestClickhouse, untilArrived } from './clickhouse.ts'

/** The tables for each kind of row in a block. */
const places = [
  ['persons', 'persons'],
  ['ids', 'person_distinct_ids'],
  ['events', 'person_events'],
  ['events', 'events'],
] as const

const isOneOf = (distinctIds: readonly string[]): string =>
  `distinct_id in (${distinctIds.map((id) => `'${id.replace(/[\\']/g, '\\$&')}'`)})`

describe.skipIf(!hasOwnClickhouse)('a block that ClickHouse has noted and lost (needs TEST_CHDB)', () => {
  let clickhouse: TestClickhouse
  let own: Clickhouse
  let service: TestService
  let token: string
  beforeAll(async () => {
    clickhouse = await startClickhouse({ mayDie: true })
    const { url, database } = clickhouse
    own = connectClickhouse({ urls: [url], user: 'default', password: '', database, cluster: undefined })
    service = await startTestService(clickhouse.env)
    const { projectId } = await service.makeTenant()
    const project = service.db.selectFrom('projects').where('id', '=', projectId).select('api_token')
    token = (await project.executeTakeFirstOrThrow()).api_token
  })
  afterAll(async () => {
    await own.close()
    await service.stop()
    await clickhouse.stop()
  })

  async function capture(distinctIds: readonly string[], plan: string): Promise<void> {
    const batch = distinctIds.map((distinct_id) => ({
      event: 'seen',
      distinct_id,
      properties: { $set: { plan } },
    }))
    expect((await createApi(service.url).post('/batch', { api_key: token, batch })).status).toBe(200)
  }

  async function rows<Row>(query: string): Promise<Row[]> {
    return await (await own.query({ query, format: 'JSONEachRow' })).json<Row>()
  }

  /**
   * Runs `work` while the service sends no block. One block is pending, because ClickHouse was down and could
   * not accept it.
   */
  async function whileWaiting(work: () => Promise<void>): Promise<void> {
    await service.db.connection().execute(async (connection) => {
      await sql`select pg_advisory_lock(${shipperTurn})`.execute(connection)
      try {
        await work()
      } finally {
        await sql`select pg_advisory_unlock(${shipperTurn})`.execute(connection)
      }
    })
  }

  /** Sends the pending block, in the way that it is first sent. */
  async function sendBlock(): Promise<void> {
    const block = await fixOutboxBlock(service.db)
    if (block === undefined) throw new Error('No block is on its way.')
    for (const [kind, table] of places)
      await writeClickhouseRows(own, {
        table,
        lines: await outboxBlockLines(service.db, { block, kind }),
        token: `${block.id}-${table}`,
      })
  }

  /**
   * Leaves the last write to some tables as a kill between two of its steps would: ClickHouse adds the
   * block's name to its deduplication log, and only then gives the part a name that is looked for at startup.
   */
  async function loseLastParts(tables: readonly string[]): Promise<void> {
    const named = tables.map((table) => `'${table}'`)
    const parts = await rows<{ path: string }>(
      `select argMax(path, max_block_number) as path from system.parts
       where active and database = currentDatabase() and table in (${named}) group by table`,
    )
    expect(parts.length).toBe(tables.length)
    await clickhouse.kill()
    for (const { path } of parts) await rm(path, { recursive: true })
    await clickhouse.restart()
  }

  /** Simulates a power loss: unlike parts, the deduplication logs are not synced to disk. */
  async function forgetNames(): Promise<void> {
    const tables = await rows<{ path: string }>(
      'select arrayJoin(data_paths) as path from system.tables where database = currentDatabase()',
    )
    expect(tables.length).toBe(places.length)
    await clickhouse.kill()
    for (const { path } of tables) await rm(`${path}/deduplication_logs`, { recursive: true })
    await clickhouse.restart()
  }

  async function expectAll(distinctIds: readonly string[], plan: string): Promise<void> {
    for (const table of ['events', 'person_events'])
      expect(
        await rows(`select toUInt32(count()) as count from ${table} where ${isOneOf(distinctIds)}`),
        table,
      ).toEqual([{ count: distinctIds.length }])
    expect(
      await rows(
        `select distinct_id, texts['plan'] as plan from person_distinct_ids as ids final
         join (select * from persons final) as p on p.project_id = ids.project_id and p.id = ids.person_id
         where ${isOneOf(distinctIds)} order by distinct_id`,
      ),
    ).toEqual([...distinctIds].sort().map((distinct_id) => ({ distinct_id, plan: `s${plan}` })))
  }

  /** Has a block sent, runs `meanwhile`, which changes ClickHouse, and has the block sent again. */
  async function sendTwice(
    names: readonly string[],
    meanwhile: (ids: readonly string[]) => Promise<void>,
  ): Promise<void> {
    const ids = ["it's", 'one\\', 'two'].map((id) => `${names} ${id}`)
    await capture(['before'], 'none')
    await untilArrived(service.db)
    await clickhouse.kill()
    await capture(ids, 'paid')
    await whileWaiting(async () => {
      await clickhouse.restart()
      for (const [, table] of places)
        await own.attempt((client) => client.command({ query: `system stop merges ${table}` }))
      await sendBlock()
      await expectAll(ids, 'paid')
      await meanwhile(ids)
    })
    await untilArrived(service.db)
    await expectAll(ids, 'paid')
  }

  it.each([
    { lost: ['persons', 'person_distinct_ids', 'person_events', 'events'] },
    { lost: ['person_distinct_ids', 'events'] },
  ])('is there once when it has been sent again, after the loss of $lost', async ({ lost }) => {
    await sendTwice(lost, async (ids) => {
      await loseLastParts(lost)
      for (const table of lost.filter((name) => name !== 'persons'))
        expect(await rows(`select 1 from ${table} where ${isOneOf(ids)}`), table).toEqual([])
    })
  })

  it('is there once when it has been sent again, and ClickHouse has forgotten its name', async () => {
    await sendTwice(['nothing'], forgetNames)
  })
})
