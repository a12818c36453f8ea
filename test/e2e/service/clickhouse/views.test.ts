import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../harness.ts'
import { startService } from '../service-process.ts'
import { startCapturing } from './capturing.ts'
import { hasClickhouse, startClickhouse, type TestClickhouse, untilArrived } from './clickhouse.ts'

describe.skipIf(!hasClickhouse)('a service whose events live in ClickHouse (needs TEST_CHDB)', () => {
  let clickhouse: TestClickhouse
  let service: TestService
  beforeAll(async () => {
    clickhouse = await startClickhouse()
    service = await startTestService(clickhouse.env)
  })
  afterAll(async () => {
    await service.stop()
    await clickhouse.stop()
  })

  it('answers a view by what was captured, and before that by nobody', async () => {
    const project = await startCapturing(service, await service.makeTenant())
    await expect.poll(project.askView).toMatchObject({ status: 200, who: [] })
    expect(await project.capture(['ann', 'bob', 'ann'])).toBe(200)
    await untilArrived(service.db)
    expect(await project.askView()).toMatchObject({ status: 200, who: ['ann', 'bob'] })
  })

  it('is busy where ClickHouse has lost what it was handed, until it is told to go on without', async () => {
    const project = await startCapturing(service, await service.makeTenant())
    expect(await project.capture(['ann'])).toBe(200)
    await untilArrived(service.db)
    await clickhouse.client.command({ query: `drop database ${clickhouse.database}` })
    expect(await project.capture(['bob'])).toBe(200)
    await expect.poll(service.log).toContain('is missing from the ClickHouse database')
    const busy = { status: 503, code: 'busy', retryAfter: '5', who: [] }
    expect(await project.askView()).toEqual(busy)
    // A process that starts does not create the tables either.
    await (
      await startService({ args: [], env: { ...clickhouse.env, DATABASE_URL: service.databaseUrl } })
    ).end()
    expect(await project.askView()).toEqual(busy)
    await sql`delete from clickhouse_tables`.execute(service.db)
    await untilArrived(service.db)
    expect(await project.askView()).toMatchObject({ status: 200, who: ['bob'] })
  })

  it('does not start without it', async () => {
    await expect(startService({ args: [], env: { DATABASE_URL: service.databaseUrl } })).rejects.toThrow(
      'CLICKHOUSE_URL is not set, but events are stored in ClickHouse or being moved there.',
    )
  })
})
