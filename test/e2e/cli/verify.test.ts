import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answering, closeAll, listen } from '../../unit/contract/support/listen.ts'
import { NOTES_DOCUMENT, Notes } from './notes.ts'
import { Project } from './project.ts'

let project: Project
beforeEach(() => {
  project = new Project(NOTES_DOCUMENT)
})
afterEach(() => {
  project.remove()
  closeAll()
})

const verify = (baseUrl: string, ...args: string[]) => project.concordat(['verify', baseUrl, ...args])
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
    const unknown = await verify(
      baseUrl,
      ...[...FROM, '--tag', 'writing', '--skip-rule', 'negativ', '--operation', 'listNote'],
    )
    expect(unknown.status).toBe(2)
    for (const message of [
      'There is no tag "writing". Expected one of: notes, reading, default.',
      'There is no rule "negativ". Did you mean "negative"?',
      'There is no operation "listNote". Did you mean "listNotes"?',
    ])
      expect(unknown.stderr).toContain(message)
  })

  test('--read-only sends no write', async () => {
    const notes = new Notes()
    notes.notes.set('n0', { id: 'n0', text: 'there' })
    const { status, stdout } = await verify(await listen(answering(notes.answer)), ...FROM, '--read-only')
    expect(status).toBe(0)
    expect(stdout).toContain('the check would send POST, but the run only reads')
    expect(notes.log.length).toBeGreaterThan(3)
    expect(notes.log.filter((line) => !/^(GET|HEAD|OPTIONS) /.test(line))).toEqual([])
  })

  test('--undocumented-fields report finds what the schema does not name', async () => {
    const baseUrl = await listen(answering(new Notes('extra-member').answer))
    expect((await verify(baseUrl, ...FROM)).status).toBe(0)
    const { status, stdout } = await verify(baseUrl, ...FROM, '--undocumented-fields', 'report')
    expect(status).toBe(1)
    expect(stdout).toContain('no property /colour, because the schema does not declare it')
  })

  test('a baseline is written, keeps a run well, and fails it once a failure is gone', async () => {
    const from = [...FROM, '--rule', 'conformance']
    const faulty = await listen(answering(new Notes('read-203').answer))
    expect((await verify(faulty, ...from)).status).toBe(1)
    const written = await verify(faulty, ...from, '--baseline', 'known.yaml', '--write-baseline')
    expect([written.status, written.stderr]).toEqual([
      0,
      expect.stringMatching(/known\.yaml: \d+ known failures?\./),
    ])
    const text = readFileSync(join(project.folder, 'known.yaml'), 'utf8')
    expect(text).toContain('operation: readNote')
    const known = await verify(faulty, ...from, '--baseline', 'known.yaml')
    expect([known.status, known.stdout]).toEqual([0, expect.stringContaining(' 0 failed, ')])
    expect(known.stdout).toContain('Known failures\n  readNote conformance/success ')
    const mended = await verify(
      await listen(answering(new Notes().answer)),
      ...from,
      '--baseline',
      'known.yaml',
    )
    expect([mended.status, mended.stdout]).toEqual([
      1,
      expect.stringContaining(' no longer fails. Fix: remove it from the baseline.'),
    ])
    project.write('known.yaml', 'failures: [{ rule: conformance, why: 3 }]\n')
    const wrong = await verify(faulty, ...from, '--baseline', 'known.yaml')
    expect(wrong.status).toBe(2)
    for (const message of [
      'failures[0] has no "operation".',
      'failures[0] has no "clause".',
      'has an unknown property "why"',
    ])
      expect(wrong.stderr).toContain(message)
  })

  test('reads its configuration, hooks and all', async () => {
    project.write(
      'concordat.config.ts',
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
        '"verify.headers.X-Gate" refers to the environment variable "GATE", which is not set or is empty.',
      ),
    ])
    const { stdout } = await project.concordat(['verify', baseUrl], { GATE: 'open-sesame' })
    expect([...seen]).toEqual(['open-sesame'])
    expect(stdout).toContain(
      'the run used its maximum of 5 requests, or reserved the rest for reading the lists again',
    )
  })

  test('what only an overlay states is judged where the overlay is of the configuration, or on demand', async () => {
    project.write(
      'stars.yaml',
      `overlay: 1.0.0
info: { title: Stars, version: '1' }
actions:
  - target: $.components.schemas.Note
    update: { properties: { stars: { type: integer, readOnly: true } }, required: [stars] }
`,
    )
    const baseUrl = await listen(answering(new Notes().answer))
    const rule = ['--rule', 'conformance']
    const ofOthers = await verify(baseUrl, ...FROM, '--overlay', 'stars.yaml', ...rule)
    expect([ofOthers.status, ofOthers.stderr]).toEqual([
      0,
      expect.stringContaining('--grade derived --grade decided'),
    ])
    const onDemand = await verify(
      baseUrl,
      ...[...FROM, '--overlay', 'stars.yaml', '--grade', 'decided', ...rule],
    )
    expect([onDemand.status, onDemand.stderr]).toEqual([1, expect.not.stringContaining('asks for it')])
    expect(onDemand.stdout).toContain('must have the property "stars"')
    expect(onDemand.stdout).toMatch(/ replay .* --overlay stars\.yaml --grade decided --operation /)
    project.write(
      'concordat.config.ts',
      `export default { document: 'openapi.yaml', overlays: ['stars.yaml'], output: 'out' }\n`,
    )
    const own = await verify(baseUrl, ...rule)
    expect([own.status, own.stdout]).toEqual([1, expect.stringContaining('conformance/schema (decided)')])
    expect((await verify(baseUrl, ...FROM, ...rule)).stderr).not.toContain('asks for it')
  })

  test('a server that cannot be tested is one message and exit code 2', async () => {
    const gone = await listen(() => {})
    closeAll()
    const slow = await listen(() => {})
    const html = await listen(
      answering(() => new Response('<p>', { headers: { 'content-type': 'text/html' } })),
    )
    for (const [url, message, ...args] of [
      [gone, 'nothing is listening there'],
      [html, 'responds with an HTML page, which no operation of "Notes" documents'],
      [slow, 'it timed out after 100 ms', '--timeout', '100'],
      ['ftp://nowhere', '"ftp://nowhere" is not the address of a server'],
    ] as const) {
      const { status, stderr } = await verify(url, ...FROM, ...args)
      expect([status, stderr]).toEqual([2, expect.stringContaining(message)])
    }
  })
})
