import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CommandOutcome, CommandResults } from '../../../generator/config.ts'
import { answering, closeAll, listen } from '../../unit/contract/support/listen.ts'
import { NOTES_DOCUMENT, Notes } from './notes.ts'
import { type Ended, Project } from './project.ts'

let project: Project
beforeEach(() => {
  project = new Project(NOTES_DOCUMENT)
})
afterEach(() => {
  project.remove()
  closeAll()
})

function outcomeOf<Name extends keyof CommandResults>(ended: Ended): CommandOutcome<Name> {
  const outcome = JSON.parse(ended.stdout) as CommandOutcome<Name>
  expect(outcome.exitCode).toBe(ended.status)
  expect(Object.keys(outcome)).toEqual(
    ['command', 'exitCode', 'problems', 'error', 'result'].filter((name) => name in outcome),
  )
  return outcome
}

const OF_NOTES = ['--document', 'openapi.yaml']

describe('--json', () => {
  test('generate: what was written, what is current and what is stale', async () => {
    const generate = async (...args: string[]) =>
      outcomeOf<'generate'>(await project.concordat(['generate', ...OF_NOTES, '--json', ...args]))
    const { command, exitCode, problems, result } = await generate()
    expect({ command, exitCode, problems }).toEqual({ command: 'generate', exitCode: 0, problems: [] })
    const [output] = result?.outputs ?? []
    expect(output).toMatchObject({
      document: 'openapi.yaml',
      output: 'generated',
      leftOut: 0,
      removed: [],
      stale: [],
    })
    expect(output?.written).toContain('client.ts')
    expect(output?.written).toHaveLength(output?.files ?? 0)
    const again = (await generate('--check')).result?.outputs
    expect(again).toEqual([{ ...output, written: [] }])
    project.write('openapi.yaml', NOTES_DOCUMENT.replace('listNotes', 'allNotes'))
    const stale = await generate('--check')
    expect(stale.exitCode).toBe(1)
    expect(stale.result?.outputs[0]?.stale).toContain('client.ts')
  })

  test('a wrong document: each problem with its place, and no result', async () => {
    project.write('openapi.yaml', `${NOTES_DOCUMENT}  parameters: { Twice: [] }\n`)
    const strict = await project.concordat(['generate', ...OF_NOTES, '--strict', '--json', '--quiet'])
    const { exitCode, problems, error, result } = outcomeOf<'generate'>(strict)
    expect({ exitCode, error, result }).toEqual({ exitCode: 1, error: undefined, result: undefined })
    expect(problems).toMatchObject([
      { code: 'wrong-type', severity: 'error', place: { file: 'openapi.yaml', line: expect.any(Number) } },
    ])
    expect(strict.stderr).toBe('')
    const lenient = await project.concordat(['generate', ...OF_NOTES, '--json'])
    expect(outcomeOf(lenient).problems).toMatchObject([{ code: 'wrong-type', severity: 'warning' }])
    const spared = await project.concordat(['generate', ...OF_NOTES, '--json'])
    expect(outcomeOf(spared).problems).toMatchObject([{ code: 'wrong-type', severity: 'warning' }])
  })

  test('wrong usage, with and without a command that can be read', async () => {
    const missing = outcomeOf(await project.concordat(['generate', '--json']))
    expect(missing).toMatchObject({ command: 'generate', exitCode: 2, problems: [] })
    expect(missing.error).toContain(
      'There is no file "concordat.config.ts". Create one with: npx concordat init',
    )
    const unknown = outcomeOf(await project.concordat(['generate', '--jsn', '--json']))
    expect(unknown).toEqual({ exitCode: 2, problems: [], error: expect.stringContaining('"--jsn"') })
    const both = await project.concordat(['verify', ':1', '--json', '--report', 'json=-'])
    expect(outcomeOf(both).error).toContain('both write to standard output')
  })

  test('init: what it wrote, and what is to be installed', async () => {
    const { exitCode, result } = outcomeOf<'init'>(await project.concordat(['init', '--json', '--quiet']))
    expect(exitCode).toBe(0)
    expect(result).toMatchObject({
      config: 'concordat.config.ts',
      document: 'openapi.yaml',
      output: 'generated',
      install: ['npm install @concordat/runtime', 'npm install --save-dev concordat'],
      generated: [{ output: 'generated', operations: 4 }],
    })
  })

  test('stubs: the files, and handlers of operations that are gone', async () => {
    const stubs = async () =>
      outcomeOf<'stubs'>(await project.concordat(['stubs', 'handlers', ...OF_NOTES, '--json'])).result
    expect(await stubs()).toEqual({
      folder: 'handlers',
      written: ['notes.ts', 'reading.ts', 'default.ts', 'handlers.ts'],
      gone: [],
    })
    project.write('openapi.yaml', NOTES_DOCUMENT.replace('listNotes', 'allNotes'))
    expect(await stubs()).toMatchObject({
      written: [expect.stringMatching(/^\w+\.ts$/)],
      gone: [{ operation: 'listNotes', place: expect.stringMatching(/^\w+\.ts:\d+$/) }],
    })
  })

  test('decisions: whether the page is what the overlays say', async () => {
    const decisions = async (...args: string[]) =>
      outcomeOf<'decisions'>(
        await project.concordat(['decisions', 'page.md', ...OF_NOTES, '--json', ...args]),
      )
    expect(await decisions('--check')).toMatchObject({ exitCode: 1, result: { state: 'stale' } })
    expect((await decisions()).result).toEqual({ file: 'page.md', state: 'written' })
    expect(await decisions('--check')).toMatchObject({ exitCode: 0, result: { state: 'current' } })
  })

  test('proxy: the report when it ends, and the address beside it', async () => {
    const notes = new Notes()
    const baseUrl = await listen(answering((request) => notes.answer(request)))
    const { child, ended } = project.start([
      ...['proxy', baseUrl, ...OF_NOTES],
      ...['--port', '0', '--json', '--quiet'],
    ])
    const [said] = await once(child.stderr ?? child, 'data')
    const [, url] = /^Listening on (\S+)\n$/.exec(String(said)) ?? []
    expect((await fetch(`${url}/notes`)).status).toBe(200)
    child.kill('SIGTERM')
    const outcome = await ended
    expect(outcomeOf<'proxy'>(outcome).result?.totals).toMatchObject({ failed: 0 })
    expect(outcome.stderr).toBe(String(said))
  })

  test('diff: the report, and the exit code', async () => {
    project.write('new.yaml', NOTES_DOCUMENT.replace('operationId: deleteNote', 'operationId: dropNote'))
    const { result } = outcomeOf<'diff'>(
      await project.concordat(['diff', 'openapi.yaml', 'new.yaml', '--json']),
    )
    expect(result?.changes.length).toBeGreaterThan(0)
    expect(result).toMatchObject({ old: 'openapi.yaml', new: 'new.yaml', totals: expect.any(Object) })
  })

  test('verify: the report of the run', async () => {
    const notes = new Notes()
    const baseUrl = await listen(answering((request) => notes.answer(request)))
    const args = ['verify', baseUrl, ...OF_NOTES, '--rule', 'conformance']
    const { result } = outcomeOf<'verify'>(
      await project.concordat([...args, '--json', '--report', 'json=report.json']),
    )
    const report = JSON.parse(readFileSync(join(project.folder, 'report.json'), 'utf8'))
    expect(result).toEqual(report)
    expect(result?.operations.length).toBe(4)
  })

  test('contract: the same of the generated tests', async () => {
    const notes = new Notes()
    const baseUrl = await listen(answering((request) => notes.answer(request)))
    expect((await project.concordat(['generate', ...OF_NOTES])).status).toBe(0)
    const { result } = outcomeOf<'contract'>(
      await project.concordat(['contract', baseUrl, ...OF_NOTES, '--json', '--quiet']),
    )
    expect(result?.operations.length).toBe(4)
  })

  test('mock: where it listens, at once', async () => {
    const { child, ended } = project.start(['mock', 'openapi.yaml', '--port', '0', '--json', '--quiet'])
    let text = ''
    child.stdout?.on('data', (chunk) => {
      text += chunk
    })
    while (!text.endsWith('}\n')) await once(child.stdout ?? child, 'data')
    const { command, exitCode, result } = JSON.parse(text) as CommandOutcome<'mock'>
    expect({ command, exitCode, operations: result?.operations }).toEqual({
      command: 'mock',
      exitCode: 0,
      operations: 4,
    })
    expect((await fetch(`${result?.url}/notes`)).status).toBe(200)
    child.kill('SIGTERM')
    const { status, stdout, stderr } = await ended
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: text, stderr: '' })
  })
})

