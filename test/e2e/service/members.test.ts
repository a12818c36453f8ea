import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MemberList } from '../../../generated/types.ts'
import type { Level } from '../../../server/tenancy/tenancy.ts'
import { countWaiting } from './count-waiting.ts'
import {
  denied,
  invalid,
  levelTooLow,
  notFound,
  type Person,
  startTestService,
  type TestService,
} from './harness.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

/** Creates an organization with its first owner, a caller and another member. */
async function makePair(callerLevel: Level, memberLevel: Level) {
  const tenant = await service.makeTenant()
  const caller = await service.makePerson({ organizationId: tenant.id, level: callerLevel })
  const member = await service.makePerson({ organizationId: tenant.id, level: memberLevel })
  const organization = { organization_id: tenant.id }
  const levelNow = async () => {
    const { results } = await tenant.owner.client.members.listMembers({ path: organization })
    return results.find(({ user }) => user.uuid === member.uuid)?.level
  }
  return { tenant, caller, member, levelNow, path: { ...organization, user__uuid: member.uuid } }
}

const own = "You can't change your own access level."
const notAdministrator = 'You can only edit other members if you are an administrator or owner.'
const notOwner = 'You can only make another member an owner if you are an owner of this organization.'
const above = 'You can only edit or remove members whose access level is not higher than yours.'

describe('the list of members', () => {
  it('shows active members by level, then the newest first', async () => {
    const tenant = await service.makeTenant()
    const levels = [1, 8, 1, 15, 1] as const
    const people = []
    for (const level of levels) people.push(await service.makePerson({ organizationId: tenant.id, level }))
    const [first, administrator, second, owner, inactive] = people
    await service.db.updateTable('users').set({ is_active: false }).where('id', '=', inactive!.id).execute()
    const { body } = await first!.api.get<MemberList>(`${tenant.path}/members/`)
    expect(body.results.map(({ user }) => user.uuid)).toEqual(
      [second, first, administrator, owner, tenant.owner].map((person) => person!.uuid),
    )
    expect(body.count).toBe(5)
    expect(body.results[0]).toMatchObject({
      user: { id: second!.id, first_name: '', is_email_verified: null, hedgehog_config: null },
      level: 1,
      is_2fa_enabled: false,
      has_social_auth: false,
    })
  })
})

describe('changing a level', () => {
  it.each([
    { caller: 15, member: 1, to: 8, status: 200 },
    { caller: 15, member: 15, to: 1, status: 200 },
    { caller: 15, member: 8, to: 15, status: 200 },
    { caller: 8, member: 1, to: 8, status: 200 },
    { caller: 8, member: 8, to: 1, status: 200 },
    { caller: 1, member: 1, to: 8, status: 403, detail: notAdministrator },
    { caller: 1, member: 1, to: 1, status: 403, detail: notAdministrator },
    { caller: 8, member: 1, to: 15, status: 403, detail: notOwner },
    { caller: 8, member: 15, to: 1, status: 403, detail: above },
  ] as const)('$member to $to by a member of level $caller answers $status', async (rule) => {
    const { caller, path, levelNow } = await makePair(rule.caller, rule.member)
    const answer = await caller.client.members.updateMember.result({ path, body: { level: rule.to } })
    expect(answer.status).toBe(rule.status)
    if ('detail' in rule) expect(answer.body).toEqual(denied(rule.detail))
    else expect(answer.body).toMatchObject({ level: rule.to })
    expect(await levelNow()).toBe(rule.status === 200 ? rule.to : rule.member)
  })

  it.each([1, 8, 15] as const)('of oneself is refused at level %i', async (level) => {
    const { caller, path: other } = await makePair(level, 1)
    for (const id of [caller.uuid, '@me']) {
      const path = { ...other, user__uuid: id }
      const answer = await caller.client.members.updateMember.result({ path, body: { level: 1 } })
      expect(answer).toMatchObject({ status: 403, body: denied(own) })
    }
  })

  it('to a level that does not exist is refused', async () => {
    const { tenant, member } = await makePair(1, 1)
    const path = `${tenant.path}/members/${member.uuid}`
    expect(await tenant.owner.api.patch(path, { level: 2 })).toMatchObject({
      status: 400,
      body: { code: 'invalid_choice', attr: 'level' },
    })
  })

  it('without a level changes nothing', async () => {
    const { tenant, path } = await makePair(1, 8)
    const same = await tenant.owner.client.members.updateMember({ path, body: {} })
    expect(same.level).toBe(8)
  })

  it('leaves an owner when two owners lower each other at once', async () => {
    const { tenant, caller, member } = await makePair(15, 15)
    await service.db.deleteFrom('memberships').where('user_id', '=', tenant.owner.id).execute()
    const lower = ({ client }: Person, { uuid }: Person) =>
      client.members.updateMember.result({
        path: { organization_id: tenant.id, user__uuid: uuid },
        body: { level: 1 },
      })
    const answers = await service.db.transaction().execute(async (transaction) => {
      const rows = transaction.selectFrom('memberships').where('organization_id', '=', tenant.id)
      await rows.select('user_id').forUpdate().execute()
      const both = [lower(caller, member), lower(member, caller)]
      await expect.poll(() => countWaiting(service.db)).toBe(2)
      return both
    })
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 403])
  })
})

describe('removing a member', () => {
  it.each([
    { caller: 8, member: 1, status: 204 },
    { caller: 8, member: 8, status: 204 },
    { caller: 15, member: 8, status: 204 },
    { caller: 1, member: 1, status: 403, body: denied(levelTooLow) },
    { caller: 8, member: 15, status: 403, body: denied(above) },
    {
      caller: 15,
      member: 15,
      status: 400,
      body: invalid('invalid_input', 'An owner cannot leave or be removed from the organization.', null),
    },
  ] as const)('of level $member by one of level $caller answers $status', async (rule) => {
    const { caller, path, levelNow } = await makePair(rule.caller, rule.member)
    const answer = await caller.client.members.deleteMember.result({ path })
    expect(answer.status).toBe(rule.status)
    if ('body' in rule) expect(answer.body).toEqual(rule.body)
    expect(await levelNow()).toBe(rule.status === 204 ? undefined : rule.member)
  })

  it('lets a member leave, and an owner not', async () => {
    const { caller, tenant } = await makePair(1, 1)
    const path = { organization_id: tenant.id, user__uuid: '@me' }
    await caller.client.members.deleteMember({ path })
    const left = await caller.client.organizations.getOrganization.result({ path: { id: tenant.id } })
    expect(left.status).toBe(404)
    expect(await tenant.owner.client.members.deleteMember.result({ path })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    })
  })

  it('of somebody who is no member is not found', async () => {
    const tenant = await service.makeTenant()
    const stranger = await service.makeTenant()
    const { deleteMember, updateMember } = tenant.owner.client.members
    for (const id of [stranger.owner.uuid, 'not-a-uuid', '00000000-0000-0000-0000-000000000000']) {
      const path = { organization_id: tenant.id, user__uuid: id }
      for (const answer of [
        await deleteMember.result({ path }),
        await updateMember.result({ path, body: { level: 1 } }),
      ]) {
        expect(answer).toMatchObject({ status: 404, body: notFound() })
      }
    }
  })
})
