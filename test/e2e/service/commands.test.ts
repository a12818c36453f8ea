import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readActivity } from '../../../server/activity/activity.ts'
import {
  readDestinationConfig,
  writeDestinationConfig,
} from '../../../server/batch-exports/destinations/config-store.ts'
import { createSecretBox } from '../../../server/secrets/secret-box.ts'
import { createCaller, startTestService, type TestService } from './harness.ts'
import { runAdmin } from './service-process.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const run = (...args: string[]) => service.operate(...args)

describe('the command "seed"', () => {
  it('makes members and persons whom a tool may use up', async () => {
    const { status, stdout } = await run('seed', '--people', '2')
    expect(status).toBe(0)
    const { key, organization_id, project_id, member_uuids, person_ids } = JSON.parse(stdout)
    const { client } = createCaller(service.url, key)
    const members = await client.members.listMembers({ path: { organization_id } })
    expect(members.results.map(({ user }) => user.uuid)).toEqual(expect.arrayContaining(member_uuids))
    const persons = await client.persons.listPersons({ path: { project_id } })
    expect(persons.results.map(({ id }) => String(id)).toSorted()).toEqual(person_ids.toSorted())
    expect([members.count, persons.count]).toEqual([3, 2])
    expect((await run('seed', '--people', 'two')).status).toBe(2)
  })
})

describe('the command "account"', () => {
  it('sets what members see of a user, and is in the log', async () => {
    const { id, owner } = await service.makeTenant()
    const args = ['--email-verified', 'true', '--2fa', 'true', '--social-auth', 'true', '--first-name', 'Ann']
    const { status, stdout } = await run('account', '--user', owner.uuid, ...args)
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { is_email_verified: 'true', is_active: 'true' }])
    const members = await owner.client.members.listMembers({ path: { organization_id: id } })
    expect(members.results[0]).toMatchObject({
      is_2fa_enabled: true,
      has_social_auth: true,
      user: { first_name: 'Ann', is_email_verified: true },
    })
    const { results } = await readActivity(service.db, { organizationId: id, scopes: ['User'] })
    expect(results[0]?.detail.changes?.map(({ field, after }) => [field, after])).toEqual([
      ['is_email_verified', true],
      ['is_2fa_enabled', true],
      ['has_social_auth', true],
      ['first_name', 'Ann'],
    ])
  })

  it('refuses the keys of a user who is not active, until it is again', async () => {
    const { id, owner } = await service.makeTenant()
    const { getOrganization } = owner.client.organizations
    await run('account', '--user', owner.uuid, '--active', 'false')
    expect((await getOrganization.result({ path: { id } })).status).toBe(401)
    await run('account', '--user', owner.uuid, '--active', 'true')
    expect((await getOrganization.result({ path: { id } })).status).toBe(200)
  })

  it.each([
    { args: [], says: 'needs --user' },
    { args: ['--user', 'nobody@example.com'], says: 'has nothing to change' },
    { args: ['--user', 'x', '--2fa', 'yes'], says: '--2fa is "yes". Expected: "true" or "false".' },
  ])('says what is wrong with $args', async ({ args, says }) => {
    const { status, stderr } = await run('account', ...args)
    expect([status, stderr]).toEqual([2, expect.stringContaining(says)])
  })

  it('says that a user is unknown', async () => {
    const { status, stderr } = await run('account', '--user', 'nobody@example.com', '--2fa', 'true')
    expect([status, stderr]).toEqual([1, 'No user has the UUID or e-mail address "nobody@example.com".\n'])
  })
})

describe('the command "project"', () => {
  it('makes a project with a token of its own', async () => {
    const { id, owner } = await service.makeTenant()
    const { stdout } = await run('project', '--organization', id, '--name', 'Second')
    const { project_id, api_token } = JSON.parse(stdout)
    const { results } = await owner.client.projects.listProjects()
    expect(results.find((project) => project.id === project_id)).toMatchObject({
      name: 'Second',
      api_token,
      organization: id,
      access_control: false,
    })
    expect(api_token).toMatch(/^phc_\w{40,}$/)
  })

  it('says that an organization is unknown', async () => {
    const { status, stderr } = await run('project', '--organization', 'x', '--name', 'Second')
    expect([status, stderr]).toEqual([1, 'No organization has the UUID "x".\n'])
  })
})

