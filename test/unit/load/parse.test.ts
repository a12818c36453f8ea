import { expect, test } from 'vitest'
import { FileProblem, parseFile } from '../../../generator/load/read/parse.ts'

const repeated = (text: string) =>
  parseFile(text, 'x.json').repeated.map(({ path, offset }) => `/${path.join('/')} at ${offset}`)

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
  expect(() => parseFile(nested(500), 'x.json')).not.toThrow()
  expect(() => parseFile(nested(501), 'x.json')).toThrow(FileProblem)
  expect(() => parseFile(nested(501), 'x.json')).toThrow(
    expect.objectContaining({ code: 'bound-exceeded', offset: open.length * 500 }),
  )
})

test.each([
  ['a quoted text at the indentation of its key', 'a:\n  b: "x\n  y"\n  c: 1\n', { a: { b: 'x y', c: 1 } }],
  ['a quoted text with an empty line', "a:\n  b: 'x\n\n  it''s'\n  c: 1\n", { a: { b: "x\nit's", c: 1 } }],
  ['a quoted text left of its key', 'a:\n  b: "x\ny"\n', { a: { b: 'x y' } }],
  ['a list in brackets', 'a:\n  b: [1,\n  2,\n  3]\n  c: 1\n', { a: { b: [1, 2, 3], c: 1 } }],
  ['several of them, in a file that repeats a key', 'a: "x\ny"\nb: [\n1]\na: 2\n', { a: 2, b: [1] }],
])('YAML that is not indented further than its key is read: %s', (_, text, expected) => {
  expect(parseFile(text, 'x.yaml').tree).toEqual(expected)
})

test.each([
  ['quote', 'a: "x\nb: y\nc: "z"\n', 6],
  ['bracket', 'a: [1, 2\nb: 3\n', 9],
])('a forgotten %s is told at the first line that it spoils', (_, text, offset) => {
  expect(() => parseFile(text, 'x.yaml')).toThrow(
    expect.objectContaining({ offset, fix: expect.stringContaining('close the quote or bracket before it') }),
  )
})
