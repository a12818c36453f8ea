import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Project } from './project.ts'

const DOCUMENT = `openapi: 3.1.0
info: { title: Clocks, version: '1' }
paths:
  /time:
    get: { operationId: readTime, responses: { '200': { description: ok } } }
  /zone:
    get: { operationId: readZone, responses: { '200': { description: ok } } }
`
const CONFIG = readFileSync(join(import.meta.dirname, 'own-rule.config.ts'), 'utf8')

let project: Project
let server: Server
let baseUrl: string

beforeAll(async () => {
  project = new Project(DOCUMENT)
  project.write('concordat.config.ts', CONFIG)
  server = createServer((incoming, outgoing) => {
    outgoing.writeHead(200, incoming.url === '/time' ? { 'x-request-id': '1' } : {}).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.close()
  server.closeAllConnections()
  project.remove()
})

test("a rule of the user's own is run, told and selected like the others", async () => {
  const { status, stdout } = await project.concordat(['verify', baseUrl, '--rule', 'request-id'])
  expect(status).toBe(1)
  expect(stdout).toContain('the header "x-request-id"')
  expect(stdout).toContain('readZone')
  expect(stdout).toMatch(/1 passed, 1 failed/)
  const without = await project.concordat(['verify', baseUrl, '--skip-rule', 'request-id'])
  expect(without.status).toBe(0)
  expect(without.stdout).not.toContain('x-request-id')
})

test('a rule that is none, and a second one of a name, are refused in a sentence', async () => {
  project.write('twice.config.ts', CONFIG.replace("code: 'request-id'", "code: 'head'"))
  const twice = await project.concordat(['verify', baseUrl, '--config', 'twice.config.ts'])
  expect(twice.status).toBe(2)
  expect(twice.stderr).toContain('Two rules have the code "head".')
  project.write('none.config.ts', CONFIG.replace("code: 'request-id'", "code: 'Request ID'"))
  const none = await project.concordat(['verify', baseUrl, '--config', 'none.config.ts'])
  expect(none.status).toBe(2)
  expect(none.stderr).toContain('"verify.ownRules[0]" is not a rule')
})

test('docs/verify.md shows the configuration as it stands', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/verify.md'), 'utf8')
  expect(/write a rule:\n```ts\n([\s\S]+?)```/.exec(page)?.[1]).toBe(CONFIG)
})
