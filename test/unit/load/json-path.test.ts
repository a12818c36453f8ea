import { expect, test } from 'vitest'
import { overlayTargetPaths } from '../../../generator/load/overlay/json-path.ts'

const DOCUMENT = {
  list: [
    { tags: ['a', 'b'], name: "@.x[0] == 'a'", size: 1 },
    { tags: ['b'], name: 'two', size: 2 },
    { name: 'three', size: 3 },
  ],
}

// RFC 9535 defines these results. The library alone finds nothing if a comparison contains an index.
test.each([
  ["$.list[?@.tags[0] == 'a']", [0]],
  ["$.list[?'b' == @.tags[-1]]", [0, 1]],
  ["$.list[?@['tags'][0]!='a' && @.size < 3]", [1]],
  ['$.list[?@.tags[0] == $.list[1].tags[0]]', [1]],
  ['$.list[?@.size >= 2]', [1, 2]],
  ['$.list[?@.tags[0]]', [0, 1]],
  ['$.list[?@.name == "@.x[0] == \'a\'"]', [0]],
  ["$.list[?length(@.name) == 3 || @.tags[1] == 'b']", [0, 1]],
  ['$.list[1]', [1]],
])('%s', (expression, items) => {
  expect(overlayTargetPaths(DOCUMENT, expression)).toEqual(items.map((item) => ['list', String(item)]))
})

test('an expression that is not well-formed is an error', () => {
  expect(() => overlayTargetPaths(DOCUMENT, '$.list[')).toThrow()
})
