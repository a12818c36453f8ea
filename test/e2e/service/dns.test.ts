import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyDomain } from '../../../server/domains/domains.ts'
import { countWaiting } from './count-waiting.ts'
import { startTestService, type Tenant, type TestService } from './harness.ts'
import { type NameServer, startNameServer } from './name-server.ts'

let names: NameServer
let service: TestService
let tenant: Tenant
beforeAll(async () => {
  names = await startNameServer()
  service = await startTestService({ DNS_SERVERS: names.address })
  tenant = await service.makeTenant()
})
afterAll(async () => {
  await service?.stop()
  await names?.stop()
})

let made = 0

async function makeDomain() {
  made += 1
  const domain = `verified-${made}.example.com`
  const { domains } = tenant.owner.client
  const organization = { organization_id: tenant.id }
  const { id, verification_challenge } = await domains.createDomain({ path: organization, body: { domain } })
  const path = { ...organization, id }
  return {
    challenge: verification_challenge,
    record: `_posthog-challenge.${domain}`,
    read: () => domains.getDomain({ path }),
    verify: () => domains.verifyDomain.result({ path }),
  }
}

const rowOf = (id: string) =>
  service.db.selectFrom('domains').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const txt = 16

describe('the verification of a domain', () => {
  it('asks for the TXT records of its challenge, and succeeds when one of them is it', async () => {
    const { challenge, record, read, verify } = await makeDomain()
    names.zone.set(record, ['v=spf1 -all', challenge])
    const { status, body } = await verify()
    expect(status).toBe(200)
    expect(body).toMatchObject({ is_verified: true, verified_at: expect.stringMatching(/Z$/) })
    expect(await read()).toEqual(body)
    expect(names.asked).toContainEqual({ name: record, type: txt })
    expect(await verify()).toMatchObject({ status: 400, body: { code: 'already_verified' } })
  })

  it('displaces what others only claim, and their logs say so', async () => {
    const squatter = await service.makeTenant()
    const { challenge, record, verify } = await makeDomain()
    const domain = record.replace('_posthog-challenge.', '')
    const { createDomain, getDomain } = squatter.owner.client.domains
    const organization = { organization_id: squatter.id }
    const { id } = await createDomain({ path: organization, body: { domain } })
    names.zone.set(record, [challenge])
    expect(await verify()).toMatchObject({ body: { is_verified: true } })
    expect((await getDomain.result({ path: { ...organization, id } })).status).toBe(404)
    const log = service.db
      .selectFrom('activity_log')
      .select(['activity', 'user_id'])
      .where('item_id', '=', id)
      .orderBy('created_at', 'desc')
    expect(await log.executeTakeFirst()).toEqual({ activity: 'deleted', user_id: null })
    const again = await createDomain.result({ path: organization, body: { domain } })
    expect(again).toMatchObject({ status: 400, body: { code: 'unique', attr: 'domain' } })
  })

  it('gives a domain to one of two organizations that verify it at once, in two processes', async () => {
    const { challenge, record, verify } = await makeDomain()
    names.zone.set(record, [challenge])
    const other = await service.makeTenant()
    const path = { organization_id: other.id }
    const domain = record.replace('_posthog-challenge.', '')
    const { id } = await other.owner.client.domains.createDomain({ path, body: { domain } })
    const caller = await service.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', other.owner.id)
      .executeTakeFirstOrThrow()
    const elsewhere = {
      tenant: { organizationId: other.id, level: 15, caller } as const,
      id,
      resolver: {
        resolveTxt: async () => {
          const { verification_challenge } = await rowOf(id)
          return [verification_challenge]
        },
      },
    }
    const both = await service.db.transaction().execute(async (transaction) => {
      await transaction.selectFrom('domains').where('domain', '=', domain).select('id').forUpdate().execute()
      const begun = [verify(), verifyDomain(service.db, elsewhere)] as const
      await expect.poll(() => countWaiting(service.db)).toBe(2)
      return begun
    })
    const [here, there] = await Promise.allSettled(both)
    const answer = here.status === 'fulfilled' ? here.value : undefined
    if (there.status === 'fulfilled') {
      expect(there.value.is_verified).toBe(true)
      expect(answer).toMatchObject({ status: 404 })
    } else {
      expect(there.reason).toMatchObject({ status: 404 })
      expect(answer).toMatchObject({ status: 200, body: { is_verified: true } })
    }
  })

  it('joins a record that comes in several strings', async () => {
    const { challenge, record, verify } = await makeDomain()
    names.zone.set(record, [[challenge.slice(0, 20), challenge.slice(20)]])
    expect(await verify()).toMatchObject({ body: { is_verified: true } })
  })

  it.each([
    { records: 'no such name', zone: undefined },
    { records: 'no TXT record', zone: [] },
    { records: 'another text', zone: ['something else'] },
    { records: 'an empty text', zone: [''] },
  ])('leaves it unverified for $records', async ({ zone }) => {
    const { record, read, verify } = await makeDomain()
    if (zone !== undefined) names.zone.set(record, zone)
    const before = await read()
    expect(await verify()).toMatchObject({ status: 200, body: before })
    expect(before).toMatchObject({ is_verified: false, verified_at: null })
  })

  it('does not take a text that only holds the challenge', async () => {
    const { challenge, record, verify } = await makeDomain()
    names.zone.set(record, [`x${challenge}`, `${challenge} `, challenge.toUpperCase()])
    expect(await verify()).toMatchObject({ body: { is_verified: false } })
  })

  it('can succeed later', async () => {
    const { challenge, record, verify } = await makeDomain()
    expect(await verify()).toMatchObject({ body: { is_verified: false } })
    names.zone.set(record, [challenge])
    expect(await verify()).toMatchObject({ body: { is_verified: true } })
  })

  it.each(['SERVFAIL', 'REFUSED', 'silence'] as const)(
    'answers 503 for %s, and changes nothing',
    async (how) => {
      const { record, read, verify } = await makeDomain()
      names.zone.set(record, how)
      const before = await read()
      expect(await verify()).toMatchObject({
        status: 503,
        body: { type: 'server_error', code: 'name_system_failed', attr: null },
      })
      expect(await read()).toEqual(before)
    },
    30_000,
  )
})

describe('a service that asks nobody', () => {
  it('verifies no domain', async () => {
    const offline = await startTestService({ DNS_SERVERS: 'none' })
    const { owner, id: organization_id } = await offline.makeTenant()
    const { domains } = owner.client
    const made = await domains.createDomain({
      path: { organization_id },
      body: { domain: 'offline.example.com' },
    })
    expect(await domains.verifyDomain({ path: { organization_id, id: made.id } })).toEqual(made)
    await offline.stop()
  })
})
