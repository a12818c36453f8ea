import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { answering, closeAll, listen } from '../../unit/contract/support/listen.ts'
import { NOTES_DOCUMENT, Notes } from './notes.ts'
import { Project } from './project.ts'

const DOCUMENT = `${NOTES_DOCUMENT}
  securitySchemes: { Key: { type: http, scheme: bearer } }
security: [{ Key: [] }]
`

/** The identity's key is a function, so it cannot be passed to another process. */
const CONFIG = `import { defineConfig } from 'concordat/config'
export default defineConfig({
  document: 'openapi.yaml',
  output: 'out',
  verify: {
    identities: { main: { Key: ({ scheme }) => \`a \${scheme.toLowerCase()}\` } },
    headers: { 'X-Gate': { env: 'GATE' } },
    skipRules: ['generated'],
    baseline: 'known.yaml',
  },
})
`

const KNOWN = `failures:
  - rule: conformance
    operation: readNote
    clause: '#/paths/~1notes~1{id}/get/responses/200'
    reason: The cache answers 203.
`

/** Responds only to requests that pass the gate and have the key. */
function guarded(notes: Notes): Promise<string> {
  return listen(
    answering((request) => {
      const { headers } = request
      if (headers.get('x-gate') !== 'open-sesame') return new Response('', { status: 404 })
      if (headers.get('authorization') !== 'Bearer a key')
        return new Response('', { status: 401, headers: { 'www-authenticate': 'Bearer' } })
      return notes.answer(request)
    }),
  )
}

/** One project for all tests, because vitest caches its compiled modules there. */
let project: Project
beforeAll(async () => {
  project = new Project(DOCUMENT)
  project.write('concordat.config.ts', CONFIG)
  expect((await project.concordat(['generate'])).status).toBe(0)
})
beforeEach(() => {
  project.write('concordat.config.ts', CONFIG)
  project.write('known.yaml', 'failures: []')
})
afterEach(closeAll)
afterAll(() => project.remove())

const GATE = { GATE: 'open-sesame' }

describe('the generated tests are configured as verify is', () => {
  test('run by "concordat contract"', async () => {
    const notes = new Notes()
    const { status, stdout, stderr } = await project.concordat(['contract', await guarded(notes)], GATE)
    expect(stderr).not.toContain('✗')
    expect(stdout).toMatch(/\d+ operations, \d+ passed, 0 failed, \d+ not run, \d+ requests/)
    expect(stdout).not.toContain('generated:')
    expect(status).toBe(0)
    expect(notes.notes.size).toBe(0)
  })

  test('and print what verify prints: each finding once, with its place and the line that repeats it', async () => {
    const faulty = await guarded(new Notes('read-203'))
    const printed = async (command: string): Promise<string> => {
      const { status, stdout } = await project.concordat([command, faulty], GATE)
      expect(status).toBe(1)
      return stdout
    }
    const [contract, verify] = [await printed('contract'), await printed('verify')]
    const finding = (text: string): string =>
      /✗[\s\S]*?replay.*/.exec(text)?.[0].replaceAll(/\d{4,}/g, '') ?? ''
    expect(finding(contract)).toContain('openapi.yaml:')
    expect(finding(contract)).toContain('concordat verify')
    expect(finding(contract).split('\n')[0]).toBe(finding(verify).split('\n')[0])
    expect(contract.match(/✗/g)).toHaveLength(verify.match(/✗/g)?.length ?? 0)
  })

  test('without a key they say so once', async () => {
    project.write('concordat.config.ts', CONFIG.replace(/ identities:.*\n/, '\n'))
    const { stdout } = await project.concordat(['contract', await guarded(new Notes())], GATE)
    expect(stdout).toContain('0 failed')
    expect(stdout).not.toContain('✗')
  })

  test('run by vitest itself with the set-up file', async () => {
    project.write(
      'vitest.config.ts',
      "export default { test: { setupFiles: ['concordat/contract/setup'] } }\n",
    )
    const notes = new Notes()
    const CONCORDAT_BASE_URL = await guarded(notes)
    const { status, stdout } = await project.vitest(['run'], { ...GATE, CONCORDAT_BASE_URL })
    expect(stdout).toMatch(/Tests .*\d+ passed/)
    expect(status).toBe(0)
    expect(notes.log.length).toBeGreaterThan(20)
    expect((await project.vitest(['run'])).stdout).toMatch(/Tests +\d+ skipped/)
  })

  test('down to the known failures', async () => {
    project.write('known.yaml', KNOWN)
    const known = await project.concordat(['contract', await guarded(new Notes('read-203'))], GATE)
    expect(known.stdout).toContain(
      'readNote conformance #/paths/~1notes~1{id}/get/responses/200: The cache answers 203.',
    )
    expect(known.status).toBe(0)
    const mended = await project.concordat(['contract', await guarded(new Notes())], GATE)
    expect(mended.stdout + mended.stderr).toContain(
      'readNote conformance #/paths/~1notes~1{id}/get/responses/200 no longer fails. Fix: remove it from the baseline.',
    )
    expect(mended.status).toBe(1)
  })

  test('and say what is missing', async () => {
    const { status, stdout, stderr } = await project.concordat(['contract', await guarded(new Notes())])
    expect(stdout + stderr).toContain(
      '"verify.headers.X-Gate" refers to the environment variable "GATE", which is not set or is empty.',
    )
    expect(status).toBe(2)
  })
})
