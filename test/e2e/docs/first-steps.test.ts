import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeAll, listen } from '../../unit/contract/support/listen.ts'
import { putNpx } from '../cli/project.ts'
import { type Block, blocksOf, ROOT } from './pages.ts'

/** Commands that run until Ctrl-C, and the output that shows that they are ready. */
const SERVERS = /^(?:npx concordat mock|node server\.ts)/
const READY = /http:\/\/127\.0\.0\.1:\d+/

let folder: string
let port: number
let running: ChildProcess[]
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'concordat-first-steps-'))
  port = await freePort()
  running = []
  // The packages that a page's first commands install.
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(ROOT, join(folder, 'node_modules/concordat'))
  symlinkSync(join(ROOT, 'node_modules/@concordat'), join(folder, 'node_modules/@concordat'))
  write('package.json', '{ "type": "module" }')
  putNpx(folder)
})
afterEach(() => {
  stopServers()
  rmSync(folder, { recursive: true })
})

async function freePort(): Promise<number> {
  const url = await listen(() => {})
  closeAll()
  return Number(new URL(url).port)
}

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), withPort(text))
}

/** Replaces each line that begins with "-" with the line after it that begins with "+". */
function change(name: string, text: string): void {
  let whole = readFileSync(join(folder, name), 'utf8')
  for (const [, before = '', after = ''] of text.matchAll(/^-(.*)\n\+(.*)$/gm)) {
    expect(whole).toContain(before)
    whole = whole.replace(before, after)
  }
  writeFileSync(join(folder, name), whole)
}

/** Pages say port 8000. */
function withPort(text: string): string {
  return text.replaceAll('8000', String(port))
}

function stopServers(): void {
  for (const child of running) if (child.pid !== undefined) process.kill(-child.pid)
  running = []
}

/** Runs a command line as a terminal does. A server keeps running until the next one replaces it. */
function run(command: string): Promise<string> {
  const isServer = SERVERS.test(command)
  if (isServer) stopServers()
  return new Promise((done, fail) => {
    const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, NO_COLOR: '1' }
    const child = spawn('sh', ['-c', withPort(command)], { cwd: folder, env, detached: true })
    if (isServer) running.push(child)
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        text += chunk
        if (isServer && READY.test(text)) done(text)
      })
    child.on('error', fail)
    child.on('close', () => (isServer ? fail(new Error(text)) : done(text)))
  })
}

/** Changes the port in the document that `init` wrote, which contains 8000 as well. */
async function moveExample(): Promise<void> {
  write('openapi.yaml', readFileSync(join(folder, 'openapi.yaml'), 'utf8'))
  await run('npx concordat generate')
}

/**
 * Runs a page's commands, one per line, except those that install packages.
 * @returns the last command's output
 */
async function runLines(text: string): Promise<string> {
  let printed = ''
  for (const line of text.trim().split('\n')) if (!line.startsWith('npm ')) printed = await run(line)
  if (text.includes('--example')) await moveExample()
  return printed
}

/**
 * Follows a page's instructions, and compares the results with those on the page. @returns the count of
 * compared results
 */
async function follow(blocks: readonly Block[]): Promise<number> {
  let printed = ''
  let compared = 0
  for (const { language, text, file } of blocks) {
    if (file !== undefined && language === 'diff') change(file, text)
    else if (file !== undefined) write(file, text)
    else if (language === 'sh') printed = await runLines(text)
    else if (language === 'text') {
      let rest = printed
      for (const line of withPort(text).trim().split('\n')) {
        // In a line, "…" stands for omitted text.
        for (const part of line.split('…').map((shown) => shown.trim())) {
          expect(rest, printed).toContain(part)
          rest = rest.slice(rest.indexOf(part) + part.length)
        }
        compared += 1
      }
    }
  }
  return compared
}

const calling = blocksOf('docs/start-calling.md')
const building = blocksOf('docs/start-building.md')
const testing = blocksOf('docs/start-testing.md')

test('docs/start-calling.md: from a document to typed calls', async () => {
  expect(await follow(calling)).toBe(3)
})

test('docs/start-building.md: from a document to a service that keeps it', async () => {
  expect(await follow(building)).toBe(3)
})

test('docs/start-testing.md: from a service to what it gets wrong', async () => {
  const served = building.filter(({ file, text }) => file !== undefined || text.includes('concordat init'))
  await follow(served)
  expect(await follow(testing)).toBeGreaterThan(8)
  await run('npx concordat generate --document openapi.yaml --outputs contract --output generated')
  const generated = readFileSync(join(folder, 'generated/contract/pets.test.ts'), 'utf8')
  const shown =
    testing
      .find(({ text }) => text.startsWith('describe('))
      ?.text.trim()
      .split('\n') ?? []
  expect(shown.length).toBeGreaterThan(2)
  for (const line of shown) expect(generated).toContain(line)
})
