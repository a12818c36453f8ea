import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedOrganization } from '../../../../server/commands/seed/first-start.ts'
import { type Connection, connectDatabaseSource } from '../../../../server/database/connection.ts'
import { waitUntilReachable } from '../../../../server/database/wait-until-reachable.ts'
import { type DebianPostgres, startDebianPostgres, whyNoDebianPostgres } from '../debian-postgres.ts'
import { createRandom, seedOfRun } from '../random.ts'
import { type RunningCommand, type ServiceProcess, startAdmin, startService } from '../service-process.ts'
import { hasOwnClickhouse, startClickhouse, type TestClickhouse, untilArrived } from './clickhouse.ts'
import { createSenders, type Senders } from './senders.ts'

const rounds = 20

/** One move in this many rounds is completed. */
const wholeEvery = 4

/** Number of events stored beforehand, so that copying takes long enough to be killed. */
const before = 20_000

/** True if a move from this home goes back. */
const isThere = (home: string): boolean => home === 'clickhouse' || home === 'returning'

const isUnderWay = (home: string): boolean => home === 'copying' || home === 'returning'

const where = `CONCORDAT_SEED=${seedOfRun}`

describe.skipIf(!hasOwnClickhouse || whyNoDebianPostgres !== undefined)(
  `kills while events move (needs TEST_CHDB, and ${whyNoDebianPostgres ?? 'has PostgreSQL'})`,
  () => {
    let postgres: DebianPostgres
    let clickhouse: TestClickhouse
    let service: ServiceProcess
    let senders: Senders
    let connection: Connection
    let isOver = false
    let sending: Promise<void> = Promise.resolve()
    const random = createRandom(seedOfRun)
    const env = () => ({ DATABASE_URL: postgres.url, ...clickhouse.env })

    async function start(): Promise<void> {
      service = await startService({ args: [], env: env() })
      send()
    }

    function send(): void {
      isOver = false
      sending = senders.send(service.url, {
        random,
        isOver: () => isOver,
        atOnce: 2,
        pause: 50,
        merging: 0.05,
      })
    }

    beforeAll(async () => {
      postgres = await startDebianPostgres()
      clickhouse = await startClickhouse({ mayDie: true })
      const first = await startService({ args: [], env: { DATABASE_URL: postgres.url } })
      await first.end()
      connection = await connectDatabaseSource({ url: postgres.url })
      const { project_id } = await seedOrganization(connection.db, {
        name: 'Test',
        email: 'owner@example.com',
      })
      const query = connection.db.selectFrom('projects').where('id', '=', project_id).select('api_token')
      const { api_token: token } = await query.executeTakeFirstOrThrow()
      senders = createSenders(token)
      await sql`
        insert into events (project_id, event, distinct_id, timestamp, created_at, properties)
        select ${project_id}, 'before', 'id-' || n % 50, moment, moment, jsonb_build_object('n', n)
        from (select n, now() - n * interval '3 minutes' as moment from generate_series(1, ${before}::integer) as n) as made`.execute(
        connection.db,
      )
      await start()
    })
    afterAll(async () => {
      isOver = true
      await sending
      await service?.end()
      await connection?.close()
      await clickhouse?.stop()
      postgres?.remove()
    })

    const move = (direction: readonly string[]) =>
      startAdmin(['events', 'move', ...direction], { env: env() })

    async function homeNow(): Promise<string> {
      await waitUntilReachable(connection.db)
      return (await connection.db.selectFrom('event_home').select('home').executeTakeFirstOrThrow()).home
    }

    /** Runs a move to its end, whatever was begun before. */
    async function finish(...direction: string[]): Promise<void> {
      const outcome = await move(direction).outcome
      expect(outcome.status, `${outcome.stderr}, ${where}`).toBe(0)
    }

    async function expectEachOnce(uuids: readonly { readonly uuid: string; readonly event: string }[]) {
      const old = uuids.filter(({ event }) => event === 'before')
      expect(old.length, where).toBe(before)
      expect(new Set(old.map(({ uuid }) => uuid)).size, where).toBe(before)
      senders.expectEachOnce(uuids.filter(({ event }) => event !== 'before').map(({ uuid }) => uuid))
    }

    /**
     * Kills processes in the middle of moves. Each move is begun again, and can be killed again, or is given
     * up. Some are completed, so that events move there and back.
     */
    async function killInRounds(kill: (moving: RunningCommand) => Promise<void>): Promise<void> {
      const met: string[] = []
      for (let round = 0; round < rounds; round += 1) {
        const home = await homeNow()
        const [onward, backward] = isThere(home) ? [['--back'], []] : [[], ['--back']]
        const moving = move(isUnderWay(home) && random() < 0.2 ? backward : onward)
        let hasEnded = false
        const ended = moving.outcome.then(() => {
          hasEnded = true
        })
        while (!hasEnded && !isUnderWay(await homeNow())) await delay(20)
        await delay(random() * 2000)
        met.push(await homeNow())
        await kill(moving)
        // A process that survives the kill continues for a while, and is then killed as well.
        await Promise.race([ended, delay(random() * 3000)])
        moving.kill()
        await ended
        if (round % wholeEvery === 0) await finish(...(isThere(await homeNow()) ? ['--back'] : []))
      }
      for (const home of ['copying', 'returning'])
        expect(met.filter((one) => one === home).length, `${met}, ${where}`).toBeGreaterThan(rounds / 10)
      isOver = true
      await sending
      await finish()
      await untilArrived(connection.db)
      const query = `select toString(uuid) as uuid, event from ${clickhouse.database}.events`
      const there = await clickhouse.client.query({ query, format: 'JSONEachRow' })
      await expectEachOnce(await there.json<{ uuid: string; event: string }>())
      await finish('--back')
      await expectEachOnce(await connection.db.selectFrom('events').select(['uuid', 'event']).execute())
      send()
    }

    it(`neither loses nor doubles when who moves and the service are killed ${rounds} times`, async () => {
      await killInRounds(async (moving) => {
        moving.kill()
        await service.end('SIGKILL')
        await sending
        await start()
      })
    })

    it(`neither loses nor doubles when PostgreSQL is killed ${rounds} times`, async () => {
      await killInRounds(() => postgres.killAndStart())
    })

    it(`neither loses nor doubles when ClickHouse is killed ${rounds} times`, async () => {
      await killInRounds(async () => {
        await clickhouse.kill()
        await delay(random() * 300)
        await clickhouse.restart()
      })
    })
  },
)
