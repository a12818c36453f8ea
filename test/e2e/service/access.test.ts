import { afterAll, beforeAll, expect, test } from 'vitest'
import { findCaller } from '../../../server/app/callers.ts'
import { createKey } from '../../../server/keys/keys.ts'
import { personLookup } from '../../../server/persons/lists/person-view.ts'
import { type Api, createApi, startTestService, type Tenant, type TestService } from './harness.ts'
import { type ServiceProcess, startService } from './service-process.ts'

let service: TestService
let other: ServiceProcess
let tenant: Tenant

beforeAll(async () => {
  service = await startTestService()
  other = await startService({ args: [], env: { DATABASE_URL: service.databaseUrl, DNS_SERVERS: 'none' } })
  tenant = await service.makeTenant()
})
afterAll(async () => {
  await other?.end()
  await service?.stop()
})

/** Creates a member whose key works in both processes. */
async function makeMember(): Promise<{ uuid: string; id: number; apis: readonly [Api, Api] }> {
  const { id, uuid } = await service.makePerson({ organizationId: tenant.id, level: 1 })
  const key = await createKey(service.db, { userId: id, label: 'both', scopes: ['*'] })
  return { id, uuid, apis: [createApi(service.url, key), createApi(other.url, key)] }
}

const paths = () => [
  `${tenant.path}/members/`,
  `/api/projects/${tenant.projectId}/persons/`,
  '/api/organizations/@current/',
]

/** Sends concurrent requests without pause until the returned function is called. */
function askOn(apis: readonly Api[], path: string): () => Promise<void> {
  let isOver = false
  const asking = [...apis, ...apis, ...apis].map(async (api) => {
    while (!isOver) await api.get(path)
  })
  return async () => {
    isOver = true
    await Promise.all(asking)
  }
}

async function statuses(apis: readonly Api[], path: string): Promise<readonly number[]> {
  return (await Promise.all(apis.map((api) => api.get(path)))).map(({ status }) => status)
}

test('a member who is removed through one process is a stranger to all at once, also under load', async () => {
  for (const path of paths()) {
    const { uuid, apis } = await makeMember()
    expect(await statuses(apis, path)).toEqual([200, 200])
    const stop = askOn(apis, path)
    try {
      expect((await tenant.owner.api.delete(`${tenant.path}/members/${uuid}/`)).status).toBe(204)
      const refused = path.includes('@current') ? 404 : 403
      for (let round = 0; round < 5; round += 1) {
        expect(await statuses(apis, path), path).toEqual([refused, refused])
      }
    } finally {
      await stop()
    }
  }
})

test('a key that is revoked, or whose user is made inactive, opens nothing from then on, also under load', async () => {
  for (const path of paths()) {
    for (const revoke of [
      (userId: number) => service.db.deleteFrom('personal_api_keys').where('user_id', '=', userId).execute(),
      (userId: number) =>
        service.db.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute(),
    ]) {
      const { id, apis } = await makeMember()
      expect(await statuses(apis, path)).toEqual([200, 200])
      const stop = askOn(apis, path)
      try {
        await revoke(id)
        for (let round = 0; round < 5; round += 1) expect(await statuses(apis, path)).toEqual([401, 401])
      } finally {
        await stop()
      }
    }
  }
})

test('a key in use is noted once an hour', async () => {
  const { id, apis } = await makeMember()
  const read = async () =>
    await service.db
      .selectFrom('personal_api_keys')
      .where('user_id', '=', id)
      .where('label', '=', 'both')
      .select('last_used_at')
      .executeTakeFirstOrThrow()
  expect(await read()).toEqual({ last_used_at: null })
  await apis[0].get(paths()[0] ?? '')
  const first = await read()
  expect(first.last_used_at).not.toBeNull()
  await apis[1].get(paths()[1] ?? '')
  expect(await read()).toEqual(first)
})

test('what is looked up with a caller is read for those alone who may see its project', async () => {
  const { db } = service
  const { projectId, id: organizationId } = tenant
  const { id } = await db
    .insertInto('persons')
    .values({ project_id: projectId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const stranger = await service.makeTenant()
  const found = async (organization: string, level: 1 | 15) => {
    const { id: userId } = await service.makePerson({ organizationId: organization, level })
    const key = await createKey(db, { userId, label: 'along', scopes: ['*'] })
    return await findCaller(db, key, { kind: 'project', id: String(projectId) }, { lookup: personLookup, id })
  }
  const nothing = { id, row: undefined }
  expect((await found(organizationId, 1))?.along).toMatchObject({ id, row: { item_id: id } })
  expect(await found(stranger.id, 15)).toMatchObject({ tenant: 'forbidden', along: nothing })
  await db.updateTable('projects').set({ access_control: true }).where('id', '=', projectId).execute()
  try {
    expect((await found(organizationId, 15))?.along).toMatchObject({ id, row: { item_id: id } })
    expect(await found(organizationId, 1)).toMatchObject({ tenant: 'forbidden', along: nothing })
  } finally {
    await db.updateTable('projects').set({ access_control: false }).where('id', '=', projectId).execute()
  }
})
