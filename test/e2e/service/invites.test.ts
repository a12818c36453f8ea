import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BulkInvitesBody, CreateInvite, Invite, PrivateProjectAccess } from '../../../generated/types.ts'
import type { Level } from '../../../server/tenancy/tenancy.ts'
import {
  createApi,
  denied,
  invalid,
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

const aboveOwn = 'You can only create or delete invites whose access level is not higher than yours.'
const email = () => `${randomUUID()}@example.com`
const newBody = <Fields extends object>(fields?: Fields) => ({
  target_email: email(),
  send_email: false,
  ...fields,
})
const pathOf = ({ id }: Tenant) => ({ organization_id: id })

const invite = (fields: Partial<CreateInvite> = {}, of = tenant): Promise<Invite> =>
  of.owner.client.invites.createInvite({ path: pathOf(of), body: newBody(fields) })

async function listOf(of: Tenant): Promise<Invite[]> {
  return (await of.owner.client.invites.listInvites({ path: pathOf(of) })).results
}

/** Returns the e-mail address of the tenant's owner. */
async function ownAddress(of: Tenant): Promise<string> {
  const { results } = await of.owner.client.members.listMembers({ path: pathOf(of) })
  return results[0]!.user.email
}

const run = (...args: string[]) => service.operate(...args)

async function makeOlder({ id }: Invite, age: string): Promise<void> {
  await sql`update invites set created_at = now() - ${age}::interval where id = ${id}`.execute(service.db)
}

describe('an invite', () => {
  it('is for a member, with an e-mail, unless asked otherwise', async () => {
    const target_email = email()
    const { status, body } = await tenant.owner.api.post(`${tenant.path}/invites/`, {
      target_email,
      id: 'mine',
      is_expired: true,
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      target_email,
      first_name: '',
      emailing_attempt_made: false, // no SMTP server is set up
      level: 1,
      is_expired: false,
      created_by: expect.objectContaining({ uuid: tenant.owner.uuid }),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      message: null,
      private_project_access: [],
      send_email: true,
    })
    expect(await listOf(tenant)).toContainEqual(body)
  })

  it('keeps what it was made with, and lowers the host alone', async () => {
    const access: PrivateProjectAccess[] = [{ id: tenant.projectId, level: 8 }]
    const fields = {
      first_name: 'Ann',
      level: 15,
      message: 'Welcome',
      private_project_access: access,
    } as const
    const body = await invite({ ...fields, target_email: 'Ann.Upper@EXAMPLE.Com' })
    expect(body).toMatchObject({ ...fields, target_email: 'Ann.Upper@example.com', send_email: false })
  })

  it('can be repeated for the same address', async () => {
    const target_email = email()
    await invite({ target_email })
    await invite({ target_email })
    const same = (await listOf(tenant)).filter((item) => item.target_email === target_email)
    expect(same).toHaveLength(2)
  })

  it.each([
    [{ target_email: undefined }, 'required', 'target_email'],
    [{ target_email: null }, 'null', 'target_email'],
    [{ target_email: 'nobody' }, 'invalid_input', 'target_email'],
    [
      { target_email: `${'a'.repeat(64)}@${`${'b'.repeat(63)}.`.repeat(3)}com` },
      'max_length',
      'target_email',
    ],
    [{ first_name: 'a'.repeat(31) }, 'max_length', 'first_name'],
    [{ level: 2 }, 'invalid_choice', 'level'],
    [{ level: '1' }, 'invalid_input', 'level'],
    [{ private_project_access: {} }, 'not_a_list', 'private_project_access'],
    [{ private_project_access: [{ id: 1 }] }, 'required', 'private_project_access__0__level'],
  ])('is refused with %j', async (fields, code, attr) => {
    const before = await listOf(tenant)
    const answer = await tenant.owner.api.post(`${tenant.path}/invites`, newBody(fields))
    expect(answer).toMatchObject({ status: 400, body: { code, attr } })
    expect(await listOf(tenant)).toEqual(before)
  })

  it('is refused for the address of a member, whatever its case', async () => {
    const other = await service.makeTenant()
    const body = newBody({ target_email: (await ownAddress(other)).toUpperCase() })
    const detail = 'A user with this email address already belongs to the organization.'
    const { createInvite } = other.owner.client.invites
    expect(await createInvite.result({ path: pathOf(other), body })).toMatchObject({
      status: 400,
      body: invalid('invalid_input', detail, 'target_email'),
    })
  })

  it('has expired after three days, and stays listed', async () => {
    const other = await service.makeTenant()
    const [young, old] = [await invite({}, other), await invite({}, other)]
    await makeOlder(young, '71 hours 59 minutes')
    await makeOlder(old, '72 hours')
    const listed = await listOf(other)
    expect(listed.map(({ id, is_expired }) => [id, is_expired])).toEqual([
      [young.id, false],
      [old.id, true],
    ])
  })

  it('cannot be read or changed alone', async () => {
    const { id } = await invite()
    for (const method of ['GET', 'PATCH', 'PUT']) {
      expect((await tenant.owner.api.send(`${tenant.path}/invites/${id}`, { method })).status).toBe(405)
    }
  })

  it('does not hold a null character', async () => {
    const { createInvite } = tenant.owner.client.invites
    const body = newBody({ message: 'a\u0000b' })
    const answer = await createInvite.result({ path: pathOf(tenant), body })
    expect(answer).toMatchObject({ status: 400, body: { code: 'null_characters_not_allowed' } })
  })
})

describe('the level of an invite', () => {
  const all = [1, 8, 15] as const
  const rules = all.flatMap((caller) => all.map((level) => ({ caller, level, allowed: level <= caller })))

  it.each(rules)('$level by a member of level $caller: $allowed', async ({ caller, level, allowed }) => {
    const { invites } = (await service.makePerson({ organizationId: tenant.id, level: caller })).client
    const path = pathOf(tenant)
    const body = newBody({ level })
    const answers = [
      { done: 201, ...(await invites.createInvite.result({ path, body })) },
      { done: 200, ...(await invites.createInvites.result({ path, body: [newBody(), body] })) },
    ]
    for (const { done, ...answer } of answers) {
      expect(answer.status).toBe(allowed ? done : 403)
      if (!allowed) expect(answer.body).toEqual(denied(aboveOwn))
    }
    const made = (await listOf(tenant)).filter(({ target_email }) => target_email === body.target_email)
    expect(made).toHaveLength(allowed ? 2 : 0)
  })

  it.each(rules)('$level taken back by level $caller: $allowed', async ({ caller, level, allowed }) => {
    const { invites } = (await service.makePerson({ organizationId: tenant.id, level: caller })).client
    const { id } = await invite({ level })
    const answer = await invites.deleteInvite.result({ path: { ...pathOf(tenant), id } })
    expect(answer.status).toBe(allowed ? 204 : 403)
    expect((await listOf(tenant)).some((item) => item.id === id)).toBe(!allowed)
  })
})

describe('taking an invite back', () => {
  it('is possible once', async () => {
    const { id } = await invite()
    const path = { ...pathOf(tenant), id }
    const { deleteInvite } = tenant.owner.client.invites
    await deleteInvite({ path })
    expect(await deleteInvite.result({ path })).toMatchObject({ status: 404, body: notFound() })
    expect(await tenant.owner.api.delete(`${tenant.path}/invites/x`)).toMatchObject({ status: 404 })
  })

  it('does not reach those of another organization', async () => {
    const other = await service.makeTenant()
    const { id } = await invite()
    const { invites } = other.owner.client
    const borrowed = await invites.deleteInvite.result({ path: { ...pathOf(other), id } })
    expect(borrowed).toMatchObject({ status: 404 })
    expect(await listOf(other)).toEqual([])
    const path = pathOf(tenant)
    for (const answer of [
      await invites.deleteInvite.result({ path: { ...path, id } }),
      await invites.createInvite.result({ path, body: newBody() }),
      await invites.listInvites.result({ path }),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: denied() })
    }
    expect((await listOf(tenant)).some((item) => item.id === id)).toBe(true)
  })

  it('needs the scope to write', async () => {
    const { id } = await invite()
    const scopes = ['organization_member:read', 'organization:write']
    const { invites } = (await service.makeCaller(tenant.owner.id, scopes)).client
    const path = pathOf(tenant)
    expect((await invites.listInvites({ path })).results).not.toEqual([])
    expect((await invites.deleteInvite.result({ path: { ...path, id } })).status).toBe(403)
    expect((await invites.createInvite.result({ path, body: newBody() })).status).toBe(403)
    expect((await createApi(service.url).get(`${tenant.path}/invites`)).status).toBe(401)
  })
})

