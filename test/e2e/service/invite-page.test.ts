import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../../waiting.ts'
import { createCaller } from './harness.ts'
import { type ServiceProcess, startService } from './service-process.ts'

let folder: string
let service: ServiceProcess
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'invite-page-'))
  service = await startService({ args: ['--data', folder], env: { PUBLIC_URL: 'https://service.example' } })
})
afterAll(async () => {
  await service?.end()
  rmSync(folder, { recursive: true, force: true })
})

const own = { organization_id: '@current' }
const client = () => createCaller(service.url, service.firstKey!).client

/** Creates an invite, and points the URL in its e-mail at the service under test. */
async function invite(target_email: string) {
  const { id } = await client().invites.createInvite({ path: own, body: { target_email } })
  const file = path.join(folder, 'outbox', `invite-${id}.eml`)
  await until(() => existsSync(file))
  const mail = readFileSync(file, 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=')
  const [address = ''] = /https:\/\/service\.example\/invites\/accept\?\S+/.exec(mail) ?? []
  expect(address, mail).not.toBe('')
  return { id, address: address.replace('https://service.example', service.url) }
}

/** Presses the button on the page. */
async function accept(address: string): Promise<Response> {
  const text = await (await fetch(address)).text()
  const [, token = ''] = /name="token" value="([^"]+)"/.exec(text) ?? []
  return await fetch(`${service.url}/invites/accept`, {
    method: 'POST',
    body: new URLSearchParams({ token }),
  })
}

it('invited people accept by the page that their e-mail names, and get a first key', async () => {
  const email = `ann-${randomUUID()}@example.com`
  const { address } = await invite(email)
  const offer = await fetch(address)
  expect(Object.fromEntries(offer.headers)).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
  expect(await offer.text()).toContain(`invites ${email} to join`)
  const answer = await accept(address)
  const [key = ''] = /phx_\w+/.exec(await answer.text()) ?? []
  expect(answer.status).toBe(200)
  const members = await createCaller(service.url, key).client.members.listMembers({ path: own })
  expect(members.results.map(({ user }) => user.email)).toContain(email)
  expect((await fetch(address)).status).toBe(404)
  expect((await accept(address)).status).toBe(404)
})

it('of two invites to one address that are accepted at the same time, one is, and the other is used up', async () => {
  for (let round = 0; round < 3; round++) {
    const email = `twice-${randomUUID()}@example.com`
    const invites = [await invite(email), await invite(email)]
    const answers = await Promise.all(invites.map(({ address }) => accept(address)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    for (const answer of answers) expect(await answer.text()).toMatch(/<p>/)
  }
})

it('a name adds no line to an e-mail', async () => {
  const body = { target_email: `cat-${randomUUID()}@example.com`, first_name: 'a\nBcc: b\u202e' }
  const { id } = await client().invites.createInvite({ path: own, body })
  const file = path.join(folder, 'outbox', `invite-${id}.eml`)
  await until(() => existsSync(file))
  const mail = readFileSync(file, 'utf8')
  expect(mail).toContain('Hello a Bcc: b')
  expect(mail).not.toMatch(/^Bcc|=0A|=E2=80=AE|%0A/m)
})

it('nobody accepts without the token of the e-mail, nor what was taken back', async () => {
  const { id, address } = await invite(`bob-${randomUUID()}@example.com`)
  const post = (token: string) =>
    fetch(`${service.url}/invites/accept`, { method: 'POST', body: new URLSearchParams({ token }) })
  for (const token of ['', id, 'v1.x', `v1.${'A'.repeat(80)}`, 'x'.repeat(20_000)])
    expect((await post(token)).status, token).toBe(404)
  await client().invites.deleteInvite({ path: { ...own, id } })
  expect((await accept(address)).status).toBe(404)
  expect((await fetch(`${service.url}/invites/accept`, { method: 'PUT' })).status).toBe(405)
})

it('names of organizations and people stand in the page as text', async () => {
  const name = '<script>alert("1")</script>'
  const { getOrganization, updateOrganization } = client().organizations
  const current = { id: '@current' }
  const { name: before } = await getOrganization({ path: current })
  await updateOrganization({ path: current, body: { name } })
  const { address } = await invite(`eve-${randomUUID()}@example.com`)
  const text = await (await fetch(address)).text()
  expect(text).not.toContain('<script>')
  expect(text).toContain('&#60;script&#62;')
  await updateOrganization({ path: current, body: { name: before } })
})
