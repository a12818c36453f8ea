import { expect, test } from 'vitest'
import { locateConfigMember } from '../../../generator/configuration/locate-member.ts'

const TEXT = `import { defineConfig } from 'concordat/config'
// verify: { rate: 1 }
const seed = 'a'
export default defineConfig([
  { document: 'a.yaml', output: "out" },
  {
    document: \`b\${1}.yaml\`,
    'output': 'b', /* output: */
    verify: {
      seed, rate: seed === 'a' ? 1 : 2,
      headers: { "X-A": { env: 'rate' } },
      identities: { main: { Key({ scheme }) { return scheme } } },
      tags: ['a', ['b', 'c'], { d: 1 }],
    },
  },
])
`

test.each([
  [[0, 'document'], 5, 5],
  [[0, 'output'], 5, 25],
  [[1], 6, 3],
  [[1, 'document'], 7, 5],
  [[1, 'output'], 8, 5],
  [[1, 'verify', 'seed'], 10, 7],
  [[1, 'verify', 'rate'], 10, 13],
  [[1, 'verify', 'headers', 'X-A', 'env'], 11, 27],
  [[1, 'verify', 'identities', 'main', 'Key'], 12, 29],
  [[1, 'verify', 'tags', 1], 13, 19],
  [[1, 'verify', 'tags', 2, 'd'], 13, 33],
])('%j is found', (path, line, column) => {
  expect(locateConfigMember(TEXT, path)).toEqual({ line, column })
})

test('what is not there is found where it would be', () => {
  expect(locateConfigMember(TEXT, [1, 'verify', 'headers', 'X-B'])).toEqual({ line: 11, column: 7 })
  expect(locateConfigMember(TEXT, [])).toBeUndefined()
  expect(locateConfigMember('export default config\n', ['document'])).toBeUndefined()
})

test('what stands in two places is in neither', () => {
  expect(locateConfigMember('const a = { rate: 1 }\nexport default { rate: 2 }\n', ['rate'])).toBeUndefined()
})