describe('invites in bulk', () => {
  const bulk = (body: BulkInvitesBody, of = tenant) =>
    of.owner.client.invites.createInvites.result({ path: pathOf(of), body })

  it('answer an array in the order of the array', async () => {
    const bodies = Array.from({ length: 20 }, () => newBody())
    expect(await bulk(bodies)).toMatchObject({ status: 200, body: bodies })
  })

  it('answer one invite for one, and none for none', async () => {
    const body = newBody()
    expect(await bulk(body)).toMatchObject({ status: 200, body })
    expect(await bulk([])).toMatchObject({ status: 200, body: [] })
  })

  it.each([
    {
      broken: { target_email: 'nobody' },
      body: invalid('invalid_input', 'Enter a valid email address.', '1__target_email'),
    },
    {
      broken: { level: 3 },
      body: invalid('invalid_choice', '"3" is not a valid choice.', '1__level'),
    },
    {
      broken: { target_email: null },
      body: invalid('null', 'This field may not be null.', '1__target_email'),
    },
    {
      broken: { private_project_access: [null] },
      body: invalid('null', 'This field may not be null.', '1__private_project_access__0'),
    },
    {
      broken: { private_project_access: [{ id: 2 ** 40, level: 1 }] },
      body: expect.objectContaining({ code: 'invalid_input', attr: '1__private_project_access' }),
    },
  ])('make none when one is refused for $broken', async ({ broken, body }) => {
    const other = await service.makeTenant()
    const bodies = [newBody(), newBody(broken), newBody()]
    const answer = await other.owner.api.post(`${other.path}/invites/bulk/`, bodies)
    expect(answer).toMatchObject({ status: 400, body })
    expect(await listOf(other)).toEqual([])
  })

  it('name the one that is for a member', async () => {
    const member = newBody({ target_email: await ownAddress(tenant) })
    expect((await bulk([newBody(), newBody(), member])).body).toMatchObject({ attr: '2__target_email' })
  })

  it('are at most 20', async () => {
    const other = await service.makeTenant()
    const bodies = Array.from({ length: 21 }, () => newBody())
    expect(await bulk(bodies, other)).toMatchObject({ status: 400, body: { code: 'max_length', attr: null } })
    expect(await listOf(other)).toEqual([])
  })
})

