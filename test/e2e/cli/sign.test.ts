import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Project } from './project.ts'

const DOCUMENT = `openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /login:
    post:
      operationId: logIn
      security: []
      responses: { '200': { description: ok }, '403': { description: no } }
  /notes:
    post:
      operationId: makeNote
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [text], properties: { text: { type: string, example: 'a note' } } }
      responses: { '200': { description: ok }, '400': { description: wrong }, '403': { description: no signature } }
  /time:
    get:
      operationId: readTime
      responses: { '200': { description: ok }, '403': { description: no signature } }
`

const signatureOf = (method: string, path: string, body: Uint8Array): string =>
  createHmac('sha256', 'a secret').update(`${method} ${path}\n`).update(body).digest('hex')

let project: Project
let server: Server
let baseUrl: string
let unsigned: string[] = []
let signatures: string[] = []

beforeAll(async () => {
  project = new Project(DOCUMENT)
  server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const { method = '', url = '' } = request
    const signature = String(request.headers['x-signature'])
    signatures.push(signature)
    const isSigned = signature === signatureOf(method, url, body)
    if (!isSigned) unsigned.push(`${method} ${url}`)
    response.writeHead(isSigned ? 200 : 403).end()
  })
  server.keepAliveTimeout = 0
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

beforeEach(() => {
  unsigned = []
  signatures = []
})

afterAll(() => {
  server.close()
  server.closeAllConnections()
  project.remove()
})

const RUN = [
  '--rule',
  'conformance',
  '--allow',
  'makeNote',
  '--report',
  'har=run.har',
  '--report',
  'json=run.json',
]

test('a function of the configuration signs the bytes of each request', async () => {
  project.write(
    'concordat.config.ts',
    `import { createHmac } from 'node:crypto'
import { defineConfig } from 'concordat/config'

export default defineConfig({
  document: 'openapi.yaml',
  output: 'generated',
  verify: {
    sign({ method, url, headers, body }) {
      const hmac = createHmac('sha256', 'a secret').update(method + ' ' + url.pathname + url.search + '\\n')
      headers.set('x-signature', hmac.update(body ?? '').digest('hex'))
    },
  },
})
`,
  )
  const { status, stdout, stderr } = await project.concordat(['verify', baseUrl, ...RUN])
  expect(stdout + stderr).not.toContain('failed:')
  expect(status).toBe(0)
  expect(signatures.length).toBeGreaterThan(2)
  expect(unsigned).toEqual([])
  const kept = ['run.har', 'run.json'].map((name) => readFileSync(join(project.folder, name), 'utf8')).join()
  for (const signature of signatures) expect(kept).not.toContain(signature)
  expect(kept, 'the archive names the header').toMatch(/"name": "x-signature",\s*"value": "\$SIGNATURE"/)
})

test('a command reads the request, and prints the headers to set', async () => {
  project.write('concordat.config.ts', `export default { document: 'openapi.yaml', output: 'generated' }\n`)
  project.write(
    'sign.mjs',
    `import { createHmac } from 'node:crypto'
import { text } from 'node:stream/consumers'

const { method, url, body = '' } = JSON.parse(await text(process.stdin))
const { pathname, search } = new URL(url)
const hmac = createHmac('sha256', 'a secret').update(method + ' ' + pathname + search + '\\n')
console.log(JSON.stringify({ 'x-signature': hmac.update(Buffer.from(body, 'base64')).digest('hex') }))
`,
  )
  const { status } = await project.concordat(['verify', baseUrl, ...RUN, '--sign', 'node sign.mjs'])
  expect(status).toBe(0)
  expect(signatures.length).toBeGreaterThan(2)
  expect(unsigned).toEqual([])
})

test('what cannot sign ends the run, and says why', async () => {
  const { status, stderr } = await project.concordat(['verify', baseUrl, ...RUN, '--sign', 'echo none'])
  expect(status).not.toBe(0)
  expect(stderr).toContain(
    'the command did not print a JSON object whose values are strings. Expected: {"x-signature": "…"}.',
  )
  expect(signatures).toEqual([])
})
