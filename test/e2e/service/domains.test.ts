import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DomainView } from '../../../server/domains/domains.ts'
import type { Envelope } from '../../../server/values/pagination.ts'
import {
  denied,
  invalid,
  levelTooLow,
  notFound,
  startTestService,
  type Tenant,
  type TestService,
} from './harness.ts'

let service: TestService
let tenant: Tenant
beforeAll(async () => {
  service = await startTestService()
  tenant = await service.makeTenant()
})
afterAll(() => service.stop())

let made = 0

/** A domain that nobody has yet. */
async function makeDomain(fields: object = {}): Promise<{ domain: DomainView; path: string }> {
  made += 1
  const body = { domain: `domain-${made}.example.com`, ...fields }
  const created = await tenant.owner.api.post<DomainView>(`${tenant.path}/domains/`, body)
  expect(created.status).toBe(201)
  return { domain: created.body, path: `${tenant.path}/domains/${created.body.id}` }
}

/** What a successful look-up of the challenge leaves, which this service does not make. */
async function markVerified({ id }: DomainView): Promise<void> {
  await service.db
    .updateTable('domains')
    .set({ verified_at: '2026-01-31T12:00:00.5Z' })
    .where('id', '=', id)
    .execute()
}

const syntax = invalid('invalid_input', 'Please enter a valid domain or subdomain name.', 'domain')
const notVerified = (attr: string) =>
  invalid('verification_required', 'This attribute cannot be updated until the domain is verified.', attr)

describe('creating a domain', () => {
  it('answers it unverified, with a challenge, and ignores what only a verified one may have', async () => {
    const { domain, path } = await makeDomain({
      jit_provisioning_enabled: true,
      sso_enforcement: 'saml',
      is_verified: true,
      verification_challenge: 'mine',
    })
    expect(domain).toEqual({
      id: expect.any(String),
      domain: `domain-${made}.example.com`,
      is_verified: false,
      verified_at: null,
      verification_challenge: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      jit_provisioning_enabled: false,
      sso_enforcement: '',
      has_saml: false,
      saml_entity_id: null,
      saml_acs_url: null,
      saml_x509_cert: null,
    })
    expect((await tenant.owner.api.get(path)).body).toEqual(domain)
  })

  it.each([
    'Upper.example.com',
    '-a.example.com',
    'a-.example.com',
    'example',
    'example.c',
    'example.com.',
    'a..com',
    'a b.com',
    'a_b.com',
    `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.com`,
  ])('refuses the syntax of %j', async (domain) => {
    const answer = await tenant.owner.api.post(`${tenant.path}/domains`, { domain })
    expect(answer.status).toBe(400)
    expect([syntax.detail, 'Ensure this field has no more than 128 characters.']).toContain(
      (answer.body as typeof syntax).detail,
    )
    expect(answer.body).toMatchObject({ attr: 'domain' })
  })

  it.each(['example.com', 'a.b-c.d1.museum', 'x.co'])(
    'takes %j, once for an organization, and once in the whole service where it is verified',
    async (domain) => {
      const claim = ({ owner, path }: Tenant) => owner.api.post<DomainView>(`${path}/domains`, { domain })
      const taken = {
        status: 400,
        body: invalid('unique', 'domain with this domain already exists.', 'domain'),
      }
      const other = await service.makeTenant()
      const first = await claim(tenant)
      expect(first.status).toBe(201)
      expect(await claim(tenant)).toMatchObject(taken)
      expect((await claim(other)).status).toBe(201)
      await markVerified(first.body)
      expect(await claim(await service.makeTenant())).toMatchObject(taken)
    },
  )
})

describe('the list of domains', () => {
  it('is ordered by name', async () => {
    const { owner, path } = await service.makeTenant()
    for (const name of ['b', 'c-c', 'a', 'ca']) {
      await owner.api.post(`${path}/domains`, { domain: `${name}.order.com` })
    }
    const { body } = await owner.api.get<Envelope<DomainView>>(`${path}/domains`)
    const names = body.results.map(({ domain }) => domain)
    expect(names).toEqual(['a.order.com', 'b.order.com', 'c-c.order.com', 'ca.order.com'])
  })
})

