import { schemaIn } from '@concordat/contract/document'
import { namesOfRun, randomValue, Unmakeable } from '@concordat/contract/values'
import { createValidator, type JsonSchema } from '@concordat/runtime/schema'
import { type Schema, validator } from '@exodus/schemasafe'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { judgeDifferences, type NamedDifference } from './differences.ts'
import type { Judge } from './judge.ts'
import { conjunctive, definitions, disjunctive, schemasWith, unevaluated, value } from './seeded-schemas.ts'

const SEED = 20_261_126
const SCHEMAS = 2000
/** Number of arbitrary values for each schema, in addition to values created to match it. */
const VALUES = 10
const FITTING = 3

/** Returns true if a value is valid; a string states why there is no verdict. */
type IsValid = (value: unknown) => boolean | string

const JUDGES = {
  ajv: (schema: JsonSchema): IsValid => {
    const ajv = new Ajv2020({ strict: false, ownProperties: true, validateSchema: false, logger: false })
    const isValid = ajv.compile<unknown>({ $defs: definitions, allOf: [schema] })
    return (item) => isValid(item)
  },
  schemasafe: (schema: JsonSchema): IsValid =>
    validator({ $defs: definitions, allOf: [schema] } as Schema, {
      mode: 'spec',
      $schemaDefault: 'https://json-schema.org/draft/2020-12/schema',
      isJSON: true,
    }) as IsValid,
} satisfies Record<string, (schema: JsonSchema) => IsValid>

type Name = keyof typeof JUDGES
const NAMES = Object.keys(JUDGES) as Name[]

/** A value on which a validator and the engine disagree. */
interface Difference {
  readonly judge: Name
  readonly schema: string
  readonly value: string
  /** Our verdict. */
  readonly ours: boolean
  readonly theirs: boolean
  /** True if the other validator does not share this verdict. */
  readonly isAlone: boolean
}

/** True for a fault in Ajv 8.20. schemasafe agrees with the engine wherever it has a verdict. */
const ofAjv =
  (fits: (difference: Difference) => boolean): NamedDifference<Difference>['fits'] =>
  (difference) =>
    difference.judge === 'ajv' && difference.isAlone && fits(difference)

const NAMED: readonly NamedDifference<Difference>[] = [
  {
    reason:
      'Ajv counts what a failing branch of anyOf, oneOf or if evaluated, and ignores what a passing branch evaluated, contrary to Core 2020-12, 7.7.1.2.',
    fits: ofAjv(({ schema }) => /"unevaluated/.test(schema) && /"(anyOf|oneOf|if)"/.test(schema)),
  },
  {
    reason:
      'Ajv divides for multipleOf, and finds no integer where the quotient is beyond what Number.parseInt reads, against Validation 2020-12, 6.2.1.',
    fits: ofAjv(({ schema, value }) => schema.includes('"multipleOf"') && /\de\+\d/.test(value)),
  },
  {
    reason:
      'Ajv lets an empty array satisfy "contains" next to "prefixItems", contrary to Core 2020-12, 10.3.1.3.',
    fits: ofAjv(
      ({ schema, value }) =>
        /"contains"/.test(schema) && /"prefixItems"/.test(schema) && value.includes('[]'),
    ),
  },
]

/** Compares the engine's verdicts on seeded values with those of two other validators. */
export const schemas: Judge = {
  name: 'schemas',
  measures:
    'Ajv and schemasafe verdicts on seeded schemas that differ from ours, apart from known differences',
  async judge({ signal, onStep }) {
    const everything = schemasWith((one) => [...conjunctive(one), ...disjunctive(one), ...unevaluated(one)])
    const cases = fc.sample(fc.tuple(everything, fc.array(value, { minLength: VALUES, maxLength: VALUES })), {
      numRuns: SCHEMAS,
      seed: SEED,
    })
    const compile = createValidator(definitions)
    const differences: Difference[] = []
    const silences = new Map<string, number>()
    let compared = 0
    for (const [index, [schema, values]] of cases.entries()) {
      signal.throwIfAborted()
      if (index % 100 === 0) onStep(`schemas: ${index} of ${SCHEMAS}`)
      const validate = compile(schema)
      const others = NAMES.map((name) => [name, compiled(name, schema)] as const)
      for (const item of [...values, ...fitting(schema, index)]) {
        compared++
        const ours = validate(item).length === 0
        const theirs = others.map(([judge, isValid]) => ({ judge, verdict: isValid(item) }))
        for (const { judge, verdict } of theirs)
          if (typeof verdict === 'string') {
            const reason = `${judge}, ${verdict.replace(/ (type [^#]*)?at #.*|:.*/, '')}`
            silences.set(reason, (silences.get(reason) ?? 0) + 1)
          } else if (verdict !== ours)
            differences.push({
              ...{ judge, ours, theirs: verdict },
              schema: JSON.stringify(schema),
              value: JSON.stringify(item),
              isAlone: theirs.every((other) => other.judge === judge || other.verdict !== verdict),
            })
      }
    }
    const verdict = judgeDifferences({
      compared: `${SCHEMAS} schemas, ${compared} values, each checked by ${NAMES.join(' and ')}`,
      differences,
      named: NAMED,
      describe: ({ judge, schema, value, ours, theirs, isAlone }) =>
        `${judge}: ${theirs}, not ${ours}${isAlone ? '' : ', and the other validator differs too'}: ${value} of ${schema}`,
      isFixed: true,
    })
    return {
      ...verdict,
      details: [
        ...verdict.details,
        ...[...silences].map(([reason, count]) => `no verdict on ${count} values: ${reason}`),
      ],
    }
  },
}

function compiled(name: Name, schema: JsonSchema): IsValid {
  const failed = (error: unknown) => (error instanceof Error ? error.message : String(error))
  try {
    const isValid = JUDGES[name](schema)
    return (item) => {
      try {
        return isValid(item)
      } catch (error) {
        return failed(error)
      }
    }
  } catch (error) {
    return () => failed(error)
  }
}

/**
 * Creates values for the schema with the kit's own generator, because arbitrary values seldom reach its
 * depth.
 */
function fitting(schema: JsonSchema, index: number): unknown[] {
  const { random } = namesOfRun(`schemas ${index}`)
  const wanted = schemaIn({ definitions }, schema)
  return Array.from({ length: FITTING }, () => {
    try {
      return randomValue(wanted, { random })
    } catch (error) {
      if (error instanceof Unmakeable) return null
      throw error
    }
  })
}
