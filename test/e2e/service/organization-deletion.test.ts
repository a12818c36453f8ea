import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApi, notFound, startTestService, type Tenant, type TestService } from './harness.ts'

/** Number of attempts for each request, because the timing of concurrent requests varies. */
const rounds = process.env['TEST_LONG'] === '1' ? 12 : 3

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

/** Requests that create or change something in an organization. */
const writes = {
  invite: ({ owner, id }: Tenant) =>
    owner.client.invites.createInvite.result({
      path: { organization_id: id },
      body: { target_email: `${randomUUID()}@example.com`, send_email: false },
    }),
  'invites in bulk': ({ owner, id }: Tenant) =>
    owner.client.invites.createInvites.result({
      path: { organization_id: id },
      body: [{ target_email: `${randomUUID()}@example.com` }],
    }),
  domain: ({ owner, id }: Tenant) =>
    owner.client.domains.createDomain.result({
      path: { organization_id: id },
      body: { domain: `${randomUUID()}.example.com` },
    }),
  'batch export': ({ owner, id }: Tenant) =>
    owner.client.batchExports.createBatchExport.result({
      path: { organization_id: id },
      body: { name: 'x', destination: { type: 'NoOp', config: {} }, interval: 'day' },
    }),
  plugin: ({ owner, id }: Tenant) =>
    owner.client.pipelineDestinations.createPipelineDestination.result({
      path: { organization_id: id },
      body: { plugin_type: 'source', name: 'x' },
    }),
}

it.each(Object.entries(writes))(
  'makes a %s that comes meanwhile unknown, and is no failure',
  async (_, write) => {
    const statuses = new Set<number>()
    for (let round = 0; round < rounds; round += 1) {
      const tenant = await service.makeTenant()
      const { members, organizations } = tenant.owner.client
      const sent = Array.from({ length: 10 }, () => write(tenant))
      const deleted = organizations.deleteOrganization({ path: { id: tenant.id } })
      const [answers] = await Promise.all([Promise.all(sent), deleted]).catch((cause) => {
        throw new Error(service.log().slice(-3000), { cause })
      })
      for (const answer of answers) {
        statuses.add(answer.status)
        const gone = ['Organization not found.', 'Project not found.'].map((detail) => notFound(detail))
        if (answer.status === 404) expect(gone).toContainEqual(answer.body)
      }
      const unknown = await members.listMembers.result({ path: { organization_id: tenant.id } })
      expect(unknown.status).toBe(404)
    }
    expect([...statuses].filter((status) => ![200, 201, 404].includes(status))).toEqual([])
  },
)

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
    await tenant.owner.client.organizations.deleteOrganization({ path: { id: tenant.id } })
    for (const { status, body } of [...(await Promise.all(sent)), await send()]) {
      if (status === 200) continue
      expect([status, body]).toEqual([
        401,
        expect.objectContaining({ code: 'invalid_api_key', attr: 'api_key' }),
      ])
    }
  }
})
