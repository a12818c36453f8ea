import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CORE_SCHEMA, dump, load, mergeTag } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { readBlockYaml } from '../../../generator/load/read/yaml/block-yaml.ts'

const SCHEMA = CORE_SCHEMA.withTags(mergeTag)
const GOLDEN = join(import.meta.dirname, '../../golden')

/**
 * The reference: a full YAML parser. Its result as JSON distinguishes strings from numbers, and shows the
 * order of properties.
 */
function byJsYaml(text: string): string | undefined {
  try {
    return JSON.stringify(load(text, { schema: SCHEMA }))
  } catch {
    return undefined
  }
}

function read(text: string): string | undefined {
  const read = readBlockYaml(text)
  return read && JSON.stringify(read.tree)
}

describe('block YAML is read as js-yaml reads it', () => {
  test.each<[string, string]>([
    [
      'scalars',
      'a: text\nb: 1\nc: -0.5\nd: true\ne: ~\nf:\ng: 0x1F\nh: 2020-01-01\ni: 1.0.0\nj: http://x/y#z\nk: False',
    ],
    ['keys', '200: a\n0x10: b\n\'4XX\': c\n"a b": d\n/pets/{id}: e\ntrue: f\nnull: g\na:b: h\n1.50: i'],
    ['lists', 'a:\n- 1\n-\n- - x\n  - y\n- b: 1\n  c: 2\nd:\n  -   e: 1\n      f: 2\n'],
    ['nesting', 'a:\n  b:\n    c:\n      - d:\n          e: 1\n  f: 2\ng: 3'],
    [
      'plain texts of several lines',
      'a: one\n  two\n\n  three\nb:\n  four\n   five\nc:\n  - six\n    seven\n',
    ],
    ['literal blocks', 'a: |\n\n  x\n   y\n\n  z\n\n\nb: |-\n  x\n\nc: |+\n  x\n\nd: |\ne: |+\n\nf: 1\n'],
    ['folded blocks', 'a: >\n  x\n  y\n\n  z\n   further\n\n  w\n\nb: >-\n\n  x\n     \n  y\nc: >+\n  x\n\n'],
    ['a block without a line break at its end', 'a: |\n  x'],
    ['quoted texts', "a: 'it''s'\nb: \"x\\ty \\u00e9 \\\\ \\\" \\/\"\nc: ''\nd: \"\"\ne: 'a # b: c'"],
    [
      'quoted texts of several lines',
      "a: 'x  \n  y\n\n  z '\nb: \"x\\\n  y \\\n  \\  z\n\n  w\"\nc: '\n  '\n",
    ],
    ['short flow collections', 'a: {}\nb: []\nc: [x, 1, true]\nd: ["x y", \'z\']\n'],
    ['comments', '# first\na: 1 # one\n  # deeper\nb: # two\n  c: x#y\n# last'],
    ['a marker at the beginning', '---\na: 1\n'],
    ['other writing', 'a: ’ 😀 é\nb: ’\u2028x\n’: 1\n'],
    ['other writing among Latin', 'é: "x\\u00e9 ’"\nb: \'é’\'\nc: >-\n  ’\n  é\nd:\n- é\n- ’ # ’\ne: é\n  ’'],
    ['Latin alone', 'é: ü\nb: "\u00a0"\n'],
  ])('%s', (_, text) => {
    expect(read(text)).toBe(byJsYaml(text))
    expect(read(text)).toBeDefined()
  })

  test.each<[string, string]>([
    ['an anchor', 'a: &x 1\nb: *x\n'],
    ['a tag', 'a: !!str 1\n'],
    ['a merge key', '<<: {}\na: 1\n'],
    ['a name that is not its own', '__proto__: 1\n'],
    ['a flow mapping', 'a: {b: 1}\n'],
    ['a list of lists', 'a: [[1]]\n'],
    ['tabs', 'a:\t1\n'],
    ['carriage returns', 'a: 1\r\nb: 2\r\n'],
    ['an indicator of indentation', 'a: |2\n   x\n'],
    ['two documents', 'a: 1\n---\nb: 2\n'],
    ['a list alone', '- 1\n'],
    ['an escape that JSON does not have', 'a: "\\x41"\n'],
    ['a repeated key', 'a: 1\na: 2\n'],
    ['a key without a value between others', 'a: 1\nb\nc: 2\n'],
    ['a value in a value', 'a: b: c\n'],
    ['a wrong indentation', 'a:\n    b: 1\n  c: 2\n'],
    ['a quote that nothing ends', "a: 'x\nb: 1\n"],
    ['a quoted text that is not indented', "a: 'x\ny'\n"],
    ['a colon without a space', "'a':b\n"],
    ['half a surrogate pair', 'a: \ud83d\n'],
    ['deep nesting', Array.from({ length: 120 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('')],
  ])('%s is left to js-yaml', (_, text) => {
    expect(read(text)).toBeUndefined()
  })
})

/** Returns a generator of numbers below `limit`, which are the same in each run. */
function seeded(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

/** Rewrites a document in block style, because most of these documents have flow mappings. */
function asBlocks(text: string): string[][] {
  try {
    return [dump(load(text, { schema: SCHEMA })).split('\n')]
  } catch {
    return []
  }
}

const BITS = ': | #|- |-|"|\'|\\|\n|\n\n|  |\n  |\n    |~|1e3|<<|? |&a|*a|!t|%|,|{}|[a]|\\\n|---\n|😀'.split(
  '|',
)

test('a text with any damage is read as js-yaml reads it, or left to js-yaml', () => {
  const pick = seeded(11)
  const texts = readdirSync(GOLDEN)
    .map((name) => join(GOLDEN, name, 'openapi.yaml'))
    .filter((file) => existsSync(file))
    .flatMap((file) => asBlocks(readFileSync(file, 'utf8')))
  let alike = 0
  for (let round = 0; round < 600; round++) {
    const lines = texts[pick(texts.length)] ?? []
    const from = pick(lines.length)
    const part = lines.slice(from, from + 5 + pick(20))
    const indent = /^ */.exec(part[0] ?? '')?.[0].length ?? 0
    let text = part.map((line) => line.slice(Math.min(indent, line.search(/\S|$/)))).join('\n')
    for (let damage = pick(3); damage > 0; damage--) {
      const at = pick(text.length + 1)
      text = text.slice(0, at) + (BITS[pick(BITS.length)] ?? '|-\n') + text.slice(at + pick(4))
    }
    const own = read(text)
    if (own === undefined) continue
    expect(own, text).toBe(byJsYaml(text))
    alike++
  }
  expect(alike).toBeGreaterThan(100)
})
