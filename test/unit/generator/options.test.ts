import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DEFAULT_BUDGET, GRADES } from '@concordat/contract'
import { editDistance, nearestName } from '@concordat/runtime/nearest'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { withEnvironment } from '../../../generator/commands/verify/settings/environment.ts'
import type { Config, VerifyConfig } from '../../../generator/config.ts'
import { COMMAND_OPTIONS } from '../../../generator/options/command-options.ts'
import { CONFIG_OPTIONS } from '../../../generator/options/config/config-options.ts'
import { VERIFY_OPTIONS } from '../../../generator/options/config/verify-options.ts'
import { COMMAND_NAMES } from '../../../generator/options/declaration/commands.ts'
import type { Option, OptionMember, ValueOf } from '../../../generator/options/declaration/option.ts'
import { DIFF_OPTIONS } from '../../../generator/options/diff-options.ts'
import { MCP_OPTIONS } from '../../../generator/options/mcp-options.ts'
import { MOCK_OPTIONS } from '../../../generator/options/mock-options.ts'
import { FLAGS, isOptionOf, OPTIONS } from '../../../generator/options/options.ts'
import { printConfigurationPage } from '../../../generator/options/print/page.ts'
import { printConfigTypes, printLoginTypes } from '../../../generator/options/print/types.ts'
import { DEFAULT_CONCURRENCY, DEFAULT_TIMEOUT_MS } from '../../../runtime/contract/traffic/target/target.ts'

const root = resolve(import.meta.dirname, '../../..')
const options = Object.entries<Option>(OPTIONS)

describe('what is printed from the declarations is current', () => {
  test.each([
    ['docs/configuration.md', printConfigurationPage],
    ['generator/options/config/login-types.ts', printLoginTypes],
    ['generator/options/config/config-types.ts', printConfigTypes],
  ])('%s', (file, print) => {
    expect(readFileSync(join(root, file), 'utf8')).toBe(print())
  })
})

type Values<Members extends Readonly<Record<string, OptionMember>>> = {
  readonly [Name in keyof Members]: ValueOf<Members[Name]>
}

test('a printed type says what its kind reads and checks', () => {
  expectTypeOf<Required<VerifyConfig>>().toEqualTypeOf<Values<typeof VERIFY_OPTIONS>>()
  expectTypeOf<Omit<Required<Config>, 'outputs'>>().toEqualTypeOf<
    Omit<Values<typeof CONFIG_OPTIONS>, 'outputs'>
  >()
  // The types of functions that take the whole model are too deep to be compared exactly.
  type Outputs = Values<typeof CONFIG_OPTIONS>['outputs']
  expectTypeOf<Required<Config>['outputs']>().toExtend<Outputs>()
  expectTypeOf<Outputs>().toExtend<Required<Config>['outputs']>()
})

describe('a declaration', () => {
  test('has a name and a flag of its own', () => {
    const tables = [
      CONFIG_OPTIONS,
      VERIFY_OPTIONS,
      MCP_OPTIONS,
      MOCK_OPTIONS,
      DIFF_OPTIONS,
      COMMAND_OPTIONS,
    ].map((table) => Object.keys(table).length)
    expect(options.length).toBe(tables.reduce((sum, length) => sum + length))
    for (const command of COMMAND_NAMES) {
      const names = FLAGS.filter((option) => isOptionOf(option, command)).map(({ flag }) => flag.name)
      expect(names, command).toEqual([...new Set(names)])
    }
  })

  test('says what it means as a part of a sentence', () => {
    expect(options.filter(([, { means }]) => !/^(?:[a-z`]|OpenAPI).*[^.]$/.test(means))).toEqual([])
  })

  test('with a value on the command line can read it, and one without is on or off', () => {
    const mismatched = FLAGS.filter(
      ({ flag, kind }) => (flag.value === undefined) === (kind.read !== undefined),
    )
    expect(mismatched.map(({ name }) => name)).toEqual([])
  })

  test('knows the grades and the defaults of the suite', () => {
    expect(VERIFY_OPTIONS.grades.kind.names).toEqual(GRADES)
    expect(VERIFY_OPTIONS.budget.fallback).toBe(DEFAULT_BUDGET)
    expect(VERIFY_OPTIONS.timeout.fallback).toBe(DEFAULT_TIMEOUT_MS)
    expect(VERIFY_OPTIONS.concurrency.fallback).toBe(DEFAULT_CONCURRENCY)
  })

  test.each([
    ['seed', 'other', 'other'],
    ['budget', '5', 5],
    ['grades', 'derived', ['derived']],
  ] as const)('%s is read from its variable', (name, text, value) => {
    expect(withEnvironment({}, { [VERIFY_OPTIONS[name].variable]: text })).toMatchObject({ [name]: value })
  })
})

describe('the nearest name', () => {
  test.each([
    ['ouputs', ['output', 'outputs', 'overlays'], 'outputs'],
    ['documnet', ['document', 'output'], 'document'],
    ['rates', ['rate', 'grade'], 'rate'],
    ['Client', ['types', 'client'], 'client'],
    ['nonsense', ['rate', 'seed'], undefined],
    ['x', ['y'], undefined],
  ])('of %s among %j', (text, names, expected) => {
    expect(nearestName(text, names)).toBe(expected)
  })

  test('counts neighbours that are swapped as one slip', () => {
    expect(editDistance('reprot', 'report')).toBe(1)
    expect(editDistance('', 'abc')).toBe(3)
    expect(editDistance('kitten', 'sitting')).toBe(3)
  })
})
