import { PassThrough } from 'node:stream'
import { namesOfRun } from '@concordat/contract/values'
import { expect, test } from 'vitest'
import { damage } from '../../bench/fuzz/damage.ts'
import { fuzz } from '../../bench/fuzz/fuzz.ts'
import { createProgress } from '../../generator/commands/progress/progress.ts'

/** Set CONCORDAT_SEED to repeat a failed run. */
const seed = Number(process.env['CONCORDAT_SEED'] ?? 20260101)
const ROUNDS = process.env['TEST_LONG'] === '1' ? 5000 : 200

test(`a damaged document generates and compiles, or is refused with a place (seed ${seed})`, async () => {
  const quiet = Object.assign(new PassThrough().resume(), { isTTY: false }) as unknown as NodeJS.WriteStream
  const { generated, refused, failures } = await fuzz({
    ...{ seed, rounds: ROUNDS, folders: [] },
    progress: createProgress(quiet),
    signal: new AbortController().signal,
  })
  expect(failures).toEqual([])
  expect(generated + refused).toBe(ROUNDS)
  expect(generated, 'a mistake has a reading, so that most must generate').toBeGreaterThan(ROUNDS * 0.7)
  expect(refused, 'some damage is past reading').toBeGreaterThan(0)
})

test('each damage changes one place, and the same seed makes the same', () => {
  const document = {
    openapi: '3.1.1',
    info: { title: 'Pets' },
    paths: {},
    tags: [{ name: 'a' }, { name: 'b' }],
  }
  const made = (round: number) => damage(document, namesOfRun(`round ${round}`).random)
  const rounds = Array.from({ length: 200 }, (_, round) => made(round))
  expect(rounds.filter(({ text }) => text === JSON.stringify(document, undefined, 1))).toEqual([])
  expect(new Set(rounds.map(({ what }) => what.replace(/ at .*/, ''))).size).toBeGreaterThanOrEqual(9)
  expect(
    rounds.some(({ text }) => /"title"[\s\S]*"title"/.test(text)),
    'a key twice',
  ).toBe(true)
  expect(made(3)).toEqual(made(3))
})
