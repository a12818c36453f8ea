import path from 'node:path'
import { expect, it } from 'vitest'
import { startProxy } from './cuttable-proxy.ts'
import { createApi } from './harness.ts'
import { makeDatabase } from './postgres.ts'
import { logLines, startService } from './service-process.ts'

it('capturing while the database is away answers 503 and logs one line that warns, without a stack', async () => {
  const database = await makeDatabase()
  const url = new URL(database.url)
  const proxy = await startProxy(path.join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432'))
  const service = await startService({
    args: [],
    env: { DATABASE_URL: `postgres://${url.username}@127.0.0.1:${proxy.port}${url.pathname}` },
  })
  try {
    await proxy.cut()
    const answer = await createApi(service.url).post('/capture', {
      api_key: 'phc_x',
      event: 'seen',
      distinct_id: 'a',
    })
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    const ours = () => logLines(service).filter(({ operation }) => operation === 'captureEvent')
    await expect.poll(ours).toHaveLength(1)
    expect(ours()).toMatchObject([
      { level: 'warn', event: 'database unavailable', error: expect.stringMatching(/^.*$/) },
    ])
  } finally {
    await proxy.mend()
    await service.end()
    await proxy.cut()
    await database.drop()
  }
})
