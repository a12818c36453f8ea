import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { disagreements, type Printed, pairsOf } from '../../bench/agreement/type-agreement.ts'
import { generate } from '../../generator/generate.ts'

/** Where our types are better than those of openapi-typescript, and why. */
const DIFFERENCES: readonly string[] = [
  // openapi-typescript knows neither the methods nor the parameters that are new in
  // OpenAPI 3.2, and leaves them out.
  ...['copyDocument', 'copyDocument', 'findDocuments', 'findDocuments'].map(
    (name) =>
      `methods-query-and-additional/check.ts: Property '${name}' does not exist on type 'operations'.`,
  ),
  ...['cookie?: { session?: string; }; ', 'cookie?: never; '].map(
    (cookie) =>
      `parameter-querystring/check.ts: Property 'querystring' does not exist on type '{ query?: never; header?: never; path?: never; ${cookie}}'.`,
  ),
  'methods-query-and-additional copyDocument path: any',
  'methods-query-and-additional copyDocument header: any',
  'methods-query-and-additional findDocuments application/json: any',
  'methods-query-and-additional findDocuments 200 application/json: any',
  'parameter-querystring search querystring: any',
  'parameter-querystring select querystring: any',
  // HTTP has no body in an answer to HEAD and none with 204; theirs is the one of the document.
  'responses-without-content headed 200 application/json: "other"',
  'responses-without-content headedTwice 200 application/json: "other"',
  'responses-without-content headedTwice 200 text/csv: "other"',
  'responses-without-content none 204 application/json: "narrower"',
  'responses-without-content none 204 text/csv: "narrower"',
  // A base with a discriminator is the union of its kinds, each with its own
  // values; theirs is the base alone.
  ...[
    ...[
      'Pet',
      'PetWrite',
      'Cat',
      'CatWrite',
      'Dog',
      'Fish',
      'FishWrite',
      'Bird',
      'BirdWrite',
      'Parrot',
      'ParrotWrite',
    ],
    ...['Owl', 'OwlWrite', 'Snake', 'SnakeWrite', 'Python', 'PythonWrite', 'Round', 'Angular'],
    ...['listPets 200 application/json', 'addPet application/json', 'addPet 200 application/json'],
    'addPet 201 application/json',
  ].map((name) => `discriminator-on-the-base ${name}: "narrower"`),
  ...['Shape', 'Circle', 'Square', 'getShape 200 application/json'].map(
    (name) => `formats ${name}: "narrower"`,
  ),
  // A listed array is a tuple of its items; theirs is an array of any length,
  // and of no item for an empty one.
  'schema-enums-and-constants Lists: "narrower"',
  // A part of a composition may require what another part declares; theirs leaves that optional.
  ...['Site', 'addSite application/json'].map((name) => `member-names-in-camel-case ${name}: "other"`),
  // A tuple has optional items and a rest; theirs has neither.
  ...['Rest: "other"', 'Missing: "other"', 'Bounded: "other"', 'Position: "narrower"'].map(
    (verdict) => `schema-tuples-and-arrays ${verdict}`,
  ),
  // And where nothing is left of an object, theirs is one that has no property at all.
  'discriminator-on-the-base DogWrite: "other"',
  ...[
    ...['PagePet', 'Pet', 'PetWrite', 'Dog', 'DogWrite', 'Cat', 'CatWrite', 'listPets 200 application/json'],
    ...['putPet application/json', 'putPet 200 application/json', 'putPet 400 application/json'],
  ].map((name) => `swagger-schemas ${name}: "narrower"`),
  ...[
    ...[
      'Pet',
      'Cat',
      'Dog',
      'Puppy',
      'Circle',
      'Square',
      'Plan',
      'PaidPlan',
      'listPets 200 application/json',
    ],
    ...['addPet application/json', 'addPet 201 application/json', 'setPlan application/json'],
  ].map((name) => `swagger-discriminator ${name}: "narrower"`),
]

const cases = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('error-'))
  .map((entry) => entry.name)

test('every schema, parameter and body has a type that says what openapi-typescript says of it', async () => {
  const documents = new Map<string, Printed>()
  for (const name of cases) documents.set(name, await printed(join(import.meta.dirname, name)))
  expect(disagreements(documents).sort()).toEqual(DIFFERENCES.toSorted())
})

test('lines are no longer than 110 characters where they can be broken', () => {
  const lines = cases.flatMap((name) =>
    readFileSync(join(import.meta.dirname, name, 'expected/types.ts'), 'utf8').split('\n'),
  )
  // The rest: the header, and lines of a comment or an "Exclude" without a place to break.
  const long = lines.filter((line) => line.length > 110 && !/^\/\/ |^ *(?:\/\*\*| \*) |Exclude</.test(line))
  expect(long).toEqual([])
  expect(lines.length).toBeGreaterThan(1000)
})

test('the comparison finds a type that differs, and one that is any', () => {
  const openapi =
    'export interface components { schemas: { A: string; B: 1; C: string | 1; D: any } }; export interface operations {}'
  const types = 'export type A = string\nexport type B = number\nexport type C = string\nexport type D = 1\n'
  const pairs = ['A', 'B', 'C', 'D'].map((name) => ({
    name,
    ours: `types.${name}`,
    theirs: `components['schemas']['${name}']`,
  }))
  const files = new Map([
    ['types.ts', types],
    ['openapi.ts', openapi],
  ])
  const documents = new Map([['one', { files, pairs }]])
  expect(disagreements(documents)).toEqual(['one B: "wider"', 'one C: "narrower"', 'one D: "any"'])
})

async function printed(folder: string): Promise<Printed> {
  const overlay = join(folder, 'overlay.yaml')
  const { files, model } = await generate({
    document: join(folder, 'openapi.yaml'),
    overlays: existsSync(overlay) ? [overlay] : [],
    output: 'unused',
    importExtension: '.ts',
    outputs: ['types', 'openapi'],
  })
  return { files, pairs: pairsOf(model) }
}
