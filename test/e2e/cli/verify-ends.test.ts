import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReportDocument } from '@concordat/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answering, closeAll, listen, listenAlone } from '../../unit/contract/support/listen.ts'
import { HANG_MS, until } from '../../waiting.ts'
import { NOTES_DOCUMENT, Notes } from './notes.ts'
import { Project } from './project.ts'

// The tests run concurrently because they spend most of their time waiting. Each has its own project, and all
// projects are removed at the end.
const projects: Project[] = []
function newProject(): Project {
  const project = new Project(NOTES_DOCUMENT)
  projects.push(project)
  return project
}
afterAll(() => {
  for (const project of projects) project.remove()
  closeAll()
})

/** Guards against hangs: a run that can end does so before its test times out. */
const MAX_TIME = `${HANG_MS / 1000}`
/** A request timeout, in milliseconds, that no test ever reaches. */
const NEVER = `${4 * HANG_MS}`
const ARGS = ['--document', 'openapi.yaml', '--report', 'json=report.json', '--max-time', MAX_TIME]

const report = ({ folder }: Project): ReportDocument =>
  JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))

/**
 * A time limit in seconds that is enough for part of a run, but not for all of it if each response takes a
 * fraction of the limit. It is longer on a busy machine.
 */
let seconds: number
beforeAll(async () => {
  const began = performance.now()
  const rules = ['--rule', 'conformance', '--operation', 'readNote']
  const { status, stderr } = await newProject().concordat([
    'verify',
    await listen(answering(new Notes().answer)),
    ...ARGS,
    ...rules,
  ])
  expect(status, stderr).toBe(0)
  seconds = Math.max(24, Math.ceil(((performance.now() - began) / 1000) * 20))
})

/** Expects the run to report that it ended within its limit, with enough time left for the report. */
function expectInTime(project: Project): void {
  expect(report(project).milliseconds).toBeLessThan(seconds * 1000)
}

const document = (paths: string): string =>
  `openapi: 3.1.0\ninfo: { title: Odd, version: '1' }\npaths:\n${paths}`

/** An operation for GET with one optional parameter. */
const query = (schema: string): string =>
  document(`  /things:
    get:
      operationId: listThings
      parameters: [{ name: limit, in: query, schema: ${schema} }]
      responses: { '200': { description: ok }, '400': { description: wrong } }
`)

const body = (schema: string, schemas = ''): string =>
  document(`  /things:
    post:
      operationId: makeThing
      requestBody: { required: true, content: { application/json: { schema: ${schema} } } }
      responses: { '201': { description: made }, '400': { description: wrong } }
${schemas === '' ? '' : `components:\n  schemas:\n    ${schemas}\n`}`)

describe.concurrent('a document that asks for more than there is', () => {
  test.each([
    ['bounds of int64', query('{ type: integer, minimum: 0, maximum: 9223372036854775807 }')],
    ['no type', query('{}')],
    ['what nothing fits', query('{ type: string, minLength: 3, not: { minLength: 1 } }')],
    ['a body that nothing fits', body('{ type: string, minLength: 3, not: { minLength: 1 } }')],
    [
      'recursion in a list',
      body(
        "{ $ref: '#/components/schemas/T' }",
        "T: { type: object, required: [parts], properties: { parts: { type: array, items: { $ref: '#/components/schemas/T' } } } }",
      ),
    ],
    [
      'recursion without end',
      body(
        "{ $ref: '#/components/schemas/T' }",
        "T: { type: object, required: [part], properties: { part: { $ref: '#/components/schemas/T' } } }",
      ),
    ],
  ])('%s: the run comes to its end', async (_name, text) => {
    const project = newProject()
    project.write('openapi.yaml', text)
    const baseUrl = await listen(
      answering((request) =>
        Response.json(request.method === 'POST' ? {} : [], { status: request.method === 'POST' ? 201 : 200 }),
      ),
    )
    const { status, stderr } = await project.concordat(['verify', baseUrl, ...ARGS])
    expect([0, 1], stderr).toContain(status)
    const { interrupted, defects, operations, leftBehind } = report(project)
    expect([interrupted, defects, leftBehind]).toEqual([false, [], []])
    expect(operations[0]?.results.map(({ rule }) => rule)).toContain('generated')
  })
})

