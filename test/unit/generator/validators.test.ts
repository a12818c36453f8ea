import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject } from '@concordat/runtime/json'
import { createValidator } from '@concordat/runtime/schema'
import { type GenericSchema, is } from 'valibot'
import { afterAll, describe, expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { Values } from '../../../bench/agreement/values.ts'
import { generate } from '../../../generator/generate.ts'
import {
  kindsNamedBySchema,
  reachableDefinitions,
  referredNamedSchemas,
} from '../../../generator/model/schema/references.ts'

const golden = join(import.meta.dirname, '../../golden')
const folder = mkdtempSync(join(import.meta.dirname, 'validators-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Values of every type, some of them odd. */
const ODD: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 2 ** 31, '', 'a', '2026-01-31', 'ada@example.com', '😀😀'],
  ...[[], [null], ['a', 'a'], [{}], {}, { a: 1 }, { prototype: 1 }],
]

/**
 * Yields a value, and copies of it in which each property in turn is missing or replaced by each odd value.
 */
function* variants(value: unknown, depth = 0): Generator<unknown> {
  yield value
  yield* ODD
  if (depth > 2 || typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    const put = (inner: unknown) =>
      Array.isArray(value) ? value.with(Number(name), inner) : { ...value, [name]: inner }
    if (isObject(value)) yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name))
    for (const inner of variants(member, depth + 1)) yield put(inner)
  }
  if (isObject(value)) yield { ...value, 'nobody-has-this': 1 }
}

const CASES = [
  { name: 'schemas-of-libraries', unsaid: ['Blob', 'Price', 'Tags', 'Inherited'] },
  { name: 'outputs-for-libraries', unsaid: [] },
  { name: 'schemas-of-forms', unsaid: ['Backtracking'] },
  { name: 'schema-additional-properties', unsaid: ['NothingBeside', 'Patterns'] },
  { name: 'schema-any-of-beside-properties', unsaid: [] },
  { name: 'schema-circular', unsaid: [] },
  { name: 'schema-enums-and-constants', unsaid: ['Lists'] },
  { name: 'schema-nullable-of-3.0', unsaid: [] },
  { name: 'schema-tuples-and-arrays', unsaid: ['Pair', 'Rest', 'Position', 'Bounded', 'Missing'] },
  { name: 'discriminator-mapping', unsaid: ['Pet'] },
  {
    name: 'discriminator-narrows',
    unsaid: ['ByReference', 'Nested', 'NestedByNames', 'ByNumber', 'Contradicted'],
  },
  { name: 'swagger-schemas', unsaid: ['Pet', 'PetWrite'] },
]

/** Each library's verdict on a value, using a schema from a generated file. */
const LIBRARIES = {
  valibot: (schema: GenericSchema | ZodType, value: unknown) => is(schema as GenericSchema, value),
  zod: (schema: GenericSchema | ZodType, value: unknown) => (schema as ZodType).safeParse(value).success,
}

describe.each(['valibot', 'zod'] as const)('schemas of %s', (library) => {
  const accepts = LIBRARIES[library]
  test.each(CASES)('judge as ours: $name', async ({ name, unsaid }) => {
    const document = join(golden, name, 'openapi.yaml')
    const { files, model, warnings } = await generate({ document, output: folder, outputs: [library] })
    const file = join(folder, `${name}.${library}.ts`)
    await writeFile(file, files.get(`${library}.ts`) ?? '')
    const schemas: Readonly<Record<string, GenericSchema | ZodType>> = await import(file)
    const definitions = Object.fromEntries(model.schemas.map(({ name, schema }) => [name, schema]))
    const told = warnings
      .filter(({ code }) => code === 'keyword-not-expressed')
      .map(({ place }) => place.pointer.replace('#/definitions/', '#/components/schemas/'))
    const isTold = ({ pointer }: { readonly pointer: string }) =>
      told.some((place) => place === pointer || place.startsWith(`${pointer}/`))
    const inexact = new Set(model.schemas.filter(isTold).map((schema) => schema.name))
    expect([...inexact]).toEqual(unsaid)
    const compile = createValidator(definitions)
    const values = new Values({ ...model.descriptor, definitions }, 1)
    const verdicts = { valid: 0, invalid: 0 }
    for (const { name } of model.schemas) {
      const reached = reachableDefinitions([name], (each) => [
        ...referredNamedSchemas(definitions[each]),
        ...kindsNamedBySchema(definitions[each]),
      ])
      if ([...reached].some((each) => inexact.has(each))) continue
      const schema = { $ref: `#/$defs/${name}` }
      const validate = compile(schema)
      const made = [0, 1, 2, 3, 4].flatMap((round) => {
        try {
          return [values.make(schema, { round, hint: name })]
        } catch {
          return []
        }
      })
      for (const value of [...made, null].flatMap((each) => [...variants(each)])) {
        const isValid = validate(value).length === 0
        verdicts[isValid ? 'valid' : 'invalid']++
        const text = `${name}: ${JSON.stringify(value)}`
        expect(accepts(schemas[`${name}Schema`] ?? expect.fail(name), value), text).toBe(isValid)
      }
    }
    expect(verdicts.valid).toBeGreaterThan(10)
    expect(verdicts.invalid).toBeGreaterThan(10)
  })
})
