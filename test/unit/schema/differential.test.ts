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

/** Removes combinations of keywords that Ajv 8.20 itself handles incorrectly. */
function withoutFaults(schema: SchemaObject): JsonSchema {
  const { prefixItems, if: condition, ...rest } = schema
  return {
    ...rest,
    // With prefixItems, Ajv accepts an empty array for `contains`.
    ...(prefixItems !== undefined && !('contains' in schema) && { prefixItems }),
    // For a boolean condition, Ajv can generate code that does not compile.
    ...(typeof condition === 'object' && { if: condition }),
  }
}

/**
 * @param tracks whether Ajv tracks evaluated properties. Tracking can crash it if no keyword needs it, but
 * Ajv has no public option for that.
 */
function verdictOfAjv(root: JsonSchema, { tracks }: { tracks: boolean }): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, ownProperties: true, validateSchema: false, logger: false })
  ajv.opts.unevaluated = tracks
  return ajv.compile<unknown>({ $defs: definitions, allOf: [root] })
}

// Ajv considers inherited properties such as "constructor" evaluated.
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
    // Ajv 8.20 counts properties that a failing branch of anyOf, oneOf or if has evaluated, contrary to Core
    // 2020-12, 7.7.1.1.
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
    // On failure, fast-check prints the seed and the path of the smallest counterexample.
    { numRuns: 600, seed: Number(process.env['CONCORDAT_SEED'] ?? 20_240_506) },
  )
  // A comparison with no rejections, or with nothing else, would prove little.
  expect(Math.min(verdicts.valid, verdicts.invalid)).toBeGreaterThan(500)
})