describe('access to private projects', () => {
  async function makeProject(isPrivate: boolean): Promise<number> {
    const args = ['--organization', tenant.id, '--name', 'Other', '--private', String(isPrivate)]
    return JSON.parse((await run('project', ...args)).stdout).project_id
  }
  const attempt = async (caller: Level, access: PrivateProjectAccess) => {
    const { client } = await service.makePerson({ organizationId: tenant.id, level: caller })
    const body = newBody({ private_project_access: [access] })
    return await client.invites.createInvite.result({ path: pathOf(tenant), body })
  }

  it('is given up to the own level', async () => {
    const [open, closed] = [await makeProject(false), await makeProject(true)]
    expect((await attempt(8, { id: closed, level: 8 })).status).toBe(201)
    expect((await attempt(1, { id: open, level: 1 })).status).toBe(201)
    expect((await attempt(1, { id: open, level: 8 })).body).toMatchObject({
      code: 'invalid_input',
      attr: 'private_project_access',
      detail: expect.stringContaining('higher access level in a project than you have there'),
    })
    expect((await attempt(1, { id: closed, level: 1 })).body).toMatchObject({
      detail: expect.stringContaining('it is private and you do not have access'),
    })
  })

  it('is not given to the projects of others', async () => {
    const { projectId } = await service.makeTenant()
    expect(await attempt(15, { id: projectId, level: 1 })).toMatchObject({
      status: 400,
      body: { attr: 'private_project_access' },
    })
  })

  it('shows the project to who accepts, and to no other member', async () => {
    const closed = await makeProject(true)
    const guest = await invite({ private_project_access: [{ id: closed, level: 1 }] })
    const accepted = await run('accept', '--invite', guest.id, '--email', guest.target_email)
    const { client } = await service.makeCaller(JSON.parse(accepted.stdout).user_id, ['*'])
    const stranger = await service.makePerson({ organizationId: tenant.id, level: 1 })
    const sees = async ({ organizations, projects }: typeof client) => {
      const { teams } = await organizations.getOrganization({ path: { id: tenant.id } })
      const listed = (await projects.listProjects()).results.some(({ id }) => id === closed)
      expect(teams.some(({ id }) => id === closed)).toBe(listed)
      return listed
    }
    const readers = [tenant.owner.client, client, stranger.client]
    expect(await Promise.all(readers.map(sees))).toEqual([true, true, false])
    const path = { project_id: String(closed) }
    const hidden = await stranger.client.persons.listPersons.result({ path })
    expect(hidden).toMatchObject({ status: 403, body: denied() })
    expect((await client.persons.listPersons.result({ path })).status).not.toBe(403)
  })
})

