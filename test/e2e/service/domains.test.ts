import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Domain } from '../../../generated/types.ts'
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

/** Creates a domain that nobody has yet. */
async function makeDomain() {
  made += 1
  const organization = { organization_id: tenant.id }
  const body = { domain: `domain-${made}.example.com` }
  const domain = await tenant.owner.client.domains.createDomain({ path: organization, body })
  return { domain, path: { ...organization, id: domain.id } }
}

/** Sets the state after a successful lookup of the challenge, because this service does not look it up. */
async function markVerified({ id }: Domain): Promise<void> {
  await service.db
    .updateTable('domains')
    .set({ verified_at: '2026-01-31T12:00:00.5Z' })
    .where('id', '=', id)
    .execute()
}

const syntax = invalid('invalid_input', 'Enter a valid domain or subdomain name.', 'domain')
const notVerified = (attr: string) =>
  invalid('verification_required', 'This attribute cannot be updated until the domain is verified.', attr)

describe('creating a domain', () => {
  it('answers it unverified, with a challenge, and ignores what only a verified one may have', async () => {
    const created = await tenant.owner.api.post<Domain>(`${tenant.path}/domains/`, {
      domain: 'fields.example.com',
      jit_provisioning_enabled: true,
      sso_enforcement: 'saml',
      is_verified: true,
      verification_challenge: 'mine',
    })
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      id: expect.any(String),
      domain: 'fields.example.com',
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
    const path = { organization_id: tenant.id, id: created.body.id }
    expect(await tenant.owner.client.domains.getDomain({ path })).toEqual(created.body)
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
    const path = { organization_id: tenant.id }
    const answer = await tenant.owner.client.domains.createDomain.result({ path, body: { domain } })
    const detail = expect.toBeOneOf([syntax.detail, 'Ensure this field has no more than 128 characters.'])
    expect(answer).toMatchObject({ status: 400, body: { attr: 'domain', detail } })
  })

  it.each(['example.com', 'a.b-c.d1.museum', 'x.co'])(
    'takes %j, once for an organization, and once in the whole service where it is verified',
    async (domain) => {
      const claim = ({ owner, id }: Tenant) =>
        owner.client.domains.createDomain.result({ path: { organization_id: id }, body: { domain } })
      const taken = {
        status: 400,
        body: invalid('unique', 'This domain already exists.', 'domain'),
      }
      const other = await service.makeTenant()
      const first = await tenant.owner.client.domains.createDomain({
        path: { organization_id: tenant.id },
        body: { domain },
      })
      expect(await claim(tenant)).toMatchObject(taken)
      expect((await claim(other)).status).toBe(201)
      await markVerified(first)
      expect(await claim(await service.makeTenant())).toMatchObject(taken)
    },
  )
})

describe('the list of domains', () => {
  it('is ordered by name', async () => {
    const { owner, id } = await service.makeTenant()
    const { domains } = owner.client
    const path = { organization_id: id }
    for (const name of ['b', 'c-c', 'a', 'ca']) {
      await domains.createDomain({ path, body: { domain: `${name}.order.com` } })
    }
    const { results } = await domains.listDomains({ path })
    expect(results.map(({ domain }) => domain)).toEqual([
      'a.order.com',
      'b.order.com',
      'c-c.order.com',
      'ca.order.com',
    ])
  })
})

