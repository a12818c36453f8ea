import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CreateInvite, Invite } from '../../../generated/types.ts'
import { quiet, until } from '../../waiting.ts'
import { createCaller, startTestService, type Tenant, type TestService } from './harness.ts'
import { makeDatabase } from './postgres.ts'
import { runAdmin, startService } from './service-process.ts'
import { parse, type SmtpInbox, startSmtpInbox } from './smtp-inbox.ts'

const email = () => `${randomUUID()}@example.com`

const invite = ({ owner, id }: Tenant, fields: Partial<CreateInvite> = {}): Promise<Invite> =>
  owner.client.invites.createInvite({
    path: { organization_id: id },
    body: { target_email: email(), ...fields },
  })

describe('e-mail by SMTP', () => {
  const stateOfJob = async (inviteId: string) => {
    const { rows } = await sql<{ state: string }>`
      select state from jobs.job where name = 'invite-email' and data ->> 'inviteId' = ${inviteId}`.execute(
      service.db,
    )
    return rows
  }
  let inbox: SmtpInbox
  let service: TestService
  let tenant: Tenant
  let env: NodeJS.ProcessEnv
  beforeAll(async () => {
    inbox = await startSmtpInbox()
    env = {
      SMTP_URL: inbox.url,
      MAIL_FROM: 'Concordat <post@concordat.test>',
      INVITE_LINK: 'https://app.example.com/join/{id}?by=mail',
    }
    service = await startTestService(env)
    tenant = await service.makeTenant()
  })
  afterAll(async () => {
    await service?.stop()
    await inbox?.stop()
  })

  it('tells who invites where, and how to accept', async () => {
    const name = 'Zoë 🦊'
    const message = 'Glad to have you.\n.\nA line with a dot alone, = and ü.'
    const made = await invite(tenant, { first_name: name, message })
    expect(made.emailing_attempt_made).toBe(true)
    const [mail] = await inbox.await(made.target_email)
    expect(mail).toMatchObject({ from: 'post@concordat.test', to: [made.target_email] })
    expect(mail?.header).toContain('From: Concordat <post@concordat.test>')
    expect(mail?.header).toContain(`Message-ID: <invite-${made.id}@concordat.test>`)
    for (const part of [
      `Hello ${name},`,
      `${made.created_by.email} invites you to join the organization "Test organization".`,
      message,
      `https://app.example.com/join/${made.id}?by=mail`,
      'three days',
    ]) {
      expect(mail?.text).toContain(part)
    }
  })

  it('lets no text become a header or another receiver', async () => {
    const first_name = 'A\r\nBcc: x@y.co'
    const made = await invite(tenant, { first_name, message: '\r\n.\r\nMAIL FROM:<x@y.co>' })
    const [mail] = await inbox.await(made.target_email)
    expect(mail?.to).toEqual([made.target_email])
    expect(mail?.header.split('\r\n').filter((line) => /^bcc/i.test(line))).toEqual([])
    expect(inbox.received.some(({ to }) => to.includes('x@y.co'))).toBe(false)
  })

  it('goes out once for each invite of a bulk, and for none that is refused', async () => {
    const [one, two] = [email(), email()]
    const refused = email()
    const { createInvites } = tenant.owner.client.invites
    const organization = { organization_id: tenant.id }
    const bulk = (...emails: string[]) =>
      createInvites.result({
        path: organization,
        body: emails.map((target_email) => ({ target_email })),
      })
    expect((await bulk(refused, 'x')).status).toBe(400)
    expect((await bulk(one, two)).status).toBe(200)
    expect(await inbox.await(one)).toHaveLength(1)
    expect(await inbox.await(two)).toHaveLength(1)
    await quiet(1000)
    for (const [address, count] of [
      [one, 1],
      [two, 1],
      [refused, 0],
    ] as const) {
      expect(inbox.received.filter(({ to }) => to.includes(address))).toHaveLength(count)
    }
  })

  it('does not go out when it is not asked for', async () => {
    const silent = await invite(tenant, { send_email: false })
    expect(silent.emailing_attempt_made).toBe(false)
    const loud = await invite(tenant)
    await inbox.await(loud.target_email)
    await quiet(500)
    expect(inbox.received.some(({ to }) => to.includes(silent.target_email))).toBe(false)
  })

  it('is tried again when the server refuses it for now', async () => {
    inbox.refuseNext(2)
    const made = await invite(tenant)
    expect(await inbox.await(made.target_email)).toHaveLength(1)
  })

  it.each(['its receiver', 'its content'])(
    'is given up when the server refuses %s for good',
    async (what) => {
      const before = inbox.refusals()
      const target_email = email()
      if (what === 'its receiver') inbox.refuseReceiver(target_email)
      else inbox.refuseNext(1, 554)
      const made = await invite(tenant, { target_email })
      const state = () => stateOfJob(made.id)
      await expect.poll(state).toEqual([{ state: 'cancelled' }])
      await quiet(3000) // a second attempt would follow after one or two seconds
      expect(inbox.refusals() - before).toBe(1)
      expect(await state()).toEqual([{ state: 'cancelled' }])
      expect(inbox.received.some(({ to }) => to.includes(target_email))).toBe(false)
    },
  )

  it('does not go out for an invite that was taken back meanwhile', async () => {
    inbox.refuseNext(1)
    const made = await invite(tenant)
    const place = { organization_id: tenant.id, id: made.id }
    await tenant.owner.client.invites.deleteInvite({ path: place })
    await expect.poll(() => stateOfJob(made.id)).toEqual([{ state: 'completed' }])
    inbox.refuseNext(0)
    expect(inbox.received.some(({ to }) => to.includes(made.target_email))).toBe(false)
  })

  it('tells the members who joined, unless the organization does not want it', async () => {
    const member = await service.makePerson({ organizationId: tenant.id, level: 1 })
    const { email: address } = await service.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow()
    const accept = async () => {
      const made = await invite(tenant, { send_email: false })
      const args = ['accept', '--invite', made.id, '--email', made.target_email]
      const settings = { ...env, DATABASE_URL: service.databaseUrl }
      expect(await runAdmin(args, { env: settings })).toMatchObject({ status: 0, stderr: '' })
      return made.target_email
    }
    const told = await accept()
    const [mail] = await inbox.await(address)
    expect(mail?.text).toBe(`${told} has joined the organization "Test organization".\n`)
    const { updateOrganization } = tenant.owner.client.organizations
    await updateOrganization({ path: { id: tenant.id }, body: { is_member_join_email_enabled: false } })
    await accept()
    await quiet(1500)
    expect(await inbox.await(address)).toHaveLength(1)
  })
})

