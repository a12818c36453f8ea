import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApi, startTestService, type TestService } from '../harness.ts'
import { startService } from '../service-process.ts'
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

  it('answers a view by what was captured', async () => {
    const tenant = await service.makeTenant()
    const project = service.db.selectFrom('projects').where('id', '=', tenant.projectId).select('api_token')
    const { api_token: api_key } = await project.executeTakeFirstOrThrow()
    const batch = ['ann', 'bob', 'ann'].map((distinct_id) => ({ event: 'seen', distinct_id }))
    expect((await createApi(service.url).post('/batch', { api_key, batch })).status).toBe(200)
    await untilArrived(service.db)
    const events = encodeURIComponent(JSON.stringify([{ id: 'seen', type: 'events' }]))
    const path = `/api/projects/${tenant.projectId}/persons/trends?events=${events}&entity_id=seen&entity_type=events&date_from=-1d`
    const answer = await tenant.owner.api.get(path)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(JSON.stringify(answer.body)).toContain('ann')
    expect(JSON.stringify(answer.body)).toContain('bob')
  })

  it('does not start without it', async () => {
    await expect(startService({ args: [], env: { DATABASE_URL: service.databaseUrl } })).rejects.toThrow(
      'CLICKHOUSE_URL is not set, and events live in ClickHouse.',
    )
  })
})
