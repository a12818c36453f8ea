import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { isKept } from '../../bench/judges/judge.ts'
import { speed } from '../../bench/judges/speed.ts'

const root = resolve(import.meta.dirname, '../..')

function judges(...args: readonly string[]) {
  return spawnSync(process.execPath, [join(root, 'bench/judges.ts'), ...args], { encoding: 'utf8' })
}

test('a bound is kept up to its limit, and not by a figure that could not be taken', () => {
  const verdict = { atMost: 100, details: [] }
  expect(isKept({ ...verdict, figure: 100 })).toBe(true)
  expect(isKept({ ...verdict, figure: 100.1 })).toBe(false)
  expect(isKept({ ...verdict, figure: Number.NaN })).toBe(false)
})

test('the judge of speed measures each document beside reading it', async () => {
  const { figure } = await speed.judge({
    folders: [join(root, 'test/golden/list-with-offset-and-next')],
    signal: new AbortController().signal,
    onStep: () => {},
  })
  expect(figure).toBeGreaterThan(1)
  expect(figure).toBeLessThan(Number.POSITIVE_INFINITY)
})

test('a small document takes so long beside reading it that its bound is broken, which the exit code tells', () => {
  const { status, stdout } = judges(join(root, 'test/golden/list-with-offset-and-next'))
  expect(stdout).toMatch(/^speed .* broken /m)
  expect(status).toBe(1)
})

test('judges and folders that are not there are wrong usage', () => {
  for (const [args, message] of [
    [['--only', 'beauty'], 'There is no judge "beauty"'],
    [[join(root, 'nowhere')], 'There is no folder'],
  ] as const) {
    const { status, stderr } = judges(...args)
    expect(stderr).toContain(message)
    expect(status).toBe(2)
  }
})
