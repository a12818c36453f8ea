import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answering, closeAll, listen } from '../../unit/contract/listen.ts'

const root = resolve(import.meta.dirname, '../../..')

const DOCUMENT = `openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    get:
      operationId: listNotes
      tags: [notes, reading]
      responses:
        '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } } } }
    post:
      operationId: createNote
      tags: [notes]
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
      responses:
        '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
        '400': { description: wrong }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: readNote
      tags: [reading]
      responses:
        '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
        '404': { description: none }
    delete:
      operationId: deleteNote
      responses:
        '204': { description: gone }
        '404': { description: none }
components:
  schemas:
    Note:
      type: object
      required: [text]
      properties:
        id: { type: string, readOnly: true }
        text: { type: string, minLength: 1, maxLength: 50 }
`

/** Keeps its contract but for the faults that it is given. */
class Notes {
  readonly notes = new Map<string, unknown>()
  readonly log: string[] = []
  #count = 0
  readonly #faults: readonly ('read-203' | 'extra-member')[]

  constructor(...faults: ('read-203' | 'extra-member')[]) {
    this.#faults = faults
  }

  readonly answer = async (request: Request): Promise<Response> => {
    const [, , id] = new URL(request.url).pathname.split('/')
    this.log.push(`${request.method} ${new URL(request.url).pathname}`)
    const allowed = id === undefined ? ['GET', 'POST'] : ['GET', 'DELETE']
    const method = request.method === 'HEAD' ? 'GET' : request.method
    if (!allowed.includes(method))
      return new Response('', { status: 405, headers: { allow: allowed.join(', ') } })
    if (method === 'POST') return this.#create(request)
    if (id === undefined) return Response.json([...this.notes.values()])
    const note = this.notes.get(decodeURIComponent(id))
    if (note === undefined) return new Response('', { status: 404 })
    if (method === 'GET')
      return Response.json(note, { status: this.#faults.includes('read-203') ? 203 : 200 })
    this.notes.delete(id)
    return new Response(null, { status: 204 })
  }

  async #create(request: Request): Promise<Response> {
    const refused = new Response('', { status: 400 })
    if (!request.headers.get('content-type')?.includes('json')) return refused
    const note = await request.json().catch(() => undefined)
    const text: unknown = Object(note).text
    if (typeof text !== 'string' || text.length === 0 || text.length > 50) return refused
    const extra = this.#faults.includes('extra-member') ? { colour: 'red' } : {}
    const made = { id: `n${++this.#count}`, text, ...extra }
    this.notes.set(made.id, made)
    return Response.json(made, { status: 201 })
  }
}

let folder: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'concordat-verify-'))
  writeFileSync(join(folder, 'openapi.yaml'), DOCUMENT)
  await mkdir(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules/concordat'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
  closeAll()
})

