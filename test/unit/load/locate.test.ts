import { stepsOf } from '@concordat/runtime/pointer'
import { expect, test } from 'vitest'
import { FileProblem, parseText } from '../../../generator/load/read/parse.ts'
import { Locator, type SourceText } from '../../../generator/load/source/locate.ts'

const YAML = `a: &anchor
  b: [x, 'y']
"c d":
  - e: 1
  -
    f: *anchor
`
const JSON_TEXT = '{\n  "a": { "b": [1, { "c/d": null }] },\n\t"é\\u0041": "x"\n}'

function position({ text, syntax }: SourceText, pointer: string) {
  const { line, column } = new Locator(() => ({ text, syntax })).place('file:///x', stepsOf(pointer))
  return line === undefined ? undefined : `${line}:${column}`
}

test.each([
  ['#', '1:1'],
  ['#/a', '1:1'],
  ['#/a/b', '2:3'],
  ['#/a/b/1', '2:11'],
  ['#/c d/0/e', '4:8'],
  ['#/c d/1', '6:5'],
  ['#/c d/1/f', '6:8'],
  ['#/c d/1/f/b/0', '2:7'],
  ['#/c d/2', undefined],
  ['#/z', undefined],
])('YAML %s stands at %s', (pointer, expected) => {
  expect(position({ text: YAML, syntax: 'yaml' }, pointer)).toBe(expected)
})

test.each([
  ['#', '1:1'],
  ['#/a', '2:4'],
  ['#/a/b', '2:11'],
  ['#/a/b/0', '2:16'],
  ['#/a/b/1', '2:19'],
  ['#/a/b/2', undefined],
  ['#/a/b/0/c', undefined],
  ['#/a/b/1/c~1d', '2:28'],
  ['#/éA', '3:14'],
])('JSON %s stands at %s', (pointer, expected) => {
  expect(position({ text: JSON_TEXT, syntax: 'json' }, pointer)).toBe(expected)
})

test.each([
  ['{"a": 1,}', 'x.json', '1:9'],
  ['{\n"a": [1\n', 'x.json', '3:1'],
  ['a: 1\nb: [', 'x.yaml', '2:5'],
])('%j is no well-formed %s', (text, name, expected) => {
  let problem: unknown
  try {
    parseText(text, name)
  } catch (error) {
    problem = error
  }
  expect(problem).toBeInstanceOf(FileProblem)
  const { line, column } = new Locator(() => ({ text, syntax: 'yaml' })).placeOfOffset(
    'file:///x',
    (problem as FileProblem).offset,
  )
  expect(`${line}:${column}`).toBe(expected)
})
