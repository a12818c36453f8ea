import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listActivity, readActivity, recordActivities } from '../../../server/activity/activity.ts'
import { type ActivityScope, activityScopes } from '../../../server/activity/tables.ts'
import { startTestService, type Tenant, type TestService } from './harness.ts'
import { type NameServer, startNameServer } from './name-server.ts'

let names: NameServer
let service: TestService
beforeAll(async () => {
  names = await startNameServer()
  service = await startTestService({ DNS_SERVERS: names.address })
})
afterAll(async () => {
  await service?.stop()
  await names?.stop()
})

/** Returns the entries for some scopes in an organization's log, oldest first. */
async function logOf(organizationId: string, ...scopes: ActivityScope[]) {
  const { results } = await readActivity(service.db, { organizationId, scopes, limit: 100 })
  return results.reverse()
}

async function emailOf(userId: number): Promise<string> {
  const users = service.db.selectFrom('users').select('email').where('id', '=', userId)
  return (await users.executeTakeFirstOrThrow()).email
}

const by = async (userId: number) => ({ user: { first_name: '', email: await emailOf(userId) } })

const run = async (...args: string[]) => {
  const { stdout, stderr, status } = await service.operate(...args)
  expect([status, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

describe('the log', () => {
  it('tells who changed what of an organization, from its beginning to its end', async () => {
    const { owner } = await service.makeTenant()
    const { createOrganization, updateOrganization, deleteOrganization } = owner.client.organizations
    const { id } = await createOrganization({ body: { name: 'First' } })
    const path = { id }
    await updateOrganization({ path, body: { name: 'Second', enforce_2fa: true } })
    await updateOrganization({ path, body: { name: 'Second' } })
    await updateOrganization({ path, body: {} })
    await deleteOrganization({ path })
    const who = await by(owner.id)
    const type = 'Organization'
    const common = { ...who, scope: type, item_id: id }
    expect(await logOf(id, type)).toMatchObject([
      {
        ...common,
        activity: 'created',
        detail: {
          name: 'First',
          changes: [
            { type, action: 'created', field: 'name', before: null, after: 'First' },
            { type, action: 'created', field: 'is_member_join_email_enabled', before: null, after: true },
            { type, action: 'created', field: 'enforce_2fa', before: null, after: null },
          ],
        },
      },
      {
        ...common,
        activity: 'updated',
        detail: {
          name: 'Second',
          changes: [
            { type, action: 'changed', field: 'name', before: 'First', after: 'Second' },
            { type, action: 'changed', field: 'enforce_2fa', before: null, after: true },
          ],
        },
      },
      {
        ...common,
        activity: 'deleted',
        detail: {
          name: 'Second',
          changes: [
            { type, action: 'deleted', field: 'name', before: 'Second', after: null },
            { type, action: 'deleted', field: 'is_member_join_email_enabled', before: true, after: null },
            { type, action: 'deleted', field: 'enforce_2fa', before: true, after: null },
          ],
        },
      },
    ])
  })

  it('tells who changed the level of whom, removed whom, and left', async () => {
    const { id, owner } = await service.makeTenant()
    const first = await service.makePerson({ organizationId: id, level: 1 })
    const second = await service.makePerson({ organizationId: id, level: 1 })
    const path = { organization_id: id, user__uuid: first.uuid }
    await owner.client.members.updateMember({ path, body: { level: 8 } })
    await owner.client.members.updateMember({ path, body: { level: 8 } })
    await owner.client.members.deleteMember({ path })
    await second.client.members.deleteMember({ path: { organization_id: id, user__uuid: '@me' } })
    const changed = (name: string, before: number, after: number | null) => ({
      name,
      changes: [{ field: 'level', before, after }],
    })
    const [firstName, secondName] = [await emailOf(first.id), await emailOf(second.id)]
    expect(await logOf(id, 'OrganizationMembership')).toMatchObject([
      { ...(await by(owner.id)), activity: 'updated', detail: changed(firstName, 1, 8) },
      { ...(await by(owner.id)), activity: 'deleted', detail: changed(firstName, 8, null) },
      { ...(await by(second.id)), activity: 'left', detail: changed(secondName, 1, null) },
    ])
  })

  it('tells who invited whom, who accepted, and what the operator did', async () => {
    const { id, owner } = await service.makeTenant()
    const { createInvites, deleteInvite } = owner.client.invites
    const make = async () => {
      const invite = { target_email: `${randomUUID()}@example.com`, send_email: false, level: 8 } as const
      const made = await createInvites({ path: { organization_id: id }, body: [invite] })
      expect(made).toHaveLength(1)
      return [made].flat()[0]!
    }
    const [taken, accepted] = [await make(), await make()]
    await deleteInvite({ path: { organization_id: id, id: taken.id } })
    const { user_id } = await run('accept', '--invite', accepted.id, '--email', accepted.target_email)
    const email = `${randomUUID()}@example.com`
    await run('user', '--organization', id, '--email', email)
    const host = await by(owner.id)
    const guest = { user: { first_name: '', email: await emailOf(user_id) } }
    expect(await logOf(id, 'OrganizationInvite')).toMatchObject([
      { ...host, activity: 'created', item_id: taken.id, detail: { name: taken.target_email } },
      { ...host, activity: 'created', item_id: accepted.id },
      { ...host, activity: 'deleted', item_id: taken.id, detail: { name: taken.target_email } },
      { ...guest, activity: 'accepted', item_id: accepted.id, detail: { name: accepted.target_email } },
    ])
    expect(await logOf(id, 'OrganizationMembership')).toMatchObject([
      { ...guest, activity: 'created', detail: { changes: [{ field: 'level', before: null, after: 8 }] } },
      { user: null, activity: 'created', detail: { name: email } },
    ])
  })

  it('tells what became of a domain', async () => {
    const { id, owner } = await service.makeTenant()
    const { createDomain, verifyDomain, updateDomain, deleteDomain } = owner.client.domains
    const made = await createDomain({ path: { organization_id: id }, body: { domain: 'log.example.com' } })
    const path = { organization_id: id, id: made.id }
    await verifyDomain({ path })
    names.zone.set('_posthog-challenge.log.example.com', [made.verification_challenge])
    await verifyDomain({ path })
    await updateDomain({ path, body: { jit_provisioning_enabled: true, saml_entity_id: null } })
    await updateDomain({ path, body: { domain: 'other.example.com' } })
    await deleteDomain({ path })
    const type = 'OrganizationDomain'
    const who = { ...(await by(owner.id)), scope: type, item_id: made.id }
    const time = expect.stringMatching(/^\d{4}-.*Z$/)
    expect(await logOf(id, type)).toMatchObject([
      { ...who, activity: 'created', detail: { name: 'log.example.com' } },
      {
        ...who,
        activity: 'verified',
        detail: { changes: [{ type, action: 'changed', field: 'verified_at', before: null, after: time }] },
      },
      {
        ...who,
        activity: 'updated',
        detail: { changes: [{ field: 'jit_provisioning_enabled', before: false, after: true }] },
      },
      {
        ...who,
        activity: 'updated',
        detail: {
          name: 'other.example.com',
          changes: [
            { field: 'domain', before: 'log.example.com', after: 'other.example.com' },
            { field: 'verified_at', before: time, after: null },
            { field: 'jit_provisioning_enabled', before: true, after: false },
          ],
        },
      },
      { ...who, activity: 'deleted', detail: { name: 'other.example.com' } },
    ])
  })

  it('tells of a key, and not the key', async () => {
    const { id, owner } = await service.makeTenant()
    const { key } = await run('key', '--user', owner.uuid, '--scopes', 'person:read', '--label', 'laptop')
    const entries = await logOf(id, 'PersonalAPIKey')
    expect(entries.at(-1)).toMatchObject({
      user: null,
      activity: 'created',
      detail: {
        name: 'laptop',
        changes: [
          { field: 'label', after: 'laptop' },
          { field: 'mask_value', after: `phx_...${key.slice(-4)}` },
          { field: 'scopes', after: ['person:read'] },
        ],
      },
    })
    const whole = await service.db.selectFrom('activity_log').selectAll().execute()
    expect(JSON.stringify(whole)).not.toContain(key)
  })

  it('says nothing of what was refused', async () => {
    const { id, owner } = await service.makeTenant()
    const { client } = await service.makePerson({ organizationId: id, level: 1 })
    const { organizations, domains, invites, members } = client
    const before = await logOf(id, ...activityScopes)
    const path = { organization_id: id }
    const domain = { domain: 'refused.example.com' }
    const invite = { target_email: 'a@example.com', level: 15 } as const
    for (const { status } of [
      await organizations.updateOrganization.result({ path: { id }, body: { name: 'Mine' } }),
      await organizations.deleteOrganization.result({ path: { id } }),
      await domains.createDomain.result({ path, body: domain }),
      await invites.createInvite.result({ path, body: invite }),
      await members.deleteMember.result({ path: { ...path, user__uuid: owner.uuid } }),
    ]) {
      expect(status).toBe(403)
    }
    expect(await logOf(id, ...activityScopes)).toEqual(before)
  })

  it('can be read by the operator', async () => {
    const { id, owner } = await service.makeTenant()
    await owner.client.organizations.updateOrganization({ path: { id }, body: { name: 'Renamed' } })
    const { total_count, entries } = await run('activity', '--organization', id, '--scope', 'Organization')
    expect(total_count).toBe(2)
    expect(entries[0]).toMatchObject({ activity: 'updated', detail: { name: 'Renamed' } })
  })
})

describe('a page of the log', () => {
  const total = 7
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await service.makeTenant()
    const entry = (itemId: string, projectId: number) => ({
      organizationId: tenant.id,
      projectId,
      user: tenant.owner,
      scope: 'Person' as const,
      itemId,
      activity: 'updated',
      detail: {},
    })
    const items = Array.from({ length: total }, (_, index) => entry(String(index % 2), tenant.projectId))
    await recordActivities(service.db, [...items, entry('0', tenant.projectId + 1)])
  })
  const page = (query: string, filter: { itemId?: string; limit?: number; page?: number }) =>
    listActivity(service.db, {
      request: new Request(`http://127.0.0.1/log?${query}`),
      organizationId: tenant.id,
      projectId: tenant.projectId,
      scopes: ['Person'],
      ...filter,
    })

  it('has ten entries unless asked otherwise, of one project', async () => {
    const first = await page('', {})
    expect(first).toMatchObject({ total_count: total, next: null, previous: null })
    expect(first.results).toHaveLength(total)
    expect(first.results[0]?.detail).toEqual({ name: null, changes: null })
  })

  it('names its neighbours, which together hold every entry once', async () => {
    const pages = [await page('limit=3&x=1', { limit: 3 })]
    for (const number of [2, 3])
      pages.push(await page(`limit=3&x=1&page=${number}`, { limit: 3, page: number }))
    expect(pages.map(({ next, previous }) => [next, previous])).toEqual([
      ['http://127.0.0.1/log?limit=3&x=1&page=2', null],
      ['http://127.0.0.1/log?limit=3&x=1&page=3', 'http://127.0.0.1/log?limit=3&x=1&page=1'],
      [null, 'http://127.0.0.1/log?limit=3&x=1&page=2'],
    ])
    const ids = pages.flatMap(({ results }) => results.map(({ id }) => id))
    expect(new Set(ids).size).toBe(total)
    const times = pages.flatMap(({ results }) => results.map(({ created_at }) => created_at))
    expect(times).toEqual(times.toSorted().toReversed())
  })

  it('can be about one item, or far away', async () => {
    expect((await page('', { itemId: '1' })).total_count).toBe(3)
    const far = await page('', { limit: Number.MAX_SAFE_INTEGER, page: Number.MAX_SAFE_INTEGER })
    expect(far).toMatchObject({ results: [], total_count: total, next: null })
  })

  it('does not reach the log of another organization', async () => {
    const other = await service.makeTenant()
    const { count } = await readActivity(service.db, {
      organizationId: other.id,
      projectId: tenant.projectId,
      scopes: activityScopes,
    })
    expect(count).toBe(0)
  })
})
