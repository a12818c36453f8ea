import { describe, expect, test } from 'vitest'
import { buildModel } from '../../../generator/model/build.ts'
import {
  isRegExpLiteral,
  looksForeign,
  readForeignPattern,
} from '../../../generator/model/schema/normalize/patterns/foreign-pattern.ts'
import { loadFolder, openapi } from '../load/folder.ts'

describe('a pattern of another engine', () => {
  test.each([
    ['^\\pL+$', '^\\p{L}+$'],
    ['^\\p{Alnum}\\P{Punct}$', '^[a-zA-Z0-9][^!-\\/:-@\\[-`\\{-~]$'],
    ['^[\\p{Digit}_]+$', '^[0-9_]+$'],
    ['^\\p{IsLatin}+$', '^\\p{Script=Latin}+$'],
    ['^[[:alpha:]][[:alnum:]_-]*$', '^[a-zA-Z][a-zA-Z0-9_-]*$'],
    ['\\A\\d++\\z', '^\\d+$'],
    ['^(?>a|b)?+c{2,}+$', '^(?:a|b)?c{2,}$'],
    ['^(?P<year>\\d{4})$', '^(?<year>\\d{4})$'],
    ['^\\Qa.b\\E$', '^a\\.b$'],
    ['^\\pL[\\h\\@]$', '^\\p{L}[ \\t@]$'],
    ['/^[a-z]+$/', '^[a-z]+$'],
    ['/^[a-z\\d]x$/i', '^[a-zA-Z\\d][xX]$'],
    ['(?i)^(?<a>a|[xB-]\\s)$', '^(?<a>[aA]|[xXB-]\\s)$'],
  ])('%s is read as %s', (source, expected) => {
    const read = readForeignPattern(source)
    expect(read).toBe(expected)
    expect(() => new RegExp(String(read), 'u')).not.toThrow()
  })

  test('that has no counterpart is none', () => {
    expect(readForeignPattern('(?i)a(')).toBeUndefined()
  })

  test('is told from what ECMA-262 merely reads loosely', () => {
    expect(['\\pL', '\\A\\d', '[[:digit:]]'].map(looksForeign)).toEqual([true, true, true])
    expect(['\\-\\_', '^[a-z]$', '\\d+'].map(looksForeign)).toEqual([false, false, false])
    expect(['/^a$/i', '/^a/', '/a$/', '/a/', '^/a/$', '/a/b'].map(isRegExpLiteral)).toEqual([
      ...[true, true, true],
      ...[false, false, false],
    ])
  })
})

test('is told with its place, and kept in the schema', async () => {
  const loaded = await loadFolder({
    'openapi.yaml': openapi(
      `paths: {}\ncomponents: { schemas: { Name: { type: string, pattern: '^\\pL++$' }, Map: { type: object, patternProperties: { '\\Ax-': {} } } } }`,
    ),
  })
  const { model, warnings } = buildModel(loaded)
  expect(model.schemas.map(({ schema }) => schema)).toMatchObject([
    { pattern: '^\\p{L}+$' },
    { patternProperties: { '^x-': {} } },
  ])
  expect(warnings.map(({ code, place }) => [code, place.pointer])).toEqual([
    ['pattern-foreign', '#/components/schemas/Name/pattern'],
    ['pattern-foreign', '#/components/schemas/Map/patternProperties/\\Ax-'],
  ])
})
