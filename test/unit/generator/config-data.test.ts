import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../../generator/configuration/read-config.ts'
import { configurationKind } from '../../../generator/options/config/config-options.ts'
import { configSchema } from '../../../generator/options/print/json-schema.ts'

const folder = mkdtempSync(join(tmpdir(), 'concordat-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

function written(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

test.each([
  [
    'concordat.config.json',
    '{ "$schema": "./schema.json", "document": "openapi.yaml", "output": "out", "outputs": ["types"] }',
  ],
  ['concordat.config.yaml', '# Ours.\ndocument: openapi.yaml\noutput: out\noutputs: [types]\n'],
])('%s is read as a configuration in TypeScript is', async (name, text) => {
  const [read] = await readConfig(written(name, text))
  expect(read).toMatchObject({
    document: join(folder, 'openapi.yaml'),
    output: join(folder, 'out'),
    outputs: ['types'],
  })
})

test('a list of several is one, too', async () => {
  const text = '- { document: a.yaml, output: a }\n- { document: b.yaml, output: b }\n'
  const read = await readConfig(written('several.yaml', text))
  expect(read.map(({ output }) => output)).toEqual([join(folder, 'a'), join(folder, 'b')])
})

test.each([
  [
    'document: a.yaml\noutput: out\noutputs:\n  - types\n  - clients\n',
    /:5:5 "outputs\[1\]" is not one of .*"client"\?/,
  ],
  [
    'document: a.yaml\noutput: out\nverify:\n  budgets: 7\n',
    /:4:3 "verify" has an unknown property "budgets".*"budget"\?/,
  ],
  ['document: a.yaml\noutput: [\n', /:\d:\d the configuration cannot be read: /],
  ['- a\n', /The configuration is not an object\. Expected: properties such as "document"/],
])('what is wrong is named with its line: %j', async (text, message) => {
  await expect(readConfig(written('wrong.yaml', text))).rejects.toThrow(message)
})

test('JSON has lines as well', async () => {
  const text = '{\n  "document": "a.yaml",\n  "output": "out",\n  "enums": "open-ended"\n}\n'
  await expect(readConfig(written('wrong.json', text))).rejects.toThrow(
    /wrong\.json:4:3 "enums" is not "unions"/,
  )
})

describe('the JSON Schema of a configuration', () => {
  const isValid = new Ajv2020({ strict: false, formats: {} }).compile(configSchema())
  const base = { document: 'openapi.yaml', output: 'out' }

  test.each([
    base,
    [base, { ...base, output: 'other' }],
    { ...base, $schema: 'https://example.com/schema.json', outputs: ['types', 'client'], enums: 'open' },
    { ...base, remotes: { 'https://example.com/': { Authorization: { env: 'TOKEN' } } } },
    {
      ...base,
      formats: { int64: 'bigint', date: { from: './day.ts', type: 'Day', parse: 'a', serialize: 'b' } },
    },
    {
      ...base,
      verify: {
        identities: { main: { bearer: { login: { url: '/login', body: { user: { env: 'USER' } } } } } },
        ...{ maxTime: '5m', rate: 0.5, budget: 0, headers: { 'X-Key': 'a' } },
      },
    },
  ])('allows %j, as the command does', (value) => {
    expect(isValid(value)).toBe(true)
    for (const one of [value].flat()) {
      const { $schema, ...rest } = { $schema: undefined, ...one }
      expect(configurationKind.check(rest, [])).toEqual([])
    }
  })

  test.each([
    { output: 'out' },
    { ...base, outputs: ['clients'] },
    { ...base, enum: 'open' },
    { ...base, strict: 'yes' },
    { ...base, formats: { int64: 'BigInt' } },
    { ...base, remotes: { 'example.com': {} } },
    { ...base, verify: { rate: 0 } },
    { ...base, verify: { ownRules: ['mine'] } },
    { ...base, verify: { identities: { scoped: { bearer: { username: 'a', password: 'b' } } } } },
    { ...base, verify: { identities: { main: { bearer: { token: 'a' } } } } },
  ])('refuses %j, as the command does', (value) => {
    expect(isValid(value)).toBe(false)
    expect(configurationKind.check(value, [])).not.toEqual([])
  })

  test('says of each member what it is for, but for those that are functions alone', () => {
    const { properties } = Object(configSchema()['$defs']).Config
    const functions = ['typeNames', 'tagNames']
    const names = Object.keys(configurationKind.members).filter((name) => !functions.includes(name))
    expect(Object.keys(properties)).toEqual(['$schema', ...names])
    for (const name of names) expect(properties[name].description).toMatch(/^.+\.$/s)
  })
})
