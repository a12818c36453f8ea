import { expect, test } from 'vitest'
import { FileProblem, parseText } from '../../../generator/load/read/parse.ts'

const repeated = (text: string) =>
  parseText(text, 'x.json').repeated.map(({ path, offset }) => `/${path.join('/')} at ${offset}`)

test.each([
  ['a key in one object', '{"a": 1, "a": 2}', ['/a at 9']],
  ['a key in another object', '{"a": {"a": 1}, "b": [{"a": 1}, {"a": 2}]}', []],
  ['spaces before the colon', '{"a" : 1, "a"\n: {}}', ['/a at 10']],
  ['the same key, escaped', '{"a": 1, "\\u0061": 2}', ['/a at 9']],
  ['a backslash at the end of the key', '{"a\\\\": [], "a\\\\": []}', ['/a\\ at 12']],
  ['strings that look like keys', '{"a": ": 1", "b": ":1", "c": "{\\"a\\": 1, \\"a\\": 2}"}', []],
  ['strings that look like keys, and a key', '{"a": ": 1", "b": ["\\":1", ":t"], "b": null}', ['/b at 34']],
])('%s is told apart from a repeated key: %s', (_, text, expected) => {
  expect(repeated(text)).toEqual(expected)
})

test.each([
  ['[', ']'],
  ['{"a":', '}'],
])('500 levels of %j are read, and one more is refused where it begins', (open, close) => {
  const nested = (levels: number) => `${open.repeat(levels - 1)}{}${close.repeat(levels - 1)}`
  expect(() => parseText(nested(500), 'x.json')).not.toThrow()
  expect(() => parseText(nested(501), 'x.json')).toThrow(FileProblem)
  expect(() => parseText(nested(501), 'x.json')).toThrow(
    expect.objectContaining({ code: 'bound-exceeded', offset: open.length * 500 }),
  )
})
