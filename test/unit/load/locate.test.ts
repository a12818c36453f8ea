import { stepsOf } from '@concordat/runtime/pointer'
import { expect, test } from 'vitest'
import { FileProblem, parseFile } from '../../../generator/load/read/parse.ts'
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
  const place = new Locator(() => ({ text, syntax })).place('file:///x', stepsOf(pointer))
  return `${place.line}:${place.column}${place.pointer === pointer ? '' : ` ${place.pointer}`}`
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
  ['#/c d/2', '3:2 #/c d'],
  ['#/z', '1:1 #'],
])('YAML %s stands at %s', (pointer, expected) => {
  expect(position({ text: YAML, syntax: 'yaml' }, pointer)).toBe(expected)
})

test.each([
  ['#', '1:1'],
  ['#/a', '1:1'],
  ['#/a/b/1', '3:8'],
  ['#/c/b/0', '3:5'],
  ['#/d', '6:4'],
])('YAML that only the lenient parser reads: %s stands at %s', (pointer, expected) => {
  const text = 'a: &anchor {\n  b: [\n    1, two\n  ]\n}\nd: x\nc: *anchor\n'
  expect(parseFile(text, 'x.yaml').syntax).toBe('lenient')
  expect(position({ text, syntax: 'lenient' }, pointer)).toBe(expected)
})

test.each([
  ['#', '1:1'],
  ['#/a', '2:4'],
  ['#/a/b', '2:11'],
  ['#/a/b/0', '2:16'],
  ['#/a/b/1', '2:19'],
  ['#/a/b/2', '2:11 #/a/b'],
  ['#/a/b/0/c', '2:16 #/a/b/0'],
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
    parseFile(text, name)
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