interface Ended {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

/** The server answers while the command runs, so nothing here may block. */
function verify(baseUrl: string, ...args: string[]): Promise<Ended> {
  const all = [join(root, 'generator/cli.ts'), 'verify', baseUrl, ...args]
  return new Promise((done) => {
    execFile(process.execPath, all, { cwd: folder }, (error, stdout, stderr) =>
      done({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
}
const FROM = ['--document', 'openapi.yaml']

describe('concordat verify', () => {
  test('needs nothing but a document for a simple server, and leaves nothing behind', async () => {
    const notes = new Notes()
    const { status, stdout } = await verify(await listen(answering(notes.answer)), ...FROM)
    expect(stdout).toMatch(/\n?4 operations, \d+ passed, 0 failed, /)
    expect(status).toBe(0)
    expect(notes.notes.size).toBe(0)
  })

  test('selects by tag, also one that is not the first, and leaves out', async () => {
    const notes = new Notes()
    const baseUrl = await listen(answering(notes.answer))
    const operations = async (...args: string[]) =>
      /(\d+) operations/.exec((await verify(baseUrl, ...FROM, '--rule', 'conformance', ...args)).stdout)?.[1]
    expect(await operations('--tag', 'reading')).toBe('2')
    expect(await operations('--skip-tag', 'reading')).toBe('2')
    expect(await operations('--skip-operation', 'readNote')).toBe('3')
    expect(await operations('--skip-rule', 'conformance')).toBe('0')
    const unknown = await verify(baseUrl, ...FROM, '--tag', 'writing')
    expect([unknown.status, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('There is no tag "writing". Expected one of: notes, reading, default.'),
    ])
  })

  test('--read-only sends no write', async () => {
    const notes = new Notes()
    notes.notes.set('n0', { id: 'n0', text: 'there' })
    const { status, stdout } = await verify(await listen(answering(notes.answer)), ...FROM, '--read-only')
    expect(status).toBe(0)
    expect(stdout).toContain('it would send POST, and the run only reads')
    expect(notes.log.length).toBeGreaterThan(3)
    expect(notes.log.filter((line) => !/^(GET|HEAD|OPTIONS) /.test(line))).toEqual([])
  })

  test('--undocumented-fields report finds what the schema does not name', async () => {
    const baseUrl = await listen(answering(new Notes('extra-member').answer))
    expect((await verify(baseUrl, ...FROM)).status).toBe(0)
    const { status, stdout } = await verify(baseUrl, ...FROM, '--undocumented-fields', 'report')
    expect(status).toBe(1)
    expect(stdout).toContain('no member /colour, which the schema does not name')
  })

  test('a baseline is written, keeps a run well, and fails it once a failure is gone', async () => {
    const faulty = await listen(answering(new Notes('read-203').answer))
    expect((await verify(faulty, ...FROM)).status).toBe(1)
    const written = await verify(faulty, ...FROM, '--baseline', 'known.yaml', '--write-baseline')
    expect([written.status, written.stderr]).toEqual([
      0,
      expect.stringMatching(/known\.yaml: \d+ known failures\./),
    ])
    const text = readFileSync(join(folder, 'known.yaml'), 'utf8')
    expect(text).toContain('operation: readNote')
    const known = await verify(faulty, ...FROM, '--baseline', 'known.yaml')
    expect([known.status, known.stdout]).toEqual([0, expect.stringContaining(' 0 failed, ')])
    expect(known.stdout).toContain('Known failures\n  readNote conformance ')
    const mended = await verify(
      await listen(answering(new Notes().answer)),
      ...FROM,
      '--baseline',
      'known.yaml',
    )
    expect([mended.status, mended.stdout]).toEqual([
      1,
      expect.stringContaining(' no longer fails. Fix: take it out of the baseline.'),
    ])
    writeFileSync(join(folder, 'known.yaml'), 'failures: [{ rule: conformance, why: 3 }]\n')
    const wrong = await verify(faulty, ...FROM, '--baseline', 'known.yaml')
    expect(wrong.status).toBe(2)
    for (const message of [
      'failures[0] has no "operation".',
      'failures[0] has no "clause".',
      'has a member "why"',
    ])
      expect(wrong.stderr).toContain(message)
  })

  test('reads its configuration, hooks and all', async () => {
    writeFileSync(
      join(folder, 'concordat.config.ts'),
      `import { defineConfig } from 'concordat/config'
export default defineConfig({
  document: 'openapi.yaml',
  output: 'out',
  verify: { headers: { 'X-Gate': { env: 'GATE' } }, skipRules: ['generated'], maxRequests: 5, rate: 1000 },
})
`,
    )
    const seen = new Set<string | null>()
    const baseUrl = await listen(
      answering((request) => {
        seen.add(request.headers.get('x-gate'))
        return new Notes().answer(request)
      }),
    )
    const missing = await verify(baseUrl)
    expect([missing.status, missing.stderr]).toEqual([
      2,
      expect.stringContaining(
        '"verify.headers.X-Gate" names the environment variable "GATE", which is not set.',
      ),
    ])
    process.env['GATE'] = 'open-sesame'
    const { stdout } = await verify(baseUrl).finally(() => delete process.env['GATE'])
    expect([...seen]).toEqual(['open-sesame'])
    expect(stdout).toContain('the run had sent its 5 requests')
  })

  test('a server that cannot be tested is one message and exit code 2', async () => {
    const gone = await listen(() => {})
    closeAll()
    const slow = await listen(() => {})
    const html = await listen(
      answering(() => new Response('<p>', { headers: { 'content-type': 'text/html' } })),
    )
    for (const [url, message, ...args] of [
      [gone, 'nothing listens there'],
      [html, 'answers HTML, which "Notes" never does'],
      [slow, 'time-out after 100 ms', '--timeout', '100'],
      ['nowhere', '"nowhere" is not a URL'],
    ] as const) {
      const { status, stderr } = await verify(url, ...FROM, ...args)
      expect([status, stderr]).toEqual([2, expect.stringContaining(message)])
    }
  })
})
