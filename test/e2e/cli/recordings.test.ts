import type { ChildProcess } from 'node:child_process'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Project } from './project.ts'

/** Where Debian's package puts it. */
const executablePath = '/usr/bin/chromium'
const run = promisify(execFile)

const DOCUMENT = `openapi: 3.0.3
info: { title: Notes, version: '1' }
paths:
  /notes:
    get:
      operationId: listNotes
      responses:
        '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } } } }
    post:
      operationId: addNote
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
      responses:
        '200': { description: ok }
components:
  schemas:
    Note: { type: object, required: [text], properties: { id: { type: string }, text: { type: string } } }
`

/** The document after a repair from any of the recordings. */
const EXPECTED = {
  '/components/schemas/Note': {
    type: 'object',
    required: ['text'],
    properties: { id: { type: 'integer' }, text: { type: 'string', nullable: true } },
  },
  added: ['200', '201'],
}

let project: Project
let server: Server
let baseUrl: string

beforeAll(async () => {
  project = new Project(DOCUMENT)
  server = createServer((incoming, outgoing) => {
    incoming.resume()
    incoming.on('end', () => {
      const json = (status: number, body: unknown) =>
        outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      if (incoming.url === '/')
        outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Notes</title>')
      else if (incoming.method === 'POST') json(201, { id: 3, text: 'new' })
      else
        json(200, [
          { id: 1, text: 'one' },
          { id: 2, text: null },
        ])
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.close()
  server.closeAllConnections()
  project.remove()
})

/** Loads the document with an overlay, and compares it with the expected repair. */
async function expectRepaired(overlay: string, id: object = { type: 'integer' }): Promise<void> {
  const { load } = await import('../../../generator/load/load.ts')
  const { document } = await load({
    document: join(project.folder, 'openapi.yaml'),
    overlays: [join(project.folder, overlay)],
  })
  const { properties, ...note } = EXPECTED['/components/schemas/Note']
  expect(document.components?.schemas?.['Note']).toEqual({ ...note, properties: { ...properties, id } })
  expect(Object.keys(document.paths?.['/notes']?.post?.responses ?? {})).toEqual(EXPECTED.added)
}

test.skipIf(!existsSync(executablePath))('what Chromium recorded', async () => {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const har = join(project.folder, 'chromium.har')
  const context = await browser.newContext({ recordHar: { path: har } })
  const page = await context.newPage()
  await page.goto(baseUrl)
  await page.evaluate(async () => {
    await (await fetch('/notes')).json()
    const body = JSON.stringify({ text: 'new' })
    await (
      await fetch('/notes', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    ).json()
  })
  await context.close()
  await browser.close()
  const { status, stdout } = await project.concordat([
    ...['repair', '--har', 'chromium.har', '--document', 'openapi.yaml', '--propose', 'chromium.yaml'],
  ])
  expect(stdout).toContain('With the overlay, the document matches the traffic.')
  expect(status).toBe(0)
  await expectRepaired('chromium.yaml')
})

test('what curl sent through the proxy', async () => {
  const { child, ended } = project.start([
    ...['proxy', baseUrl, '--document', 'openapi.yaml', '--port', '0', '--propose', 'curl.yaml'],
  ])
  const url = await addressOf(child)
  await run('curl', ['-s', `${url}/notes`])
  await run('curl', ['-s', `${url}/notes`, '-H', 'content-type: application/json', '-d', '{"text":"new"}'])
  child.kill('SIGTERM')
  const { status, stderr } = await ended
  expect(status).toBe(1)
  expect(stderr).toContain('With the overlay, the document matches the traffic.')
  await expectRepaired('curl.yaml')
})

test('what a run of the rules recorded, told while it runs and from its archive', async () => {
  await project.concordat([
    ...['verify', baseUrl, '--document', 'openapi.yaml', '--rule', 'conformance', '--allow', 'addNote'],
    ...['--propose', 'run.yaml'],
    ...['--report', 'har=run.har'],
  ])
  await expectRepaired('run.yaml')
  await project.concordat([
    'repair',
    '--har',
    'run.har',
    '--document',
    'openapi.yaml',
    '--propose',
    'again.yaml',
  ])
  // An archive does not record that a rule made up the ID that the server accepted.
  await expectRepaired('again.yaml', { anyOf: [{ type: 'integer' }, { type: 'string' }] })
  expect(readFileSync(join(project.folder, 'run.yaml'), 'utf8')).toContain('x-evidence')
})

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk
      const found = /Listening on (\S+)/.exec(text)?.[1]
      if (found !== undefined) resolve(found)
    })
  })
}
