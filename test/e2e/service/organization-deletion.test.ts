import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApi, notFound, startTestService, type Tenant, type TestService } from './harness.ts'

/** How often each is tried: what comes at the same moment differs. */
const rounds = process.env['TEST_LONG'] === '1' ? 12 : 3

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

/** Requests that make or change something below an organization. */
const writes: Readonly<Record<string, (tenant: Tenant) => readonly [path: string, body: unknown]>> = {
  invite: ({ path }) => [
    `${path}/invites`,
    { target_email: `${randomUUID()}@example.com`, send_email: false },
  ],
  'invites in bulk': ({ path }) => [
    `${path}/invites/bulk`,
    [{ target_email: `${randomUUID()}@example.com` }],
  ],
  domain: ({ path }) => [`${path}/domains`, { domain: `${randomUUID()}.example.com` }],
  'batch export': ({ path }) => [
    `${path}/batch_exports`,
    { name: 'x', destination: { type: 'NoOp', config: {} }, interval: 'day' },
  ],
  plugin: ({ path }) => [`${path}/pipeline_destinations`, { plugin_type: 'source', name: 'x' }],
}

it.each(Object.keys(writes))('makes a %s that comes meanwhile unknown, and is no failure', async (name) => {
  const statuses = new Set<number>()
  for (let round = 0; round < rounds; round += 1) {
    const tenant = await service.makeTenant()
    const { api } = tenant.owner
    const sent = Array.from({ length: 10 }, async () => {
      const [path, body] = writes[name]?.(tenant) ?? ['', {}]
      return await api.post(path, body)
    })
    const deleted = api.delete(tenant.path)
    for (const answer of await Promise.all(sent)) {
      statuses.add(answer.status)
      const gone = ['Organization not found.', 'Project not found.'].map((detail) => notFound(detail))
      if (answer.status === 404) expect(gone).toContainEqual(answer.body)
      if (answer.status === 500) throw new Error(service.log().slice(-3000))
    }
    expect((await deleted).status).toBe(204)
    expect((await api.get(`${tenant.path}/members`)).status).toBe(404)
  }
  expect([...statuses].filter((status) => ![200, 201, 404].includes(status))).toEqual([])
})

it('makes the token of its project unknown to events that come meanwhile', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const tenant = await service.makeTenant()
    const { api_token: api_key } = await service.db
      .selectFrom('projects')
      .where('id', '=', tenant.projectId)
      .select('api_token')
      .executeTakeFirstOrThrow()
    const send = () =>
      createApi(service.url).post('/capture', {
        api_key,
        event: 'seen',
        distinct_id: randomUUID(),
        $set: { a: 1 },
      })
    const sent = Array.from({ length: 10 }, send)
    expect((await tenant.owner.api.delete(tenant.path)).status).toBe(204)
    for (const { status, body } of [...(await Promise.all(sent)), await send()]) {
      if (status === 200) continue
      expect([status, body]).toEqual([
        401,
        expect.objectContaining({ code: 'invalid_api_key', attr: 'api_key' }),
      ])
    }
  }
})
