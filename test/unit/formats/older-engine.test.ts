import { afterEach, expect, test, vi } from 'vitest'
import { parseFormats, serializeFormats } from '../../../runtime/http/formats/convert.ts'
import { int64 } from '../../../runtime/http/formats/integer.ts'
import { parseExactJson } from '../../../runtime/http/json/exact-json.ts'

const conversion = { json: { items: { number: int64 } } }

afterEach(() => void vi.restoreAllMocks())

/** Simulates engines before 2024, without `source` for revivers and without `rawJSON`. */
function beOlder(): void {
  const parse = JSON.parse
  vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) =>
    parse(text, reviver && ((key, value) => reviver.call([], key, value))),
  )
  vi.spyOn(JSON as unknown as { rawJSON: unknown }, 'rawJSON', 'get').mockReturnValue(undefined)
}

const received = (text: string) => parseFormats(parseExactJson(text), conversion)

test('this engine reads and writes all digits', () => {
  expect(received('[1, 9007199254740993, -9007199254740993]')).toEqual([
    1n,
    2n ** 53n + 1n,
    -(2n ** 53n) - 1n,
  ])
  expect(JSON.stringify(serializeFormats([1n, 2n ** 53n + 1n], conversion))).toBe('[1,9007199254740993]')
})

test('an older one refuses what it would round, and nothing else', () => {
  beOlder()
  expect(received('[1, 9007199254740991]')).toEqual([1n, 2n ** 53n - 1n])
  expect(() => received('[1, 9007199254740993]')).toThrow('"1" is 9007199254740992')
  expect(() => received('[9007199254740993]')).toThrow(
    'it has an exponent or a decimal point, or the JavaScript engine is too old',
  )
  expect(JSON.stringify(serializeFormats([2n ** 53n - 1n], conversion))).toBe('[9007199254740991]')
  expect(() => serializeFormats([2n ** 53n], conversion)).toThrow(
    'lacks JSON.rawJSON for integers beyond 2^53',
  )
})