describe('--quiet', () => {
  const quiet = (...args: string[]) => project.concordat([...args, '--quiet'])

  test('says nothing where all is well', async () => {
    expect(await quiet('generate', ...OF_NOTES)).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(await quiet('generate', ...OF_NOTES, '--check')).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(await quiet('diff', 'openapi.yaml', 'openapi.yaml')).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(await quiet('stubs', 'handlers', ...OF_NOTES)).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(await quiet('decisions', 'page.md', ...OF_NOTES)).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(await quiet('init')).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  test('says what fails', async () => {
    expect(await quiet('decisions', 'page.md', ...OF_NOTES, '--check')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'page.md is stale. Fix: run this command without --check.\n',
    })
    expect(await quiet('generate', ...OF_NOTES, '--check')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^generated: \d+ stale files?: /),
    })
    project.write('new.yaml', NOTES_DOCUMENT.replace(/ {4}delete:[\s\S]*?none }\n/, ''))
    expect(await quiet('diff', 'openapi.yaml', 'new.yaml')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('deleteNote'),
      stderr: '',
    })
    const baseUrl = await listen(answering(() => new Response('', { status: 203 })))
    expect(await quiet('verify', baseUrl, ...OF_NOTES, '--rule', 'conformance')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('203'),
      stderr: '',
    })
  })
})

test('the page has every member of the outcome, and every command that takes --json', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../docs/ci.md'), 'utf8')
  for (const name of ['command', 'exitCode', 'problems', 'error', 'result'])
    expect(page).toContain(`| \`${name}\` |`)
  const results: Record<keyof CommandResults, true> = {
    generate: true,
    init: true,
    diff: true,
    verify: true,
    contract: true,
    mock: true,
    stubs: true,
    decisions: true,
    proxy: true,
    schema: true,
    completion: true,
    skill: true,
    explain: true,
    mcp: true,
    repair: true,
  }
  for (const name of Object.keys(results))
    expect(page).toMatch(new RegExp(`^\\|.*\`${name}\`.*\\| .*\`\\w+\``, 'm'))
})
