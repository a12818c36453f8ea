import type { Schema } from '@concordat/runtime/schema'
import * as fc from 'fast-check'
import type { Random } from '../random.ts'
import { sampleValue } from '../sample.ts'
import type { SampleOptions } from '../sample-options.ts'
import { Unmakeable } from '../unmakeable.ts'
import { arbitraryOf } from './arbitrary.ts'
import { schemaContradiction } from './contradiction.ts'
import { fittingArbitrary } from './fitting.ts'

/**
 * Creates a value that the schema allows: a sample or, if none can be made, a random value, drawn from
 * `names.random`.
 * @throws Unmakeable if neither is found.
 */
export function validValue(schema: Schema, options: SampleOptions): unknown {
  try {
    return sampleValue(schema, options)
  } catch (error) {
    if (!(error instanceof Unmakeable)) throw error
    return randomValue(schema, { random: options.names.random })
  }
}

export interface ValueOptions {
  readonly random: Random
  /** An additional condition on the value. */
  readonly fits?: (value: unknown) => boolean
}

/**
 * Creates a random value that the schema allows. @throws Unmakeable if no value is found, or if there is
 * none.
 */
export function randomValue(schema: Schema, { random, fits = () => true }: ValueOptions): unknown {
  const place = schemaContradiction(schema)
  if (place !== undefined)
    throw new Unmakeable(
      `Concordat could not generate a valid value: the schema contradicts itself${place === '' ? '' : ` at "${place}"`}`,
    )
  const values = fittingArbitrary(arbitraryOf(schema), (value) => schema.allows(value) && fits(value))
  return fc.sample(values, { seed: random.below(2 ** 31), numRuns: 1 })[0]
}