describe('e-mail of a service that is killed', () => {
  it('goes out after the next start, through a server that wants a password', async () => {
    const inbox = await startSmtpInbox({ user: 'post@concordat.test', password: 'a:b@c/d' })
    const database = await makeDatabase()
    const env = { DATABASE_URL: database.url, SMTP_URL: inbox.url }
    const web = await startService({ args: [], env: { ...env, ROLE: 'web' } })
    const target_email = email()
    const { invites } = createCaller(web.url, web.firstKey!).client
    await invites.createInvite({ path: { organization_id: '@current' }, body: { target_email } })
    await web.end('SIGKILL')
    expect(inbox.received).toEqual([])
    const worker = await startService({ args: [], env: { ...env, ROLE: 'worker' } })
    expect(await inbox.await(target_email)).toHaveLength(1)
    await worker.end()
    await database.drop()
    await inbox.stop()
  })
})

describe('without an SMTP server', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'concordat-outbox-'))
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ DATA_FOLDER: folder })
  })
  afterAll(async () => {
    await service?.stop()
    rmSync(folder, { recursive: true })
  })

  it('e-mails are put into the outbox, which only its owner can read', async () => {
    const tenant = await service.makeTenant()
    const made = await invite(tenant)
    expect(made.emailing_attempt_made).toBe(false)
    const file = path.join(folder, 'outbox', `invite-${made.id}.eml`)
    await until(() => existsSync(file))
    const { header, text } = parse(readFileSync(file, 'utf8'))
    expect(header).toContain(`To: ${made.target_email}`)
    expect(text).toContain(
      `The id of your invite is ${made.id}. To accept the invite, send this id to the operator of the service.`,
    )
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(path.dirname(file))).toEqual([path.basename(file)])
  })
})
