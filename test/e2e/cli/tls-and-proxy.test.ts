import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answering, closeAll, listen } from '../../unit/contract/support/listen.ts'
import { NOTES_DOCUMENT, Notes } from './notes.ts'
import { Project } from './project.ts'

const pem = (name: string): URL => new URL(`../../unit/contract/tls/${name}`, import.meta.url)
let project: Project
beforeEach(() => {
  project = new Project(NOTES_DOCUMENT)
})
afterEach(() => {
  project.remove()
  closeAll()
})
const verify = (baseUrl: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  project.concordat(['verify', baseUrl, '--document', 'openapi.yaml', '--rule', 'conformance', ...args], env)

test('a server whose certificate nobody else trusts is reached with its authority, and without is one sentence', async () => {
  const notes = new Notes()
  const baseUrl = await listen(answering(notes.answer), {
    cert: readFileSync(pem('server.pem')),
    key: readFileSync(pem('server.key.pem')),
  })
  const trusting = await verify(baseUrl, ['--ca', fileURLToPath(pem('authority.pem'))])
  expect(trusting.stdout).toContain(' 0 failed')
  expect(trusting.status).toBe(0)
  expect(notes.notes.size).toBe(0)
  const refusing = await verify(baseUrl, [])
  expect(refusing.status).toBe(2)
  expect(refusing.stderr).toContain('--ca FILE')
})

test('where a name leads nowhere, a proxy of the environment is named', async () => {
  const { status, stderr } = await verify('http://notes.invalid', [], {
    HTTPS_PROXY: 'http://proxy.test:3128',
  })
  expect(status).toBe(2)
  expect(stderr).toContain(
    'Concordat does not use the proxy that HTTPS_PROXY names. Run Concordat where it can reach the server directly.',
  )
})