describe('the command "timezone"', () => {
  it('sets in which days the events of a project are counted, and is in the log', async () => {
    const { id, owner, projectId } = await service.makeTenant()
    const { status, stdout } = await run(
      'timezone',
      '--project',
      String(projectId),
      '--timezone',
      'Asia/Tokyo',
    )
    expect([status, JSON.parse(stdout)]).toEqual([0, { project_id: projectId, timezone: 'Asia/Tokyo' }])
    const projects = await owner.client.projects.listProjects()
    expect(projects.results.find(({ id }) => id === projectId)?.timezone).toBe('Asia/Tokyo')
    const { results } = await readActivity(service.db, { organizationId: id, scopes: ['Project'] })
    expect(results[0]?.detail.changes).toMatchObject([
      { field: 'timezone', before: 'UTC', after: 'Asia/Tokyo' },
    ])
  })

  it('refuses what is no time zone, and a project that does not exist', async () => {
    const zone = (project: string, timezone: string) =>
      run('timezone', '--project', project, '--timezone', timezone)
    expect(await zone('1', 'Mars')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(
        '--timezone is "Mars". Expected: a time zone name such as Europe/Berlin.',
      ),
    })
    expect((await zone('1', '+02:00')).status).toBe(2)
    expect(await zone('999999', 'UTC')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('No project has the id "999999".'),
    })
  })

  it('may be given to a new project', async () => {
    const { id } = await service.makeTenant()
    const made = await run('project', '--organization', id, '--name', 'Tokyo', '--timezone', 'Asia/Tokyo')
    const { project_id } = JSON.parse(made.stdout)
    const found = service.db.selectFrom('projects').select('timezone').where('id', '=', project_id)
    expect(await found.executeTakeFirst()).toEqual({ timezone: 'Asia/Tokyo' })
  })
})

describe('keys', () => {
  const status = async (key: string, id: string) => {
    const { organizations } = createCaller(service.url, key).client
    return (await organizations.getOrganization.result({ path: { id } })).status
  }

  it('end by themselves where they are made so', async () => {
    const { id, owner } = await service.makeTenant()
    const make = async (days: string) =>
      JSON.parse((await run('key', '--user', owner.uuid, '--scopes', '*', '--days', days)).stdout)
    const [kept, ended] = [await make('1'), await make('0')]
    expect(Date.parse(kept.expires_at) - Date.now()).toBeGreaterThan(86_000_000)
    expect([await status(kept.key, id), await status(ended.key, id)]).toEqual([200, 401])
    expect((await run('key', '--user', owner.uuid, '--scopes', '*', '--days', 'x')).status).toBe(2)
  })

  it('are replaced by others with the same scopes, and go on for a while or not at all', async () => {
    const { id, owner } = await service.makeTenant()
    const made = JSON.parse((await run('key', '--user', owner.uuid, '--scopes', 'organization:read')).stdout)
    const next = JSON.parse((await run('rotate-key', '--key', made.key)).stdout)
    expect(next.scopes).toEqual(['organization:read'])
    expect([await status(made.key, id), await status(next.key, id)]).toEqual([200, 200])
    const mask = `${next.key.slice(0, 4)}...${next.key.slice(-4)}`
    const last = JSON.parse((await run('rotate-key', '--key', mask, '--keep', '0')).stdout)
    expect([await status(next.key, id), await status(last.key, id)]).toEqual([401, 200])
    const { results } = await readActivity(service.db, { organizationId: id, scopes: ['PersonalAPIKey'] })
    expect(
      results
        .map(({ activity }) => activity)
        .slice(0, 2)
        .toSorted(),
    ).toEqual(['created', 'updated'])
    expect(await run('rotate-key', '--key', 'phx_unknown')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('There is no such key.'),
    })
  })
})

describe('the command "reseal"', () => {
  it('encrypts secrets with the new key, all or none', async () => {
    const tenant = await service.makeTenant()
    const [before, after] = ['the key of before', 'the key of after!']
    const owner = { organization_id: tenant.id, id: randomUUID() }
    const secrets = { token: 'secret' }
    await service.db
      .insertInto('batch_exports')
      .values({
        ...owner,
        project_id: tenant.projectId,
        model: 'events',
        paused: true,
        scheduled_until: new Date(),
        name: 'sealed',
        interval: 'hour',
        destination_type: 'HTTP',
        ...writeDestinationConfig(createSecretBox(before), owner, { shown: { url: 'http://x' }, secrets }),
      })
      .execute()
    const reseal = (SECRET_KEY: string, EARLIER_SECRET_KEYS: string) =>
      runAdmin(['reseal', '--json'], {
        env: { DATABASE_URL: service.databaseUrl, SECRET_KEY, EARLIER_SECRET_KEYS },
      })
    const row = () =>
      service.db.selectFrom('batch_exports').selectAll().where('id', '=', owner.id).executeTakeFirstOrThrow()
    expect(readDestinationConfig(createSecretBox(after, [before]), await row()).secrets).toEqual(secrets)
    expect(await reseal(after, 'quite another key')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`the secrets of batch export ${owner.id}. Nothing was changed.`),
    })
    expect(await reseal(after, `some other text!!,${before}`)).toMatchObject({
      status: 0,
      stdout: '{"resealed":1}\n',
    })
    expect(readDestinationConfig(createSecretBox(after), await row()).secrets).toEqual(secrets)
    const sealed = await row()
    expect(() => readDestinationConfig(createSecretBox(before), sealed)).toThrow('cannot be decrypted')
    expect((await run('reseal')).status).toBe(2)
  })
})

it('the help parts each option from what it takes', async () => {
  const { stdout } = await runAdmin(['--help'], { env: {} })
  const options = stdout.split('\n').filter((line) => /^ {2}--[a-z]/.test(line) && !/ or [A-Z]/.test(line))
  expect(options.length).toBeGreaterThan(20)
  for (const line of options) expect(line).toMatch(/^ {2}--[\w-]+ {2,}\S/)
})
