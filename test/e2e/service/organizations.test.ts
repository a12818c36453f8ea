import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OrganizationView } from '../../../server/organizations/organizations.ts'
import type { Envelope } from '../../../server/values/pagination.ts'
import { denied, invalid, levelTooLow, notFound, startTestService, type TestService } from './harness.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z$/

describe('creating an organization', () => {
  it('makes the caller its owner, gives it a project, and becomes the current one', async () => {
    const { api } = await service.makePerson()
    const created = await api.post<OrganizationView>('/api/organizations/', { name: 'Acme Data' })
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Acme Data',
      slug: 'acme-data',
      created_at: expect.stringMatching(moment),
      updated_at: expect.stringMatching(moment),
      membership_level: 15,
      plugins_access_level: 9,
      teams: [expect.objectContaining({ name: 'Default project', organization: created.body.id })],
      available_product_features: [],
      is_member_join_email_enabled: true,
      metadata: '{"instance_tag":null}',
      customer_id: null,
      enforce_2fa: null,
      member_count: '1',
    })
    const current = await api.get<OrganizationView>('/api/organizations/@current')
    expect(current.body).toEqual(created.body)
  })

  it('keeps what is written, and ignores what is not writable or unknown', async () => {
    const { api } = await service.makePerson()
    const fields = { name: 'Fields', is_member_join_email_enabled: false, enforce_2fa: true }
    const ignored = { slug: 'mine', membership_level: 1, customer_id: 'x', unknown: 1 }
    const { body } = await api.post<OrganizationView>('/api/organizations', { ...fields, ...ignored })
    expect(body).toMatchObject({ ...fields, slug: 'fields', membership_level: 15, customer_id: null })
    expect(body).not.toHaveProperty('unknown')
  })

  it('gives a taken slug four letters, and cuts a long one', async () => {
    const { api } = await service.makePerson()
    const name = 'Ünïted & Söns '.repeat(4).trim()
    const first = await api.post<OrganizationView>('/api/organizations', { name })
    const second = await api.post<OrganizationView>('/api/organizations', { name })
    expect(first.body.slug).toBe('united-sons-united-sons-united-sons-united-sons')
    expect(second.body.slug).toMatch(/^united-sons-united-sons-united-sons-united-[a-z]{4}$/)
    const third = await api.post<OrganizationView>('/api/organizations', { name: '日本' })
    expect(third.body.slug).toMatch(/^organization(-[a-z]{4})?$/)
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
    const { api } = await service.makePerson()
    for (const name of ['one', 'two', 'three']) await api.post('/api/organizations', { name })
    const { body } = await api.get<Envelope<OrganizationView>>('/api/organizations')
    expect(body.results.map(({ name }) => name)).toEqual(['three', 'two', 'one'])
    expect(body).toMatchObject({ count: 3, next: null, previous: null })
  })

  it('is not found for a caller who belongs to none', async () => {
    const { api } = await service.makePerson()
    expect(await api.get('/api/organizations')).toMatchObject({
      status: 404,
      body: notFound('You need to belong to an organization.'),
    })
  })

  it('counts active members', async () => {
    const tenant = await service.makeTenant()
    const member = await service.makePerson({ organizationId: tenant.id, level: 1 })
    const count = async () => (await tenant.owner.api.get<OrganizationView>(tenant.path)).body.member_count
    expect(await count()).toBe('2')
    await service.db.updateTable('users').set({ is_active: false }).where('id', '=', member.id).execute()
    expect(await count()).toBe('1')
  })
})

describe('updating an organization', () => {
  it('changes each field alone, and never the slug', async () => {
    const { owner, path } = await service.makeTenant()
    const before = (await owner.api.get<OrganizationView>(path)).body
    const changes = [{ name: 'Renamed' }, { is_member_join_email_enabled: false }, { enforce_2fa: true }]
    let expected = before
    for (const change of changes) {
      const { status, body } = await owner.api.patch<OrganizationView>(path, change)
      expected = { ...expected, ...change, updated_at: body.updated_at }
      expect(status).toBe(200)
      expect(body).toEqual(expected)
      expect(body.updated_at > before.updated_at).toBe(true)
      expect((await owner.api.get(path)).body).toEqual(expected)
    }
    expect((await owner.api.patch<OrganizationView>(path, { enforce_2fa: null })).body.enforce_2fa).toBeNull()
  })

  it.each([
    [1, 403],
    [8, 200],
    [15, 200],
  ] as const)('as a member of level %i answers %i', async (level, status) => {
    const tenant = await service.makeTenant()
    const { api } = await service.makePerson({ organizationId: tenant.id, level })
    const answer = await api.patch(tenant.path, { name: 'Changed' })
    expect(answer.status).toBe(status)
    if (status === 403) expect(answer.body).toEqual(denied(levelTooLow))
  })
})

describe('deleting an organization', () => {
  it.each([1, 8] as const)('is refused to a member of level %i', async (level) => {
    const tenant = await service.makeTenant()
    const { api } = await service.makePerson({ organizationId: tenant.id, level })
    expect(await api.delete(tenant.path)).toMatchObject({ status: 403, body: denied(levelTooLow) })
    expect((await tenant.owner.api.get(tenant.path)).status).toBe(200)
  })

  it('removes it with all that belongs to it, and keeps its users', async () => {
    const tenant = await service.makeTenant()
    const { api } = tenant.owner
    await api.post(`${tenant.path}/domains`, { domain: 'gone.example.com' })
    const deleted = await api.delete(tenant.path)
    expect(deleted).toMatchObject({ status: 204, body: undefined })
    expect(await api.get(tenant.path)).toMatchObject({ status: 404, body: notFound() })
    expect(await api.get(`${tenant.path}/members`)).toMatchObject({
      status: 404,
      body: notFound('Organization not found.'),
    })
    expect((await api.get('/api/projects')).body).toMatchObject({ count: 0, results: [] })
    const again = await api.post('/api/organizations', { name: 'Again' })
    expect(again.status).toBe(201)
    const domain = await api.post('/api/organizations/@current/domains', { domain: 'gone.example.com' })
    expect(domain.status).toBe(201)
  })
})
