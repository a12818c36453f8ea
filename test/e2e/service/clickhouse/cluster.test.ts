import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../harness.ts'
import { type Capturing, startCapturing } from './capturing.ts'
import { untilArrived } from './clickhouse.ts'
import { hasCluster, openCluster, shards, type TestCluster } from './cluster.ts'

/**
 * Tests the whole service on two shards. Their ClickHouse is too old for the service's statements, so each
 * shard has a front that translates them (`old-dialect.ts`). These tests prove how a cluster handles blocks,
 * and how the service works with a cluster. `stores.test.ts` uses chdb to prove that the statements return
 * correct results over two shards.
 */
describe.skipIf(!hasCluster)(
  'a service whose events live in a cluster (needs TEST_CLICKHOUSE_CLUSTER)',
  () => {
    let cluster: TestCluster
    let service: TestService
    let project: Capturing
    beforeAll(async () => {
      cluster = await openCluster()
      service = await startTestService(cluster.env)
      project = await startCapturing(service, await service.makeTenant())
    })
    afterAll(async () => {
      await service?.stop()
      await cluster?.stop()
    })

    const ids = Array.from({ length: 40 }, (_, index) => `id-${index}`)

    it('finds nobody before the first event', async () => {
      await expect.poll(project.askView).toMatchObject({ status: 200, who: [] })
    })

    it('spreads events over both shards, those of an id and whom it names on one', async () => {
      expect(await project.capture([...ids, ...ids, ...ids])).toBe(200)
      await untilArrived(service.db)
      const found = await Promise.all(
        shards.map(async (shard) => ({
          all: await cluster.query(shard, 'select toUInt32(count()) as count from @events'),
          events: await idsOn(shard, 'events'),
          named: await idsOn(shard, 'person_distinct_ids'),
        })),
      )
      for (const { all, events, named } of found) {
        expect(all).toEqual([{ count: 120 }])
        expect(events.length).toBeGreaterThan(5)
        expect(named).toEqual(events)
      }
      expect(found.flatMap(({ events }) => events).sort()).toEqual([...ids].sort())
      expect(await project.askView()).toMatchObject({ status: 200, who: [...ids].sort() })
    })

    const idsOn = async (shard: 1 | 2, table: string) => {
      const query = `select distinct_id from @${table}_local group by distinct_id order by distinct_id`
      return (await cluster.query<{ distinct_id: string }>(shard, query)).map(
        ({ distinct_id }) => distinct_id,
      )
    }

    it('knows a block again that comes by the other server, because an answer was lost', async () => {
      const takenBefore = cluster.fronts.map((front) => front.taken.length)
      for (const front of cluster.fronts) front.loseNextAnswer()
      expect(await project.capture(ids)).toBe(200)
      await untilArrived(service.db)
      const taken = cluster.fronts.flatMap((front, index) => front.taken.slice(takenBefore[index]))
      // The first event table loses its responses; the second does not.
      const times = [...Map.groupBy(taken, (block) => block).values()].map(({ length }) => length)
      expect(times).toEqual([3, 1])
      expect(await cluster.storedUuids()).toHaveLength(160)
    })

    it('is busy with views while a shard is away, goes on capturing, and hands over all when it is back', async () => {
      await cluster.kill(2)
      try {
        expect(await project.capture(ids)).toBe(200)
        await expect.poll(service.log).toContain('Connection refused')
        const busy = { status: 503, code: 'busy', retryAfter: '5', who: [] }
        expect(await project.askView()).toEqual(busy)
        expect(await project.capture(ids)).toBe(200)
        expect(await project.askView()).toEqual(busy)
      } finally {
        await cluster.restart(2)
      }
      await untilArrived(service.db)
      const stored = await cluster.storedUuids()
      expect(stored).toHaveLength(240)
      expect(new Set(stored).size).toBe(240)
      expect(await project.askView()).toMatchObject({ status: 200, who: [...ids].sort() })
    })

    it('is busy where a shard has lost what it was handed, until it is told to go on without', async () => {
      await cluster.forget(2)
      expect(await project.capture(ids)).toBe(200)
      await expect.poll(service.log).toContain('is missing from the ClickHouse database')
      const busy = { status: 503, code: 'busy', retryAfter: '5', who: [] }
      expect(await project.askView()).toEqual(busy)
      expect(await idsOn(1, 'events')).not.toEqual([])
      await expect(idsOn(2, 'events')).rejects.toThrow("doesn't exist")
      await sql`delete from clickhouse_tables`.execute(service.db)
      await untilArrived(service.db)
      const fresh = await idsOn(2, 'events')
      expect(fresh.length).toBeGreaterThan(5)
      expect(await cluster.storedUuids()).toHaveLength(240 - fresh.length * 6 + ids.length)
    })
  },
)
