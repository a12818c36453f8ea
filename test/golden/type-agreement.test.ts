import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { generate } from '../../generator/generate.ts'
import { disagreements, type Printed } from './type-agreement.ts'

/** Where our types are better than those of openapi-typescript, and why. */
const DIFFERENCES: readonly string[] = []

const cases = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('error-'))
  .map((entry) => entry.name)

test('every schema has a type that says what openapi-typescript says of it', async () => {
  const documents = new Map<string, Printed>()
  for (const name of cases) documents.set(name, await printed(join(import.meta.dirname, name)))
  expect(disagreements(documents)).toEqual(DIFFERENCES)
}, 120_000)

test('the comparison finds a type that differs, and one that is any', () => {
  const openapi = 'export interface components { schemas: { A: string; B: 1; C: string | 1; D: any } }'
  const types = 'export type A = string\nexport type B = number\nexport type C = string\nexport type D = 1\n'
  const documents = new Map([['one', { types, openapi, schemas: ['A', 'B', 'C', 'D'] }]])
  expect(disagreements(documents)).toEqual(['one B: "wider"', 'one C: "narrower"', 'one D: "any"'])
})

async function printed(folder: string): Promise<Printed> {
  const overlay = join(folder, 'overlay.yaml')
  const { files, model } = await generate({
    document: join(folder, 'openapi.yaml'),
    overlays: existsSync(overlay) ? [overlay] : [],
    output: 'unused',
    importExtension: '.ts',
    outputs: ['types'],
  })
  return {
    types: files.get('types.ts') ?? '',
    openapi: files.get('openapi.ts') ?? '',
    schemas: model.schemas.map(({ name }) => name),
  }
}
