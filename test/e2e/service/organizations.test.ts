import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CreateOrganization, Organization } from '../../../generated/types.ts'
import { denied, invalid, levelTooLow, notFound, startTestService, type TestService } from './harness.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z$/

describe('creating an organization', () => {
  it('makes the caller its owner, gives it a project, and becomes the current one', async () => {
    const { api, client } = await service.makePerson()
    const { status, body: created } = await api.post<Organization>('/api/organizations/', {
      name: 'Acme Data',
    })
    expect(status).toBe(201)
    expect(created).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Acme Data',
      slug: 'acme-data',
      created_at: expect.stringMatching(moment),
      updated_at: expect.stringMatching(moment),
      membership_level: 15,
      plugins_access_level: 9,
      teams: [expect.objectContaining({ name: 'Default project', organization: created.id })],
      available_product_features: [],
      is_member_join_email_enabled: true,
      metadata: '{"instance_tag":null}',
      customer_id: null,
      enforce_2fa: null,
      member_count: '1',
    })
    expect(await client.organizations.getOrganization({ path: { id: '@current' } })).toEqual(created)
  })

  it('keeps what is written, and ignores what is not writable or unknown', async () => {
    const { api } = await service.makePerson()
    const fields = { name: 'Fields', is_member_join_email_enabled: false, enforce_2fa: true }
    const ignored = { slug: 'mine', membership_level: 1, customer_id: 'x', unknown: 1 }
    const { body } = await api.post('/api/organizations', { ...fields, ...ignored })
    expect(body).toMatchObject({ ...fields, slug: 'fields', membership_level: 15, customer_id: null })
    expect(body).not.toHaveProperty('unknown')
  })

  it('gives a taken slug four letters, and cuts a long one', async () => {
    const { client } = await service.makePerson()
    const name = 'Ünïted & Söns '.repeat(4).trim()
    const slugOf = async (body: CreateOrganization) =>
      (await client.organizations.createOrganization({ body })).slug
    expect(await slugOf({ name })).toBe('united-sons-united-sons-united-sons-united-sons')
    expect(await slugOf({ name })).toMatch(/^united-sons-united-sons-united-sons-united-[a-z]{4}$/)
    expect(await slugOf({ name: '日本' })).toMatch(/^organization(-[a-z]{4})?$/)
  })

  it.each([
    [{}, invalid('required', 'This field is required.', 'name')],
    [{ name: '' }, invalid('blank', 'This field may not be blank.', 'name')],
    [{ name: '  ' }, invalid('blank', 'This field may not be blank.', 'name')],
    [
      { name: 'n'.repeat(65) },
      invalid('max_length', 'Ensure this field has no more than 64 characters.', 'name'),
    ],
    [{ name: 1 }, invalid('invalid_input', 'Not a valid string.', 'name')],
    [{ name: 'a\0b' }, invalid('null_characters_not_allowed', 'Null characters are not allowed.', null)],
    [
      { name: 'n', is_member_join_email_enabled: 'yes' },
      invalid('invalid_input', 'Must be a valid boolean.', 'is_member_join_email_enabled'),
    ],
  ])('refuses %j', async (body, expected) => {
    const { api } = await service.makePerson()
    const answer = await api.post('/api/organizations', body)
    expect(answer).toMatchObject({ status: 400, body: expected })
    expect(await api.get('/api/organizations')).toMatchObject({ status: 404 })
  })
})

describe('the list of organizations', () => {
  it('shows those of the caller alone, newest first', async () => {
    await service.makeTenant()
    const { organizations } = (await service.makePerson()).client
    for (const name of ['one', 'two', 'three']) await organizations.createOrganization({ body: { name } })
    const list = await organizations.listOrganizations()
    expect(list.results.map(({ name }) => name)).toEqual(['three', 'two', 'one'])
    expect(list).toMatchObject({ count: 3, next: null, previous: null })
  })

  it('is not found for a caller who belongs to none', async () => {
    const { client } = await service.makePerson()
    expect(await client.organizations.listOrganizations.result()).toMatchObject({
      status: 404,
      body: notFound('You need to belong to an organization.'),
    })
  })

  it('counts active members', async () => {
    const tenant = await service.makeTenant()
    const member = await service.makePerson({ organizationId: tenant.id, level: 1 })
    const { organizations } = tenant.owner.client
    const count = async () => (await organizations.getOrganization({ path: { id: tenant.id } })).member_count
    expect(await count()).toBe('2')
    await service.db.updateTable('users').set({ is_active: false }).where('id', '=', member.id).execute()
    expect(await count()).toBe('1')
  })
})

describe('updating an organization', () => {
  it('changes each field alone, and never the slug', async () => {
    const { owner, id } = await service.makeTenant()
    const { getOrganization, updateOrganization } = owner.client.organizations
    const path = { id }
    const before = await getOrganization({ path })
    const changes = [{ name: 'Renamed' }, { is_member_join_email_enabled: false }, { enforce_2fa: true }]
    let expected = before
    for (const change of changes) {
      const changed = await updateOrganization({ path, body: change })
      expected = { ...expected, ...change, updated_at: changed.updated_at }
      expect(changed).toEqual(expected)
      expect(changed.updated_at > before.updated_at).toBe(true)
      expect(await getOrganization({ path })).toEqual(expected)
    }
    expect((await updateOrganization({ path, body: { enforce_2fa: null } })).enforce_2fa).toBeNull()
  })

  it.each([
    [1, 403],
    [8, 200],
    [15, 200],
  ] as const)('as a member of level %i answers %i', async (level, status) => {
    const tenant = await service.makeTenant()
    const { client } = await service.makePerson({ organizationId: tenant.id, level })
    const request = { path: { id: tenant.id }, body: { name: 'Changed' } }
    const answer = await client.organizations.updateOrganization.result(request)
    expect(answer.status).toBe(status)
    if (status === 403) expect(answer.body).toEqual(denied(levelTooLow))
  })
})

describe('deleting an organization', () => {
  it.each([1, 8] as const)('is refused to a member of level %i', async (level) => {
    const tenant = await service.makeTenant()
    const { client } = await service.makePerson({ organizationId: tenant.id, level })
    const path = { id: tenant.id }
    const answer = await client.organizations.deleteOrganization.result({ path })
    expect(answer).toMatchObject({ status: 403, body: denied(levelTooLow) })
    expect(await tenant.owner.client.organizations.getOrganization({ path })).toMatchObject(path)
  })

  it('removes it with all that belongs to it, and keeps its users', async () => {
    const { id, owner } = await service.makeTenant()
    const { organizations, projects, members, domains } = owner.client
    const own = { organization_id: '@current' }
    const body = { domain: 'gone.example.com' }
    await domains.createDomain({ path: { organization_id: id }, body })
    expect(await organizations.deleteOrganization.result({ path: { id } })).toMatchObject({ status: 204 })
    expect(await organizations.getOrganization.result({ path: { id } })).toMatchObject({
      status: 404,
      body: notFound(),
    })
    expect(await members.listMembers.result({ path: { organization_id: id } })).toMatchObject({
      status: 404,
      body: notFound('Organization not found.'),
    })
    expect(await projects.listProjects()).toMatchObject({ count: 0, results: [] })
    await organizations.createOrganization({ body: { name: 'Again' } })
    expect(await domains.createDomain({ path: own, body })).toMatchObject(body)
  })
})
