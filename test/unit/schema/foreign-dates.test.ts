import { execFileSync } from 'node:child_process'
import { createValidator } from '@concordat/runtime/schema'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'

const SEED = 20_261_126
const SAMPLES = 3000

const validate = createValidator({})

const digits = (length: number, max: number) =>
  fc.integer({ min: 0, max }).map((value) => String(value).padStart(length, '0'))

/** Strings in the form of RFC 3339, with dates that exist and dates that do not. */
const shaped = fc
  .tuple(
    fc.tuple(digits(4, 9999), digits(2, 13), digits(2, 32)),
    fc.constantFrom('T', 't', ' '),
    fc.tuple(digits(2, 24), digits(2, 60), digits(2, 61)),
    fc.constantFrom('', '.0', '.123', '.123456789', '.'),
    fc.oneof(
      fc.constantFrom('Z', 'z', '', '+00:00', '-00:00'),
      fc
        .tuple(fc.constantFrom('+', '-'), digits(2, 24), digits(2, 60))
        .map(([sign, h, m]) => `${sign}${h}:${m}`),
    ),
  )
  .map(([date, t, time, fraction, offset]) => date.join('-') + t + time.join(':') + fraction + offset)

/** The same strings with one character added, removed or replaced. */
const damaged = fc
  .tuple(
    shaped,
    fc.nat(30),
    fc.constantFrom('', '0', '9', '-', ':', '.', 'T', 'Z', '+', ' ', '['),
    fc.boolean(),
  )
  .map(
    ([text, index, letter, isInserted]) =>
      text.slice(0, index) + letter + text.slice(isInserted ? index : index + 1),
  )

const texts = fc.sample(fc.oneof(shaped, damaged), { numRuns: SAMPLES, seed: SEED })

const isOurs = (format: string) => {
  const check = validate({ type: 'string', format })
  return (text: string) => check(text).length === 0
}

const isLeapSecond = (text: string) => /:60(\.\d+)?(Z|z|[+-])/.test(text)

function isInstant(text: string): boolean {
  try {
    Temporal.Instant.from(text)
    return true
  } catch {
    return false
  }
}

/** Strings that Temporal accepts although RFC 3339 does not allow them. */
const ONLY_TEMPORAL: readonly (readonly [string, RegExp])[] = [
  ['a space for the "T"', / /],
  ['no "-" or ":"', /^\d{4}\d|[Tt]\d{4}|[+-]\d{2}(\d{2})?$/],
  ['no seconds', /[Tt]\d{2}(:\d{2})?(Z|z|[+-])/],
  ['seconds in the offset', /[+-]\d{2}:\d{2}:\d{2}/],
  ['a comma for the point', /,/],
  ['a second of 60 at any time of day', /:60/],
]

describe('Temporal', () => {
  const isDateTime = isOurs('date-time')

  test('reads every date-time that is one here, down to nanoseconds', () => {
    const ours = texts.filter((text) => isDateTime(text) && !/\.\d{10}/.test(text))
    expect(ours.length).toBeGreaterThan(100)
    expect(ours.filter((text) => !isInstant(text))).toEqual([])
  })

  test('reads no other, but for the forms that RFC 3339 does not have', () => {
    const others = texts.filter((text) => isInstant(text) && !isDateTime(text))
    expect(others.filter((text) => !ONLY_TEMPORAL.some(([, form]) => form.test(text)))).toEqual([])
  })

  test('knows the same dates', () => {
    const isDate = isOurs('date')
    const dates = texts.map((text) => text.slice(0, 10))
    const isPlainDate = (text: string): boolean => {
      try {
        return Temporal.PlainDate.from(text).toString() === text
      } catch {
        return false
      }
    }
    expect(dates.filter((text) => isDate(text) !== isPlainDate(text))).toEqual([])
  })
})

function hasPython(): boolean {
  try {
    execFileSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const PYTHON = `
import json, sys
from datetime import datetime
def reads(text):
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False
print(json.dumps([reads(text) for text in json.load(sys.stdin)]))
`

test.skipIf(!hasPython())('Python reads every date-time that is one here and that it can hold', () => {
  const isDateTime = isOurs('date-time')
  // Python supports neither leap seconds nor the year 0, and does not accept "z" as "Z".
  const ours = texts.filter((text) => isDateTime(text) && !isLeapSecond(text) && !/^0000|z$/.test(text))
  const read: boolean[] = JSON.parse(
    execFileSync('python3', ['-c', PYTHON], { input: JSON.stringify(ours), encoding: 'utf8' }),
  )
  expect(ours.length).toBeGreaterThan(100)
  expect(ours.filter((_, index) => read[index] !== true)).toEqual([])
})
