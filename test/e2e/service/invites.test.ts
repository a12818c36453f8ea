import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InviteView } from '../../../server/invites/invites.ts'
import type { MemberView } from '../../../server/members/members.ts'
import type { OrganizationView } from '../../../server/organizations/organizations.ts'
import type { Level } from '../../../server/tenancy/tenancy.ts'
import type { Envelope } from '../../../server/values/pagination.ts'
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

const aboveOwn = 'You can only invite with a level lower or equal to your current one.'
const email = () => `${randomUUID()}@example.com`
const newBody = (fields: object = {}) => ({ target_email: email(), send_email: false, ...fields })

async function invite(fields: object = {}, { owner, path } = tenant): Promise<InviteView> {
  const { status, body } = await owner.api.post<InviteView>(`${path}/invites`, newBody(fields))
  expect(status).toBe(201)
  return body
}

async function listOf({ owner, path }: Tenant): Promise<InviteView[]> {
  return (await owner.api.get<Envelope<InviteView>>(`${path}/invites`)).body.results
}

const run = (...args: string[]) => service.operate(...args)

async function makeOlder({ id }: InviteView, age: string): Promise<void> {
  await sql`update invites set created_at = now() - ${age}::interval where id = ${id}`.execute(service.db)
}

describe('an invite', () => {
  it('is for a member, with an e-mail, unless asked otherwise', async () => {
    const target_email = email()
    const { status, body } = await tenant.owner.api.post<InviteView>(`${tenant.path}/invites/`, {
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
    const access = [{ id: tenant.projectId, level: 8 }]
    const fields = { first_name: 'Ann', level: 15, message: 'Welcome', private_project_access: access }
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
    const { path, owner } = await service.makeTenant()
    const { body } = await owner.api.get<Envelope<MemberView>>(`${path}/members`)
    const target_email = body.results[0]!.user.email.toUpperCase()
    const detail = 'A user with this email address already belongs to the organization.'
    expect(await owner.api.post(`${path}/invites`, newBody({ target_email }))).toMatchObject({
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
    const answer = await tenant.owner.api.post(`${tenant.path}/invites`, newBody({ message: 'a\u0000b' }))
    expect(answer).toMatchObject({ status: 400, body: { code: 'null_characters_not_allowed' } })
  })
})

describe('the level of an invite', () => {
  const all = [1, 8, 15] as const
  const rules = all.flatMap((caller) => all.map((level) => ({ caller, level, allowed: level <= caller })))

  it.each(rules)('$level by a member of level $caller: $allowed', async ({ caller, level, allowed }) => {
    const { api } = await service.makePerson({ organizationId: tenant.id, level: caller })
    const body = newBody({ level })
    const answers = [
      { done: 201, ...(await api.post(`${tenant.path}/invites`, body)) },
      { done: 200, ...(await api.post(`${tenant.path}/invites/bulk`, [newBody(), body])) },
    ]
    for (const { done, ...answer } of answers) {
      expect(answer.status).toBe(allowed ? done : 403)
      if (!allowed) expect(answer.body).toEqual(denied(aboveOwn))
    }
    const made = (await listOf(tenant)).filter(({ target_email }) => target_email === body.target_email)
    expect(made).toHaveLength(allowed ? 2 : 0)
  })

  it.each(rules)('$level taken back by level $caller: $allowed', async ({ caller, level, allowed }) => {
    const { api } = await service.makePerson({ organizationId: tenant.id, level: caller })
    const { id } = await invite({ level })
    const answer = await api.delete(`${tenant.path}/invites/${id}`)
    expect(answer.status).toBe(allowed ? 204 : 403)
    expect((await listOf(tenant)).some((item) => item.id === id)).toBe(!allowed)
  })
})

describe('taking an invite back', () => {
  it('is possible once', async () => {
    const { id } = await invite()
    const path = `${tenant.path}/invites/${id}`
    expect((await tenant.owner.api.delete(path)).status).toBe(204)
    expect(await tenant.owner.api.delete(path)).toMatchObject({ status: 404, body: notFound() })
    expect(await tenant.owner.api.delete(`${tenant.path}/invites/x`)).toMatchObject({ status: 404 })
  })

  it('does not reach those of another organization', async () => {
    const other = await service.makeTenant()
    const { id } = await invite()
    expect(await other.owner.api.delete(`${other.path}/invites/${id}`)).toMatchObject({ status: 404 })
    expect(await listOf(other)).toEqual([])
    for (const answer of [
      await other.owner.api.delete(`${tenant.path}/invites/${id}`),
      await other.owner.api.post(`${tenant.path}/invites`, newBody()),
      await other.owner.api.get(`${tenant.path}/invites`),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: denied() })
    }
    expect((await listOf(tenant)).some((item) => item.id === id)).toBe(true)
  })

  it('needs the scope to write', async () => {
    const { id } = await invite()
    const { api } = await service.makeCaller(tenant.owner.id, ['organization_member:read', 'organization:write'])
    expect((await api.get(`${tenant.path}/invites`)).status).toBe(200)
    expect((await api.delete(`${tenant.path}/invites/${id}`)).status).toBe(403)
    expect((await api.post(`${tenant.path}/invites`, newBody())).status).toBe(403)
    expect((await createApi(service.url).get(`${tenant.path}/invites`)).status).toBe(401)
  })
})

describe('invites in bulk', () => {
  const bulk = (body: unknown, { owner, path } = tenant) =>
    owner.api.post<InviteView[]>(`${path}/invites/bulk/`, body)

  it('answer an array in the order of the array', async () => {
    const bodies = Array.from({ length: 20 }, () => newBody())
    const { status, body } = await bulk(bodies)
    expect(status).toBe(200)
    expect(body.map(({ target_email }) => target_email)).toEqual(
      bodies.map(({ target_email }) => target_email),
    )
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
    expect(await bulk([newBody(), newBody(broken), newBody()], other)).toMatchObject({ status: 400, body })
    expect(await listOf(other)).toEqual([])
  })

  it('name the one that is for a member', async () => {
    const { body } = await tenant.owner.api.get<Envelope<MemberView>>(`${tenant.path}/members`)
    const member = newBody({ target_email: body.results[0]!.user.email })
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
  const attempt = async (caller: Level, access: object) => {
    const { api } = await service.makePerson({ organizationId: tenant.id, level: caller })
    const body = newBody({ private_project_access: [access] })
    return await api.post<InviteView>(`${tenant.path}/invites`, body)
  }

  it('is given up to the own level', async () => {
    const [open, closed] = [await makeProject(false), await makeProject(true)]
    expect((await attempt(8, { id: closed, level: 8 })).status).toBe(201)
    expect((await attempt(1, { id: open, level: 1 })).status).toBe(201)
    expect((await attempt(1, { id: open, level: 8 })).body).toMatchObject({
      code: 'invalid_input',
      attr: 'private_project_access',
      detail: expect.stringContaining('lower or equal to your own there'),
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
    const { api } = await service.makeCaller(JSON.parse(accepted.stdout).user_id, ['*'])
    const stranger = await service.makePerson({ organizationId: tenant.id, level: 1 })
    const sees = async (reader: typeof api) => {
      const { body } = await reader.get<OrganizationView>(tenant.path)
      const { body: list } = await reader.get<Envelope<{ id: number }>>('/api/projects')
      const listed = list.results.some(({ id }) => id === closed)
      expect(body.teams.some(({ id }) => id === closed)).toBe(listed)
      return listed
    }
    expect([await sees(tenant.owner.api), await sees(api), await sees(stranger.api)]).toEqual([
      true,
      true,
      false,
    ])
    const persons = `/api/projects/${closed}/persons`
    expect(await stranger.api.get(persons)).toMatchObject({ status: 403, body: denied() })
    expect((await api.get(persons)).status).not.toBe(403)
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
    const { body } = await tenant.owner.api.get<Envelope<MemberView>>(`${tenant.path}/members?limit=1000`)
    const member = body.results.find(({ user }) => user.email === target_email)
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
    const { body } = await other.owner.api.get<Envelope<MemberView>>(`${other.path}/members`)
    const { id, target_email } = await invite({ target_email: body.results[0]!.user.email })
    const { stdout } = await run('accept', '--invite', id, '--email', target_email)
    expect(JSON.parse(stdout)).toMatchObject({ user_uuid: other.owner.uuid })
    expect((await other.owner.api.get(tenant.path)).status).toBe(200)
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
      { id: young.id, email: email(), says: 'This invite is for another email address.' },
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
    const { owner, path } = await limited.makeTenant()
    const invite = (target_email: string) =>
      owner.api.post<{ id: string }>(`${path}/invites`, { target_email })
    const first = await invite('a@example.com')
    expect(first.status).toBe(201)
    await owner.api.delete(`${path}/invites/${first.body.id}`)
    const bulk = (...emails: string[]) =>
      owner.api.post(
        `${path}/invites/bulk`,
        emails.map((target_email) => ({ target_email })),
      )
    expect((await bulk('b@example.com', 'c@example.com', 'd@example.com')).status).toBe(429)
    expect((await bulk('b@example.com', 'c@example.com')).status).toBe(200)
    const late = await invite('e@example.com')
    expect(late).toMatchObject({ status: 429, body: { type: 'throttled_error', code: 'throttled' } })
    const other = await limited.makeTenant()
    expect(
      (await other.owner.api.post(`${other.path}/invites`, { target_email: 'a@example.com' })).status,
    ).toBe(201)
  } finally {
    await limited.stop()
  }
})