test('a run that judges nothing says so first, and does not pass', async () => {
  const project = newProject()
  project.write('openapi.yaml', body('{ type: object }'))
  const baseUrl = await listen(answering(() => Response.json({}, { status: 201 })))
  const only = ['--read-only', '--rule', 'conformance']
  const { status, stdout, stderr } = await project.concordat(['verify', baseUrl, ...ARGS, ...only])
  expect(status, stderr).toBe(2)
  expect(stdout).toMatch(/^Nothing was tested: 0 of 1 operation, 0 of 1 check\.\n/)
  expect(report(project).totals).toMatchObject({ passed: 0, failed: 0 })
})

test('a run fails where more is not run than --fail-on allows', async () => {
  const project = newProject()
  const write = '    post: { operationId: makeThing, responses: { 201: { description: Made. } } }\n'
  project.write('openapi.yaml', `${query('{ type: integer }')}${write}`)
  const baseUrl = await listen(answering(() => Response.json({})))
  const only = ['--rule', 'conformance', '--read-only']
  const run = (value: string) => project.concordat(['verify', baseUrl, ...ARGS, ...only, '--fail-on', value])
  const [strict, lenient, wrong] = await Promise.all([run('not-run'), run('not-run=0.5'), run('not-run=2')])
  expect([strict.status, lenient.status, wrong.status]).toEqual([1, 0, 2])
  expect(strict.stdout).toMatch(/^Tested 1 of 2 operations with 1 of 2 checks\.\n/)
  expect(strict.stderr).toContain('Failed because of --fail-on not-run: 1 of 2 checks did not run. Fix: ')
  expect(lenient.stderr).not.toContain('--fail-on')
  expect(wrong.stderr).toContain('"not-run=SHARE" with a share from 0 to 1')
})

/** Responds after a delay, as real servers do. */
const slowly = (notes: Notes, ms: number) =>
  answering(async (request) => {
    await sleep(ms)
    return notes.answer(request)
  })

/** Resolves when the run has created an item and knows about it, which it shows by requesting the item. */
const madeOne = (notes: Notes): Promise<void> =>
  until(() => [...notes.notes.keys()].some((id) => notes.log.some((line) => line.includes(`/notes/${id}`))))

