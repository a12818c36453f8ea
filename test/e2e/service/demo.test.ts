import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const SCREEN_LINES = 60

test('the demo shows one screen, runs nearly every check and ends with the path of its report', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'server/demo.ts')])
  const lines = stdout.trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(SCREEN_LINES)
  const [, left, all] = /Not tested: (\d+) of (\d+) checks/.exec(stdout) ?? []
  expect(Number(all)).toBeGreaterThan(900)
  expect(Number(left)).toBeLessThanOrEqual(30)
  expect(await readFile(lines.at(-1) ?? '', 'utf8')).toContain('<!doctype html>')
})

test('a service that ends before it listens is told at once, with its last lines', async () => {
  const env = { ...process.env, REQUEST_SECONDS: 'soon' }
  const demo = promisify(execFile)(process.execPath, [join(root, 'server/demo.ts')], { env })
  await expect(demo).rejects.toThrow(/The service ended with exit code 2\.[\s\S]*REQUEST_SECONDS is "soon"/)
})