describe('updating a domain', () => {
  it('has SAML when all three of its members are set', async () => {
    const { path } = await makeDomain()
    const { api } = tenant.owner
    const changes = { saml_entity_id: 'id', saml_acs_url: 'https://idp.example.com', saml_x509_cert: 'MII' }
    for (const [name, value] of Object.entries(changes)) {
      const { status, body } = await api.patch<DomainView>(path, { [name]: value })
      expect(status).toBe(200)
      expect(body).toMatchObject({ [name]: value, has_saml: name === 'saml_x509_cert' })
    }
    expect((await api.patch<DomainView>(path, { saml_entity_id: '' })).body.has_saml).toBe(false)
    expect((await api.patch<DomainView>(path, { saml_acs_url: null })).body).toMatchObject({
      saml_acs_url: null,
    })
    expect(await api.patch(path, { saml_acs_url: 'x'.repeat(513) })).toMatchObject({
      status: 400,
      body: { code: 'max_length', attr: 'saml_acs_url' },
    })
  })

  it('needs a verification for provisioning and enforcement', async () => {
    const { domain, path } = await makeDomain()
    const { api } = tenant.owner
    for (const change of [{ jit_provisioning_enabled: true }, { sso_enforcement: 'saml' }]) {
      const [name = ''] = Object.keys(change)
      expect(await api.patch(path, change)).toMatchObject({ status: 400, body: notVerified(name) })
    }
    await markVerified(domain)
    const change = { jit_provisioning_enabled: true, sso_enforcement: 'google-oauth2' }
    expect(await api.patch(path, change)).toMatchObject({ status: 200, body: change })
    expect((await api.get<DomainView>(path)).body).toMatchObject({
      ...change,
      is_verified: true,
      verified_at: '2026-01-31T12:00:00.500000Z',
    })
  })

  it('takes the verification from a domain that gets another name', async () => {
    const { domain, path } = await makeDomain()
    await markVerified(domain)
    const { api } = tenant.owner
    await api.patch(path, { jit_provisioning_enabled: true, sso_enforcement: 'saml' })
    const kept = await api.patch<DomainView>(path, { domain: domain.domain })
    expect(kept.body).toMatchObject({ is_verified: true, jit_provisioning_enabled: true })
    const renamed = await api.patch<DomainView>(path, { domain: `new-${domain.domain}` })
    expect(renamed.body).toMatchObject({
      domain: `new-${domain.domain}`,
      is_verified: false,
      verified_at: null,
      jit_provisioning_enabled: false,
      sso_enforcement: '',
    })
  })

  it('to a name that another one has is refused', async () => {
    const [one, two] = [await makeDomain(), await makeDomain()]
    await markVerified(two.domain)
    expect(await tenant.owner.api.patch(one.path, { domain: two.domain.domain })).toMatchObject({
      status: 400,
      body: { code: 'unique', attr: 'domain' },
    })
  })
})

describe('verifying a domain', () => {
  it('leaves it unverified while no record holds the challenge', async () => {
    const { domain, path } = await makeDomain()
    const answer = await tenant.owner.api.post(`${path}/verify/`, { domain: 'ignored.example.com' })
    expect(answer).toMatchObject({ status: 200, body: domain })
  })

  it('a second time is refused', async () => {
    const { domain, path } = await makeDomain()
    await markVerified(domain)
    expect(await tenant.owner.api.post(`${path}/verify`)).toMatchObject({
      status: 400,
      body: invalid('already_verified', 'This domain has already been verified.', null),
    })
  })
})

describe('access to domains', () => {
  it('is for reading alone below level 8', async () => {
    const { domain, path } = await makeDomain()
    const { api } = await service.makePerson({ organizationId: tenant.id, level: 1 })
    expect((await api.get(path)).status).toBe(200)
    expect((await api.get(`${tenant.path}/domains`)).status).toBe(200)
    for (const refused of [
      await api.post(`${tenant.path}/domains`, { domain: 'refused.example.com' }),
      await api.patch(path, { saml_entity_id: 'x' }),
      await api.delete(path),
      await api.post(`${path}/verify`),
    ]) {
      expect(refused).toMatchObject({ status: 403, body: denied(levelTooLow) })
    }
    expect((await tenant.owner.api.get(path)).body).toEqual(domain)
  })

  it('is whole for an administrator, and a deleted one is gone', async () => {
    const { path } = await makeDomain()
    const { api } = await service.makePerson({ organizationId: tenant.id, level: 8 })
    expect((await api.patch(path, { saml_entity_id: 'x' })).status).toBe(200)
    expect((await api.delete(path)).status).toBe(204)
    for (const gone of [await api.get(path), await api.delete(path), await api.post(`${path}/verify`)]) {
      expect(gone).toMatchObject({ status: 404, body: notFound() })
    }
  })

  it('does not reach the domains of another organization', async () => {
    const { domain, path } = await makeDomain()
    const other = await service.makeTenant()
    const borrowed = `${other.path}/domains/${domain.id}`
    const { api } = other.owner
    expect((await api.get<Envelope<DomainView>>(`${other.path}/domains`)).body.results).toEqual([])
    for (const answer of [
      await api.get(borrowed),
      await api.patch(borrowed, { saml_entity_id: 'x' }),
      await api.delete(borrowed),
      await api.post(`${borrowed}/verify`),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: notFound() })
    }
    expect((await tenant.owner.api.get(path)).body).toEqual(domain)
  })
})