describe.concurrent('a run that is ended', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'by %s: what it made is removed, and the report written',
    async (signal) => {
      const [project, notes] = [newProject(), new Notes()]
      const { child, ended } = project.start(['verify', await listen(slowly(notes, 30)), ...ARGS])
      await madeOne(notes)
      child.kill(signal)
      const { status, stdout, stderr } = await ended
      expect(status, stderr).toBe(1)
      const { leftBehind, interrupted, ended: reason, totals } = report(project)
      expect([notes.notes.size, leftBehind]).toEqual([0, []])
      expect([interrupted, reason]).toEqual([true, `Concordat received ${signal}`])
      expect(stdout).toContain(`The run ended early: Concordat received ${signal}.`)
      expect(stdout).toContain(`the run ended early: Concordat received ${signal}`)
      expect(totals.operations).toBe(4)
    },
  )

  test('by an error that nothing caught: what it made is removed, and the report written', async () => {
    const [project, notes] = [newProject(), new Notes()]
    // Only the main process throws the error, because it keeps the records; a worker has a parent process.
    project.write(
      'fail.mjs',
      `if (process.send === undefined) process.on('SIGUSR2', () => { throw new Error('a bug of ours') })\n`,
    )
    const env = { NODE_OPTIONS: `--import=${join(project.folder, 'fail.mjs')}` }
    const { child, ended } = project.start(['verify', await listen(slowly(notes, 30)), ...ARGS], env)
    await madeOne(notes)
    child.kill('SIGUSR2')
    const { status, stderr } = await ended
    expect([status, stderr]).toEqual([3, expect.stringContaining('a bug of ours')])
    expect([notes.notes.size, report(project).leftBehind]).toEqual([0, []])
    expect(report(project).ended).toBe('Concordat itself failed')
  })

  test('by a second signal, at once: the report says what is left behind', async () => {
    const [project, notes] = [newProject(), new Notes()]
    const baseUrl = await listen(
      answering((request) => {
        // Nothing can be removed.
        if (request.method === 'DELETE') return new Promise<Response>(() => {})
        return notes.answer(request)
      }),
    )
    const rules = ['--rule', 'conformance', '--operation', 'readNote', '--timeout', NEVER]
    const { child, ended } = project.start(['verify', baseUrl, ...ARGS, ...rules])
    await madeOne(notes)
    const heard = new Promise<void>((resolve) =>
      child.stderr?.on('data', (text) => String(text).includes('A second signal') && resolve()),
    )
    child.kill('SIGTERM')
    await heard
    child.kill('SIGTERM')
    const { status, stderr } = await ended
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('A second signal stops the run immediately.'),
    ])
    for (const id of notes.notes.keys())
      expect(report(project).leftBehind).toContainEqual(
        expect.stringContaining(`/notes/${id} was created and may still be there`),
      )
    expect(notes.notes.size).toBeGreaterThan(0)
  })

  test('by its time, clean-up and report included', async () => {
    const [project, notes] = [newProject(), new Notes()]
    // After the first reads, the run would wait for more consecutive responses than it has time for. Writes
    // are not delayed: if one took longer than the run waits for it at the end, its item would be left
    // behind.
    let reads = 0
    const baseUrl = await listen(
      answering(async (request) => {
        if (request.method === 'GET' && ++reads > 8) await sleep(seconds * 100)
        return notes.answer(request)
      }),
    )
    // On a slow machine, a response takes longer than the default timeout.
    const times = ['--max-time', `${seconds}`, '--timeout', NEVER]
    const { status } = await project.concordat(['verify', baseUrl, ...ARGS, ...times])
    expectInTime(project)
    const { ended, leftBehind, totals } = report(project)
    expect([status, ended]).toEqual([
      1,
      `the rest of its time limit of ${seconds} s is reserved for the cleanup and the report`,
    ])
    expect([notes.notes.size, leftBehind]).toEqual([0, []])
    expect(totals.passed).toBeGreaterThan(0)
  })

  test('by its time, before a server that answers nothing any more', async () => {
    const [project, notes] = [newProject(), new Notes()]
    let answers = 0
    let isStuck = false
    const baseUrl = await listen(
      answering((request) => {
        isStuck ||= ++answers > 15 && notes.notes.size > 0
        return isStuck ? new Promise<Response>(() => {}) : notes.answer(request)
      }),
    )
    // No request times out before the run does: after a few timeouts, the server would be considered gone.
    const times = ['--max-time', `${seconds}`, '--timeout', NEVER]
    const { status, stderr } = await project.concordat(['verify', baseUrl, ...ARGS, ...times])
    expectInTime(project)
    const { ended, leftBehind, totals } = report(project)
    expect([status, ended], stderr).toEqual([
      1,
      `the rest of its time limit of ${seconds} s is reserved for the cleanup and the report`,
    ])
    expect(totals.passed).toBeGreaterThan(0)
    expect(notes.notes.size).toBeGreaterThan(0)
    for (const id of notes.notes.keys())
      expect(leftBehind.join('\n')).toMatch(new RegExp(`/notes/${id} was|^POST .* got no response`, 'm'))
  })

  test('by its time, before a server that never answers', async () => {
    const project = newProject()
    const baseUrl = await listen(answering(() => new Promise<Response>(() => {})))
    const times = ['--max-time', `${seconds}`, '--timeout', NEVER]
    const { status, stderr } = await project.concordat(['verify', baseUrl, ...ARGS, ...times])
    expectInTime(project)
    expect([status, report(project).ended], stderr).toEqual([
      1,
      `the rest of its time limit of ${seconds} s is reserved for the cleanup and the report`,
    ])
  })

  test('by its time, with a clean-up that is slow', async () => {
    const [project, notes] = [newProject(), new Notes()]
    const baseUrl = await listen(
      answering(async (request) => {
        await sleep(request.method === 'DELETE' ? seconds * 60 : 20)
        return notes.answer(request)
      }),
    )
    const times = ['--max-time', `${seconds}`, '--timeout', NEVER]
    const { status } = await project.concordat(['verify', baseUrl, ...ARGS, ...times])
    expectInTime(project)
    expect(status).toBeLessThan(2)
    expect([notes.notes.size, report(project).leftBehind]).toEqual([0, []])
  })

  test('by a signal, soon before a server that removes nothing', async () => {
    const [project, notes] = [newProject(), new Notes()]
    const baseUrl = await listen(
      answering((request) =>
        request.method === 'DELETE' ? new Promise<Response>(() => {}) : notes.answer(request),
      ),
    )
    const rules = ['--rule', 'conformance', '--operation', 'readNote', '--timeout', NEVER]
    const { child, ended } = project.start(['verify', baseUrl, ...ARGS, ...rules])
    await madeOne(notes)
    child.kill('SIGTERM')
    // A run that waited for a response to each DELETE would not end.
    const { status, stderr } = await ended
    expect([status, report(project).ended], stderr).toEqual([1, 'Concordat received SIGTERM'])
    for (const id of notes.notes.keys())
      expect(report(project).leftBehind).toContainEqual(
        expect.stringContaining(`/notes/${id} was created and may still be there`),
      )
  })

  test('by a server that goes away in the middle: what was judged is kept', async () => {
    const [project, notes] = [newProject(), new Notes('list-203')]
    let answers = 0
    const { baseUrl, close } = await listenAlone(
      answering((request) => {
        if (++answers === 40) close()
        return notes.answer(request)
      }),
    )
    const { status, stdout, stderr } = await project.concordat(['verify', baseUrl, ...ARGS])
    expect(status, stderr).toBe(1)
    const { ended, totals, leftBehind, findings } = report(project)
    expect(ended).toMatch(/^http:\/\/127\.0\.0\.1:\d+ no longer responds: /)
    expect([totals.operations, totals.passed > 0, totals.notRun > 0]).toEqual([4, true, true])
    expect(findings.length).toBeGreaterThan(0)
    expect(notes.notes.size).toBeGreaterThan(0)
    const told = leftBehind.filter((text) => /^\/notes\/n\d+ was created and may still be there: /.test(text))
    const unanswered = leftBehind.filter((text) => /^POST .* got no response/.test(text))
    // The last item may come from a request that was cut off when the server closed.
    expect(told.length + unanswered.length).toBeGreaterThanOrEqual(notes.notes.size)
    expect(told.length).toBeGreaterThan(0)
    expect(stdout).toContain('Left behind')
    expect(stderr).toMatch(/^✗ \S+ \/notes.* \(conformance\/\S+\)$/m)
  })
})