describe('accepting an invite', () => {
  it('makes a new user a member, and uses up all invites of the address', async () => {
    const target_email = email()
    const first = await invite({ target_email, first_name: 'Ann', level: 8 })
    const second = await invite({ target_email: target_email.replace('example', 'EXAMPLE') })
    const { status, stdout } = await run(
      'accept',
      '--invite',
      first.id,
      '--email',
      target_email.toUpperCase(),
    )
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ email: target_email, organization_id: tenant.id, level: 8 })
    const { listMembers } = tenant.owner.client.members
    const { results } = await listMembers({ path: pathOf(tenant), query: { limit: 1000 } })
    const member = results.find(({ user }) => user.email === target_email)
    expect(member).toMatchObject({ level: 8, user: { first_name: 'Ann' } })
    const left = (await listOf(tenant)).map(({ id }) => id)
    expect(left).not.toContain(first.id)
    expect(left).not.toContain(second.id)
    expect(await run('accept', '--invite', first.id, '--email', target_email)).toMatchObject({
      status: 1,
      stderr: 'Not found.\n',
    })
  })

  it('makes a known user a member of one more organization', async () => {
    const other = await service.makeTenant()
    const { id, target_email } = await invite({ target_email: await ownAddress(other) })
    const { stdout } = await run('accept', '--invite', id, '--email', target_email)
    expect(JSON.parse(stdout)).toMatchObject({ user_uuid: other.owner.uuid })
    const { getOrganization } = other.owner.client.organizations
    expect(await getOrganization({ path: { id: tenant.id } })).toMatchObject({ id: tenant.id })
  })

  it('is refused when expired, for somebody else, and for a member', async () => {
    const old = await invite()
    await makeOlder(old, '3 days')
    const young = await invite()
    const joined = await invite()
    await service.db
      .updateTable('users')
      .set({ email: joined.target_email })
      .where('id', '=', (await service.makePerson({ organizationId: tenant.id, level: 1 })).id)
      .execute()
    const attempts = [
      { id: old.id, email: old.target_email, says: 'This invite has expired.' },
      { id: young.id, email: email(), says: 'This invite is for a different email address.' },
      { id: joined.id, email: joined.target_email, says: 'already belongs to the organization' },
      { id: 'x', email: email(), says: 'Not found.' },
    ]
    for (const { id, email: by, says } of attempts) {
      const { status, stderr } = await run('accept', '--invite', id, '--email', by)
      expect([status, stderr]).toEqual([1, expect.stringContaining(says)])
    }
    const left = (await listOf(tenant)).map(({ id }) => id)
    expect(left).toEqual(expect.arrayContaining([old.id, young.id, joined.id]))
  })
})

it('an organization makes only so many invites a day, those taken back among them', async () => {
  const limited = await startTestService({ INVITES_PER_DAY: '3' })
  try {
    const busy = await limited.makeTenant()
    const path = pathOf(busy)
    const { createInvite, createInvites, deleteInvite } = busy.owner.client.invites
    const first = await createInvite({ path, body: { target_email: 'a@example.com' } })
    await deleteInvite({ path: { ...path, id: first.id } })
    const bulk = async (...emails: string[]) =>
      await createInvites.result({ path, body: emails.map((target_email) => ({ target_email })) })
    expect((await bulk('b@example.com', 'c@example.com', 'd@example.com')).status).toBe(429)
    expect((await bulk('b@example.com', 'c@example.com')).status).toBe(200)
    const late = await createInvite.result({ path, body: { target_email: 'e@example.com' } })
    expect(late).toMatchObject({ status: 429, body: { type: 'throttled_error', code: 'throttled' } })
    await invite({ target_email: 'a@example.com' }, await limited.makeTenant())
  } finally {
    await limited.stop()
  }
})
