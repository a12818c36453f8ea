import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { judgeDifferences } from '../../bench/judges/differences.ts'
import { jsonSchema } from '../../bench/judges/json-schema.ts'
import { isKept } from '../../bench/judges/judge.ts'
import { speed } from '../../bench/judges/speed.ts'

const root = resolve(import.meta.dirname, '../..')

const CIRCUMSTANCES = { signal: new AbortController().signal, onStep: () => {} }

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
  const verdict = await speed.judge({
    folders: [join(root, 'test/golden/list-with-offset-and-next')],
    ...CIRCUMSTANCES,
  })
  expect(verdict).toHaveProperty('figure')
  const figure = 'figure' in verdict ? verdict.figure : Number.NaN
  expect(figure).toBeGreaterThan(1)
  expect(figure).toBeLessThan(Number.POSITIVE_INFINITY)
})

test('a small document takes so long beside reading it that its bound is broken, which the exit code tells', () => {
  const { status, stdout } = judges('--only', 'speed', join(root, 'test/golden/list-with-offset-and-next'))
  expect(stdout).toMatch(/^speed .* broken /m)
  expect(status).toBe(1)
})

test('the judge of schemas holds each reader to each assertion', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'concordat-suite-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const tests = [
    { description: 'a number', data: 1, valid: true },
    { description: 'a text', data: 'a', valid: false },
  ]
  const groups = [{ description: 'integers', schema: { type: 'integer' }, tests }]
  const wrong = [
    { description: 'no verdict', schema: { type: 'integer' }, tests: [{ ...tests[1], valid: true }] },
  ]
  writeFileSync(join(folder, 'type.json'), JSON.stringify(groups))
  writeFileSync(join(folder, 'unevaluatedProperties.json'), JSON.stringify(wrong))
  const verdict = await jsonSchema.judge({ folders: [folder], ...CIRCUMSTANCES })
  const { details = [] } = 'details' in verdict ? verdict : {}
  expect(details[0]).toBe(
    '3 assertions checked by server, client, schemas.ts, valibot.ts, zod.ts, 0 left out; 12 mock samples; 5 differ, 0 by name',
  )
  expect(details.filter((line) => !line.startsWith('no difference matches this known reason'))).toEqual([
    details[0],
    ...['server', 'client', 'schemas.ts', 'valibot.ts', 'zod.ts'].map(
      (reader) => `unevaluatedProperties.json: no verdict: a text: true, not false (${reader})`,
    ),
    "Ajv disagrees with the suite's assertions, so its verdicts on samples do not count: 1: unevaluatedProperties.json: no verdict",
  ])
})

const SUITE = process.env['TEST_JSON_SCHEMA_SUITE'] ?? ''

test.skipIf(SUITE === '')('no reader judges the suite otherwise without a name or a warning', async () => {
  const verdict = await jsonSchema.judge({ folders: [SUITE], ...CIRCUMSTANCES })
  expect(verdict).toMatchObject({ figure: 0, atMost: 0 })
})

test('differences count that no name explains, and names that explain none', () => {
  const named = [
    { reason: 'Small letters.', fits: (letter: string) => letter === letter.toLowerCase() },
    { reason: 'Digits.', fits: (letter: string) => /\d/.test(letter) },
  ]
  const compared = { compared: '5 letters', named, describe: (letter: string) => `the letter ${letter}` }
  expect(judgeDifferences({ ...compared, differences: ['a', 'B', 'c'], isFixed: true })).toEqual({
    figure: 2,
    atMost: 0,
    details: [
      '5 letters; 3 differ, 2 by name',
      '  2: Small letters.',
      'no difference matches this known reason: Digits.',
      'the letter B',
    ],
  })
  expect(judgeDifferences({ ...compared, differences: [], isFixed: false })).toMatchObject({ figure: 0 })
})

test('a judge without what it judges by is skipped, and says why', async () => {
  expect(await jsonSchema.judge({ folders: [], ...CIRCUMSTANCES })).toEqual({
    skipped: 'no folder contains the suite; give its "draft2020-12" folder',
  })
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