describe.concurrent('a function of the configuration that never ends', () => {
  const config = (identities: string): string => `export default {
  document: 'openapi.yaml',
  output: 'out',
  verify: { identities: ${identities} },
}
`
  const guarded = NOTES_DOCUMENT.replace('paths:', 'security: [{ Key: [notes] }]\npaths:').replace(
    'components:',
    'components:\n  securitySchemes: { Key: { type: http, scheme: bearer } }',
  )
  const onlyConfigured = ARGS.slice(2)
  /** Like an endless loop, it never returns, but it leaves the processor free. */
  const blocked = '() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'

  test('costs the checks that need it, and no other', async () => {
    const [project, notes] = [newProject(), new Notes()]
    project.write('openapi.yaml', guarded)
    project.write('concordat.config.ts', config(`{ main: { Key: 'k' }, scoped: { Key: ${blocked} } }`))
    const baseUrl = await listen(
      answering((request) =>
        request.headers.get('authorization') === 'Bearer k'
          ? notes.answer(request)
          : new Response('', { status: 401 }),
      ),
    )
    await project.concordat(['verify', baseUrl, ...onlyConfigured])
    const { operations, interrupted, leftBehind } = report(project)
    const results = operations.flatMap((operation) => operation.results)
    expect(new Set(results.flatMap(({ rule, reason }) => (rule === 'scopes' ? [reason] : [])))).toEqual(
      new Set(['the code that gets "Key" credentials with chosen scopes did not end within 10 s']),
    )
    expect(results.filter(({ status }) => status === 'passed').length).toBeGreaterThan(5)
    expect([notes.notes.size, interrupted, leftBehind]).toEqual([0, false, []])
  })

  test('is named where the run needs it for every request', async () => {
    const project = newProject()
    project.write('openapi.yaml', guarded)
    project.write('concordat.config.ts', config(`{ main: { Key: ${blocked} } }`))
    const baseUrl = await listen(answering(new Notes().answer))
    const { status, stderr } = await project.concordat(['verify', baseUrl, ...onlyConfigured])
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining('the code that gets the credential "Key" did not end within 10 s'),
    ])
  })
})
