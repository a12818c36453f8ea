import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { JudgedBefore } from '../../../bench/judges/judged-before.ts'

const VERDICT = { figure: 1, atMost: 2, details: ['one'] }

let root: string
let folder: string
beforeEach(() => {
  const scratch = mkdtempSync(join(tmpdir(), 'concordat-judged-'))
  onTestFinished(() => rm(scratch, { recursive: true }))
  root = join(scratch, 'repository')
  folder = join(scratch, 'documents')
  mkdirSync(root)
  mkdirSync(folder)
  writeFileSync(join(folder, 'openapi.yaml'), 'openapi: 3.1.1\n')
  git('init', '--quiet')
  write('.gitignore', 'node_modules\n')
  write('code.ts', '1\n')
  commit()
})

function git(...args: readonly string[]): void {
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
  execFileSync('git', [...author, ...args], { cwd: root })
}

function commit(): void {
  git('add', '--all')
  git('commit', '--quiet', '--allow-empty', '--message', 'change')
}

const write = (name: string, text: string) => writeFileSync(join(root, name), text)

function stage(name: string, text: string): void {
  write(name, text)
  git('add', name)
}

/** Returns a run that judged once and was interrupted. */
function brokenOff(): JudgedBefore {
  const run = new JudgedBefore([folder], root)
  run.add('speed', VERDICT)
  return run
}

const next = (folders: readonly string[] = [folder]) => new JudgedBefore(folders, root).verdictOf('speed')

test('a run that was broken off goes on, and one that ended is begun anew', () => {
  const run = brokenOff()
  expect(next()).toEqual(VERDICT)
  expect(new JudgedBefore([folder], root).verdictOf('types')).toBeUndefined()
  run.clear()
  expect(next()).toBeUndefined()
})

test.each<[change: string, make: () => void]>([
  ['a commit', () => commit()],
  ['a change of a file', () => write('code.ts', '2\n')],
  ['a staged change', () => stage('code.ts', '2\n')],
  ['a new file', () => write('new.ts', '1\n')],
  ['a document', () => writeFileSync(join(folder, 'openapi.yaml'), 'openapi: 3.1.10\n')],
  ['a further document', () => writeFileSync(join(folder, 'other.yaml'), 'openapi: 3.1.1\n')],
])('%s is judged anew', (_, make) => {
  brokenOff()
  make()
  expect(next()).toBeUndefined()
})

test('a change of a file that Git does not have yet is judged anew', () => {
  write('new.ts', '1\n')
  brokenOff()
  expect(next()).toEqual(VERDICT)
  write('new.ts', '2\n')
  expect(next()).toBeUndefined()
})

test('other folders are judged anew', () => {
  brokenOff()
  expect(next([])).toBeUndefined()
})

test('nothing is kept of a figure that could not be taken, or outside of Git', async () => {
  const run = new JudgedBefore([folder], root)
  run.add('speed', { ...VERDICT, figure: Number.NaN })
  expect(next()).toBeUndefined()
  await rm(join(root, '.git'), { recursive: true })
  brokenOff()
  expect(next()).toBeUndefined()
})
