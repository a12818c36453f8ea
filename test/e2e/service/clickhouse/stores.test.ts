import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedOrganization } from '../../../../server/commands/seed/first-start.ts'
import {
  type Clickhouse,
  type ClickhouseSource,
  connectClickhouse,
} from '../../../../server/events/clickhouse/client.ts'
import { createClickhouseEventStore } from '../../../../server/events/clickhouse/store.ts'
import { ensureClickhouseTables } from '../../../../server/events/clickhouse/tables.ts'
import { createPostgresEventStore } from '../../../../server/events/postgres/store.ts'
import type { EventStore } from '../../../../server/events/store.ts'
import { readTimeline } from '../../../../server/persons/timeline.ts'
import { Refusal } from '../../../../server/refusals/refusal.ts'
import { anyWorld, fillProject, type World } from '../analysis/world.ts'
import { useDatabase } from '../use-database.ts'
import { anyQueries, anyValue } from './any-query.ts'
import { hasClickhouse, hasOwnClickhouse, startClickhouse, type TestClickhouse } from './clickhouse.ts'
import { copyProject, emptyTables, type Said } from './copy-project.ts'
import { loseShard, openTwoShards, twoShardsConfig } from './two-shards.ts'

/**
 * Without `unbiased`, a few runs would have only small values. A short run always uses the same seed, because
 * its worlds are too few for any seed.
 */
const assured = {
  seed: Number(process.env['CONCORDAT_SEED'] ?? 20_261_123),
  unbiased: true,
  endOnFailure: true,
}

/**
 * Worlds whose events and persons also have a property of any kind, and ids whose events refer to an earlier
 * person.
 */
const oddWorld = fc
  .tuple(
    anyWorld,
    fc.array(anyValue, { minLength: 30, maxLength: 30 }),
    fc.array(fc.constantFrom<Said[]>('known', 'nobody', 'another'), { minLength: 6, maxLength: 6 }),
  )
  .map(([world, values, says]) => {
    const odd = <One extends { readonly properties: object }>(one: One, at: number) => {
      const value = values[at % values.length]
      return at % 4 === 3 ? one : { ...one, properties: { ...one.properties, odd: value } }
    }
    return {
      says,
      world: { ...world, events: world.events.map(odd), persons: world.persons.map(odd) } as World,
    }
  })

const views = ['trends', 'stickiness', 'lifecycle', 'retention', 'funnel', 'correlation', 'path'] as const
const isLong = process.env['TEST_LONG'] === '1'

describe.skipIf(!hasClickhouse)('both stores (needs TEST_CHDB)', () => {
  compareStores({ isSpread: false, worlds: isLong ? 6 : 2, questions: isLong ? 12 : 7 })
})

describe.skipIf(!hasOwnClickhouse)('both stores, ClickHouse in two shards (needs TEST_CHDB)', () => {
  compareStores({ isSpread: true, worlds: isLong ? 4 : 2, questions: isLong ? 12 : 5 })
})

interface Comparison {
  /** True if the ClickHouse tables are those of a cluster with two shards. */
  readonly isSpread: boolean
  /** Number of worlds in which each view is compared. */
  readonly worlds: number
  /** Questions in each. */
  readonly questions: number
}