describe('updating a domain', () => {
  it('has SAML when all three of its members are set', async () => {
    const { path } = await makeDomain()
    const { updateDomain } = tenant.owner.client.domains
    const changes = [
      { saml_entity_id: 'id' },
      { saml_acs_url: 'https://idp.example.com' },
      { saml_x509_cert: 'MII' },
    ]
    for (const body of changes) {
      const changed = await updateDomain({ path, body })
      expect(changed).toMatchObject({ ...body, has_saml: 'saml_x509_cert' in body })
    }
    expect(await updateDomain({ path, body: { saml_entity_id: '' } })).toMatchObject({ has_saml: false })
    const nulled = { saml_acs_url: null }
    expect(await updateDomain({ path, body: nulled })).toMatchObject(nulled)
    const long = { saml_acs_url: 'x'.repeat(513) }
    expect(await updateDomain.result({ path, body: long })).toMatchObject({
      status: 400,
      body: { code: 'max_length', attr: 'saml_acs_url' },
    })
  })

  it('needs a verification for provisioning and enforcement', async () => {
    const { domain, path } = await makeDomain()
    const { getDomain, updateDomain } = tenant.owner.client.domains
    for (const body of [{ jit_provisioning_enabled: true }, { sso_enforcement: 'saml' }] as const) {
      const [name = ''] = Object.keys(body)
      const refused = await updateDomain.result({ path, body })
      expect(refused).toMatchObject({ status: 400, body: notVerified(name) })
    }
    await markVerified(domain)
    const body = { jit_provisioning_enabled: true, sso_enforcement: 'google-oauth2' } as const
    expect(await updateDomain({ path, body })).toMatchObject(body)
    expect(await getDomain({ path })).toMatchObject({
      ...body,
      is_verified: true,
      verified_at: '2026-01-31T12:00:00.500000Z',
    })
  })

  it('takes the verification from a domain that gets another name', async () => {
    const { domain, path } = await makeDomain()
    await markVerified(domain)
    const { updateDomain } = tenant.owner.client.domains
    await updateDomain({ path, body: { jit_provisioning_enabled: true, sso_enforcement: 'saml' } })
    const kept = await updateDomain({ path, body: { domain: domain.domain } })
    expect(kept).toMatchObject({ is_verified: true, jit_provisioning_enabled: true })
    const renamed = await updateDomain({ path, body: { domain: `new-${domain.domain}` } })
    expect(renamed).toMatchObject({
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
    const { updateDomain } = tenant.owner.client.domains
    const body = { domain: two.domain.domain }
    expect(await updateDomain.result({ path: one.path, body })).toMatchObject({
      status: 400,
      body: { code: 'unique', attr: 'domain' },
    })
  })
})

describe('verifying a domain', () => {
  it('leaves it unverified while no record holds the challenge', async () => {
    const { domain, path } = await makeDomain()
    const body = { domain: 'ignored.example.com' }
    expect(await tenant.owner.client.domains.verifyDomain({ path, body })).toEqual(domain)
    const slashed = await tenant.owner.api.post(`${tenant.path}/domains/${domain.id}/verify/`, body)
    expect(slashed).toMatchObject({ status: 200, body: domain })
  })

  it('a second time is refused', async () => {
    const { domain, path } = await makeDomain()
    await markVerified(domain)
    expect(await tenant.owner.client.domains.verifyDomain.result({ path })).toMatchObject({
      status: 400,
      body: invalid('already_verified', 'This domain has already been verified.', null),
    })
  })
})

describe('access to domains', () => {
  it('is for reading alone below level 8', async () => {
    const { domain, path } = await makeDomain()
    const { domains } = (await service.makePerson({ organizationId: tenant.id, level: 1 })).client
    const organization = { organization_id: tenant.id }
    expect(await domains.getDomain({ path })).toEqual(domain)
    expect((await domains.listDomains({ path: organization })).results).toContainEqual(domain)
    for (const refused of [
      await domains.createDomain.result({ path: organization, body: { domain: 'refused.example.com' } }),
      await domains.updateDomain.result({ path, body: { saml_entity_id: 'x' } }),
      await domains.deleteDomain.result({ path }),
      await domains.verifyDomain.result({ path }),
    ]) {
      expect(refused).toMatchObject({ status: 403, body: denied(levelTooLow) })
    }
    expect(await tenant.owner.client.domains.getDomain({ path })).toEqual(domain)
  })

  it('is whole for an administrator, and a deleted one is gone', async () => {
    const { path } = await makeDomain()
    const { domains } = (await service.makePerson({ organizationId: tenant.id, level: 8 })).client
    const body = { saml_entity_id: 'x' }
    expect(await domains.updateDomain({ path, body })).toMatchObject(body)
    await domains.deleteDomain({ path })
    for (const gone of [
      await domains.getDomain.result({ path }),
      await domains.deleteDomain.result({ path }),
      await domains.verifyDomain.result({ path }),
    ]) {
      expect(gone).toMatchObject({ status: 404, body: notFound() })
    }
  })

  it('does not reach the domains of another organization', async () => {
    const { domain, path } = await makeDomain()
    const other = await service.makeTenant()
    const { domains } = other.owner.client
    const organization = { organization_id: other.id }
    const borrowed = { ...organization, id: domain.id }
    expect((await domains.listDomains({ path: organization })).results).toEqual([])
    for (const answer of [
      await domains.getDomain.result({ path: borrowed }),
      await domains.updateDomain.result({ path: borrowed, body: { saml_entity_id: 'x' } }),
      await domains.deleteDomain.result({ path: borrowed }),
      await domains.verifyDomain.result({ path: borrowed }),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: notFound() })
    }
    expect(await tenant.owner.client.domains.getDomain({ path })).toEqual(domain)
  })
})
