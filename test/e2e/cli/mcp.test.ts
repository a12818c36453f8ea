import { join, resolve } from 'node:path'
import { type RunningServer, serve } from '@concordat/runtime/server/node'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOTES_DOCUMENT } from './notes.ts'
import { Project } from './project.ts'

const root = resolve(import.meta.dirname, '../../..')
/** The notes, for clients that have a token. */
const DOCUMENT = NOTES_DOCUMENT.replace(
  'components:\n',
  'security: [{ token: [] }]\ncomponents:\n  securitySchemes: { token: { type: http, scheme: bearer } }\n',
)
const KEY = 'key-of-the-service-7f3a'

let project: Project
let server: RunningServer
let client: Client
/** The methods of all requests that the server received. */
const asked: string[] = []
let isRight = false

beforeAll(async () => {
  server = await serve(async (request) => {
    asked.push(request.method)
    const { pathname } = new URL(request.url)
    if (request.headers.get('authorization') !== `Bearer ${KEY}`)
      return Response.json({ code: 401 }, { status: 401 })
    const note = { id: '7', text: `Told ${KEY}` }
    if (pathname === '/notes') return Response.json(isRight ? [note] : [{ ...note, id: 7 }])
    return Response.json({ detail: 'None.' }, { status: 404 })
  })
  project = new Project(DOCUMENT)
  project.write(
    'concordat.config.json',
    '{ "document": "openapi.yaml", "output": "out", "outputs": ["types"] }',
  )
  client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(root, 'generator/cli.ts'), 'mcp', '--server', server.url],
      cwd: project.folder,
      env: { PATH: process.env['PATH'] ?? '', CONCORDAT_KEY: KEY },
      stderr: 'ignore',
    }),
  )
})
afterAll(async () => {
  await client?.close()
  await server?.close()
  project?.remove()
})

async function call(name: string, input: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { content, isError } = await client.callTool({ name, arguments: input })
  const [first] = content as { type: string; text: string }[]
  const text = first?.text ?? ''
  expect(text).not.toContain(KEY)
  expect(text.length).toBeLessThan(12_500)
  return isError === true ? `Error: ${text}` : text
}

test('an agent generates, verifies, asks why, mends, asks again, and compares', async () => {
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['generate', 'verify', 'explain', 'replay', 'diff'])

  expect(await call('generate')).toMatch(/^out: \d+ operations, \d+ files?, \d+ changed\.\n {2}/)

  const run = await call('verify', { rules: ['conformance'] })
  expect(run).toMatch(/^\d+ findings? in \d+ requests?\. Checks: /)
  const [, id = ''] = /^- ([0-9a-f]{8,}) GET \/notes .*breaks|^- ([0-9a-f]{8,}) /m.exec(run) ?? []
  expect(id).not.toBe('')
  expect(new Set(asked)).toEqual(new Set(['GET']))

  const why = await call('explain', { id })
  expect(why).toContain('Rule: conformance')
  expect(why).toMatch(/Clause: openapi\.yaml:\d+ #\/components\/schemas\/Note\/properties\/id/)
  expect(why).toMatch(/^> \d+ /m)
  expect(why).toContain('Response: 200')
  expect(why).toContain('$CONCORDAT_KEY')

  expect(await call('replay', { id })).toMatch(/^The finding is still there\./)
  isRight = true
  expect(await call('replay', { id })).toMatch(/^The finding is gone\./)

  project.write('new.yaml', DOCUMENT.replace(/ {4}delete:[\s\S]*?none }\n/, ''))
  expect(await call('diff', { old: 'openapi.yaml', new: 'new.yaml' })).toContain('deleteNote')
})

test('it explains rules and codes of problems, with their places', async () => {
  expect(await call('explain', { id: 'lifecycle' })).toMatch(
    /^lifecycle: a family of rules\.\n[\s\S]+\nExample of a violation: /,
  )
  expect(await call('explain', { id: 'lifecycle/location' })).toMatch(
    /^lifecycle\/location: a rule .+\nThe `Location` [\s\S]+\nFix: /,
  )
  project.write('openapi.yaml', DOCUMENT.replaceAll(/operationId: \w+/g, 'operationId: same'))
  expect(await call('generate', { check: true })).toContain('- duplicate-operation-id: ')
  expect(await call('explain', { id: 'duplicate-operation-id' })).toMatch(
    /openapi\.yaml:\d+:\d+ [\s\S]+Fix: /,
  )
  project.write('openapi.yaml', DOCUMENT)
})

test('it refuses what the user did not name, and says why', async () => {
  const before = asked.length
  expect(await call('verify', { server: 'http://127.0.0.1:9/' })).toMatch(
    /^Error: "http:\/\/127\.0\.0\.1:9\/" was not specified when "concordat mcp" was started/,
  )
  expect(await call('diff', { old: 'http://127.0.0.1:9/openapi.yaml', new: 'new.yaml' })).toMatch(
    /^Error: .*is not on a server/,
  )
  expect(await call('verify', { budget: 7 })).toMatch(/^Error: The arguments of "verify" are invalid/)
  expect(await call('replay', { id: '00' })).toMatch(/^Error: "00" does not identify one finding/)
  expect(await call('mock')).toBe('Error: There is no tool "mock".')
  expect(asked.length).toBe(before)
})