function compareStores({ isSpread, worlds, questions }: Comparison): void {
  const database = useDatabase()
  let parts: TestClickhouse
  let clickhouse: Clickhouse
  let stores: Readonly<Record<'postgres' | 'clickhouse', EventStore>>
  let projectId = 0

  beforeAll(async () => {
    parts = await startClickhouse(isSpread ? { config: twoShardsConfig } : {})
    const source = { urls: [parts.url], user: 'default', password: '', database: parts.database }
    clickhouse = isSpread ? await openTwoShards(source) : await openAlone(source)
    const { db } = database.connection
    const { project_id } = await seedOrganization(db, { name: 'Test', email: 'owner@example.com' })
    projectId = project_id
    stores = openStores()
  })
  afterAll(async () => {
    await clickhouse?.close()
    await parts?.stop()
  })

  function openStores(): typeof stores {
    const { db } = database.connection
    const fails = () => Promise.reject(new Error('Nothing is deleted here.'))
    return {
      postgres: createPostgresEventStore(db),
      // There are only a few persons here, but they are still read in two spans.
      clickhouse: createClickhouseEventStore({
        clickhouse,
        db,
        seconds: 60,
        firstSpanPersons: 1,
        delete: fails,
      }),
    }
  }

  async function fill(world: World, says: readonly Said[] = []) {
    const ids = await fillProject(database.connection.db, { projectId, world })
    const known = ['p0', 'p0-other', 'p1', 'p2', 'p3', 'nobody']
    const said = (id: string) => says[known.indexOf(id)] ?? 'known'
    await emptyTables(clickhouse)
    await copyProject({ db: database.connection.db, clickhouse }, { projectId, said })
    // Opens new stores, because knowledge of the previous world would be applied to this one, and reveal more
    // than the test should know.
    stores = openStores()
    return ids
  }

  /** Expects the same result from both stores, or the same refusal. */
  async function compare(ask: (store: EventStore) => Promise<unknown>): Promise<readonly unknown[]> {
    const [postgres, other] = await Promise.all(
      [stores.postgres, stores.clickhouse].map((store) =>
        ask(store).catch((error: unknown) => {
          if (error instanceof Refusal) return error.message
          throw error
        }),
      ),
    )
    expect(other).toEqual(postgres)
    return Array.isArray(postgres) ? postgres : []
  }

  it.each(views)('answer %s alike, person by person', async (view) => {
    let found = 0
    const queries = fc.array(anyQueries(projectId)[view] as fc.Arbitrary<never>, {
      minLength: questions,
      maxLength: questions,
    })
    await fc.assert(
      fc.asyncProperty(oddWorld, queries, async ({ world, says }, asked) => {
        await fill(world, says)
        for (const query of asked) found += (await compare((store) => store[view](query))).length > 0 ? 1 : 0
      }),
      { numRuns: worlds, ...assured },
    )
    // A query that finds nobody proves little.
    expect(found).toBeGreaterThan(Math.min(2, (worlds * questions) / 12))
  })

  it('tell the history of a person alike', async () => {
    await fc.assert(
      fc.asyncProperty(oddWorld, async ({ world, says }) => {
        const changed = {
          ...world,
          events: world.events.map((event, at) =>
            at % 3 === 0
              ? {
                  ...event,
                  properties: {
                    ...event.properties,
                    $set: { at, odd: event.properties['odd'] ?? 0 },
                    ...(at % 2 === 0 && { $process_person_profile: at % 4 === 0 }),
                  },
                }
              : event,
          ),
        }
        const [personId = 0] = await fill(changed, says)
        const range = { from: new Date(world.events[0]?.time ?? 0), to: new Date(Date.UTC(2027, 0)) }
        const crucialKeys = ['odd']
        for (const entities of [[], [{ event: 'a', properties: [] }]])
          await compare((store) => readTimeline(store, { projectId, personId, range, entities, crucialKeys }))
      }),
      { numRuns: worlds + 1, ...assured },
    )
  })

  it('export the same records, and go on after each', async () => {
    await fc.assert(
      fc.asyncProperty(oddWorld, async ({ world, says }) => {
        await fill(world, says)
        const columns = [
          'uuid',
          'team_id',
          'event',
          'distinct_id',
          'timestamp',
          'created_at',
          'properties',
          'person_id',
          'person_properties',
        ] as const
        const selection = {
          ...{ projectId, by: 'timestamp' as const, start: null, end: '2027-01-01T00:00:00Z' },
          ...{ include: [], exclude: ['c'] },
          values: [
            ...columns.map((column) => ({ column })),
            { property: 'odd' },
            { constant: 7 },
            { constant: 'x' },
          ],
        }
        const all = async (store: EventStore, after?: string) => {
          const values: unknown[] = []
          for await (const record of store.exported(selection).read(after)) values.push(record)
          return values as { position: string; values: unknown[] }[]
        }
        const [wanted, found] = [await all(stores.postgres), await all(stores.clickhouse)]
        expect(found.map(({ values }) => values)).toEqual(wanted.map(({ values }) => values))
        expect(await stores.clickhouse.exported(selection).count()).toBe(wanted.length)
        const middle = found[Math.floor(found.length / 2)]
        const rest = await all(stores.clickhouse, middle?.position)
        expect(rest).toEqual(found.slice(found.indexOf(middle!) + 1))
      }),
      { numRuns: worlds + 1, ...assured },
    )
  })

  const everything = () => ({
    ...{ projectId, search: undefined, slice: { limit: 100, offset: 0 }, isFirstTime: false },
    range: { from: new Date(0), to: new Date(Date.UTC(2030, 0)) },
    ...{ entity: { event: null, properties: [] }, breakdown: undefined },
  })
  const matching = (value: string) => {
    const condition = { type: 'event' as const, key: 'color', operator: 'regex' as const, value }
    return { ...everything(), properties: [condition] }
  }

  it.each(['a(?=b)', '(a)\\1'])('refuse %s where only one engine knows it', async (value) => {
    const answer = stores.clickhouse.trends(matching(value))
    await expect(answer).rejects.toMatchObject({ status: 400, attr: 'properties' })
  })

  it.each(['(', '\\pL+', '(?P<a>b)'])(
    'refuse %s, which is not a regular expression of PostgreSQL',
    async (value) => {
      await expect(stores.postgres.trends(matching(value))).rejects.toThrow('invalid regular expression')
      await expect(stores.clickhouse.trends(matching(value))).rejects.toThrow('invalid regular expression')
    },
  )

  it('say that they are busy while ClickHouse is away', async () => {
    const source = { urls: ['http://127.0.0.1:9'], user: 'default', password: '', database: 'nowhere' }
    const nowhere = connectClickhouse({ ...source, cluster: undefined })
    const store = createClickhouseEventStore({
      clickhouse: nowhere,
      db: database.connection.db,
      seconds: 5,
      delete: async () => {},
    })
    const answer = store.trends({ ...everything(), properties: [] })
    await expect(answer).rejects.toMatchObject({ status: 503, code: 'busy' })
    await nowhere.close()
  })

  if (!isSpread) return

  it('have rows in both shards', async () => {
    const [world] = fc.sample(anyWorld, assured)
    await fill(world as World)
    const query = 'select toUInt32(uniqExact(uuid)) as count from events group by shardNum()'
    const found = await (await clickhouse.query({ query, format: 'JSONEachRow' })).json<{ count: number }>()
    expect(found).toHaveLength(2)
    expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(world?.events.length)
  })

  it('say that they are busy while a shard is away, and never answer in part', async () => {
    await loseShard(clickhouse)
    const refused: unknown[] = []
    for (const view of views) {
      const [query] = fc.sample(anyQueries(projectId)[view] as fc.Arbitrary<never>, assured)
      const answer = stores.clickhouse[view](query as never)
      refused.push(
        await answer
          .then(() => 'answered')
          .catch((error: unknown) => (error instanceof Refusal ? error.code : error)),
      )
    }
    expect(refused).toEqual(views.map(() => 'busy'))
  })
}

async function openAlone(source: Omit<ClickhouseSource, 'cluster'>): Promise<Clickhouse> {
  const clickhouse = connectClickhouse({ ...source, cluster: undefined })
  await ensureClickhouseTables(clickhouse)
  return clickhouse
}
