import { describe, expect, test } from 'vitest'
import { sourceCode } from '../../../generator/emit/print/code.ts'
import { GeneratedFile } from '../../../generator/emit/print/generated-file.ts'
import type { ImportExtension } from '../../../generator/emit/print/import-statements.ts'
import {
  globalType,
  importedType,
  importedTypes,
  importedValue,
} from '../../../generator/emit/print/modules.ts'

const fileOf = (importExtension: ImportExtension = '.ts') =>
  new GeneratedFile({ path: 'types.ts', header: sourceCode`// Made`, importExtension })

/**
 * Returns the output of the template for declarations: a header, a blank line, the imports that are used, and
 * the source.
 */
function print(file: GeneratedFile, declarations: ReturnType<typeof sourceCode>): string[] {
  return file
    .print('types', {
      types: [{ doc: sourceCode`/** */`, declaration: sourceCode`type T = ${declarations}` }],
    })
    .split('\n')
}

describe('imports', () => {
  test('are those that were printed, packages first, by the alphabet', () => {
    const made = importedValue('make', '@p/b')
    const lines = print(
      fileOf(),
      sourceCode`${importedType('b', './b')} & ${importedType('Client', '@p/b')} & typeof ${made} & ${importedTypes('all', './a')}.X & ${importedType('above', '../a')} & ${importedType('client', '@p/b')}`,
    )
    expect(lines.slice(2, 6)).toEqual([
      "import { type Client, type client, make } from '@p/b'",
      "import type { above } from '../a.ts'",
      "import type * as all from './a.ts'",
      "import type { b } from './b.ts'",
    ])
  })

  test('a name that is used as a value and as a type is imported once, as a value', () => {
    const lines = print(
      fileOf(),
      sourceCode`${importedType('Box', './box')} | ${importedValue('Box', './box')} | ${importedType('Lid', './box')}`,
    )
    expect(lines[2]).toBe("import { Box, type Lid } from './box.ts'")
    expect(lines.at(-2)).toBe('export type T = Box | Box | Lid')
  })

  test.each([
    ['.ts', './box.ts'],
    ['.js', './box.js'],
    ['', './box'],
  ] as const)('with %j a module of the output is %s, and a package stays', (extension, specifier) => {
    const lines = print(
      fileOf(extension),
      sourceCode`${importedType('Box', './box')} & ${importedType('P', '@p/a')}`,
    )
    expect(lines.slice(2, 4)).toEqual([
      "import type { P } from '@p/a'",
      `import type { Box } from '${specifier}'`,
    ])
  })
})

describe('names', () => {
  test('what is declared keeps its name, and everything else gives way', () => {
    const file = fileOf()
    expect(['Box', 'Box', 'Lid'].map((name) => `${file.declare(name)}`)).toEqual(['Box', 'Box_', 'Lid'])
    expect(['Lid', 'Pen'].map((name) => `${file.local(name)}`)).toEqual(['Lid$1', 'Pen'])
    const lines = print(
      file,
      sourceCode`${importedType('Box', './a')} | ${importedType('Box', './b')} | ${globalType('Box')} | ${globalType('Record')} | ${importedType('Record', './c')} | ${importedType('Pen', './c')}`,
    )
    expect(lines.slice(2, 5)).toEqual([
      "import type { Box as Box$1 } from './a.ts'",
      "import type { Box as Box$2 } from './b.ts'",
      "import type { Pen as Pen$1, Record as Record$1 } from './c.ts'",
    ])
    expect(lines.at(-2)).toBe('export type T = Box$1 | Box$2 | globalThis.Box | Record | Record$1 | Pen$1')
  })

  test('code with symbols cannot be printed without a file', () => {
    expect(() => `${sourceCode`x: ${globalType('Record')}`}`).toThrow(
      'The code for "Record" depends on the file',
    )
  })
})
