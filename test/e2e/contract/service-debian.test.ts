import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startBalancer } from '../service/balancer.ts'
import { type DebianPostgres, startDebianPostgres, whyNoDebianPostgres } from '../service/debian-postgres.ts'
import { type TestService, useService } from '../service/harness.ts'
import { startService } from '../service/service-process.ts'
import { expectContractKept, seedsOr } from './whole-suite.ts'

const where = `on Debian's PostgreSQL${whyNoDebianPostgres === undefined ? '' : ` (${whyNoDebianPostgres})`}`

describe.skipIf(whyNoDebianPostgres !== undefined)(where, () => {
  let postgres: DebianPostgres
  beforeAll(async () => {
    // No data has to survive a crash of the machine, so commits need not wait for the disk.
    postgres = await startDebianPostgres({ fsync: 'off' })
  })
  afterAll(() => postgres?.remove())

  const start = (role: string) =>
    startService({
      args: ['--role', role],
      env: { DATABASE_URL: postgres.url, DNS_SERVERS: 'none', SECRET_KEY: 'a key for these tests' },
    })

  // Other tests run the service on its own database with another seed. Here the difference is the database
  // software underneath.
  if (process.env['TEST_LONG'] === '1')
    describe('one process', () => {
      let service: TestService
      beforeEach(async () => {
        const { url, log, end } = await start('all')
        service = await useService({
          url,
          databaseUrl: postgres.url,
          log,
          async stop() {
            expect(await end()).toBe(0)
          },
        })
      })
      afterEach(() => service.stop())

      test.each(seedsOr('third'))('keeps the contract (seed "%s")', async (seed) => {
        await expectContractKept(service, seed)
      })
    })

  describe('two processes that answer and one that does the jobs', () => {
    test.each(seedsOr('third'))('keep the contract behind one address (seed "%s")', async (seed) => {
      const processes = await Promise.all(['web', 'web', 'worker'].map(start))
      const balancer = await startBalancer(processes.slice(0, 2).map(({ url }) => url))
      const service = await useService({
        url: balancer.url,
        databaseUrl: postgres.url,
        log: () => processes.map(({ log }) => log()).join('\n'),
        async stop() {
          await balancer.close()
          for (const { end } of processes) expect(await end()).toBe(0)
        },
      })
      try {
        await expectContractKept(service, seed)
      } finally {
        await service.stop()
      }
      const [first = 0, second = 0] = balancer.shares()
      expect(Math.min(first, second)).toBeGreaterThan(1000)
    })
  })
})
