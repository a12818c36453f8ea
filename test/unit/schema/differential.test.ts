import { createValidator, type JsonSchema, type SchemaObject } from '@concordat/runtime/schema'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  conjunctive,
  definitions,
  disjunctive,
  schemasWith,
  unevaluated,
  value,
} from '../../../bench/judges/seeded-schemas.ts'

/** Leaves out the pairs of keywords on which Ajv 8.20 itself is at fault. */
function withoutFaults(schema: SchemaObject): JsonSchema {
  const { prefixItems, if: condition, ...rest } = schema
  return {
    ...rest,
    // Beside prefixItems, Ajv lets an empty array pass `contains`.
    ...(prefixItems !== undefined && !('contains' in schema) && { prefixItems }),
    // For a condition that is a boolean, Ajv can write code that does not compile.
    ...(typeof condition === 'object' && { if: condition }),
  }
}

/**
 * @param tracks whether Ajv notes what is evaluated. It can crash on that where no keyword asks
 * for it, but has no such option.
 */
function verdictOfAjv(root: JsonSchema, { tracks }: { tracks: boolean }): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, ownProperties: true, validateSchema: false, logger: false })
  ajv.opts.unevaluated = tracks
  return ajv.compile<unknown>({ $defs: definitions, allOf: [root] })
}

// Ajv takes what an object inherits, such as "constructor", for evaluated.
const inheritsNothing = (item: unknown) => !JSON.stringify(item).includes('constructor')
const values = fc.array(value, { minLength: 1, maxLength: 12 })

test.each([
  {
    title: 'every keyword but unevaluated…',
    schemas: schemasWith((one) => [...conjunctive(one), ...disjunctive(one)], withoutFaults),
    items: values,
    tracks: false,
  },
  {
    // Ajv 8.20 counts what a failing branch of anyOf, oneOf or if has evaluated,
    // against Core 2020-12, 7.7.1.1.
    title: 'unevaluated… beside what cannot fail alone',
    schemas: schemasWith((one) => [...conjunctive(one), ...unevaluated(one)], withoutFaults),
    items: values.filter(inheritsNothing),
    tracks: true,
  },
])('verdicts are those of Ajv: $title', ({ schemas, items, tracks }) => {
  const verdicts = { valid: 0, invalid: 0 }
  const compile = createValidator(definitions)
  fc.assert(
    fc.property(schemas, items, (root, instances) => {
      const validate = compile(root)
      const isValid = verdictOfAjv(root, { tracks })
      for (const item of instances) {
        const expected = isValid(item)
        expect(validate(item).length === 0, `Ajv says ${expected} of ${JSON.stringify(item)}`).toBe(expected)
        verdicts[expected ? 'valid' : 'invalid']++
      }
    }),
    // On failure fast-check prints the seed and the path of the smallest counterexample.
    { numRuns: 600, seed: Number(process.env['CONCORDAT_SEED'] ?? 20_240_506) },
  )
  // A comparison of nothing but refusals, or of none, would show little.
  expect(Math.min(verdicts.valid, verdicts.invalid)).toBeGreaterThan(500)
})
