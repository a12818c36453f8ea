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
 * A value that the schema allows: a sample, else a random one from the names' own stream.
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
  /** Additional condition on the value. */
  readonly fits?: (value: unknown) => boolean
}

/** A random value that the schema allows. @throws Unmakeable if none is found, or there is none. */
export function randomValue(schema: Schema, { random, fits = () => true }: ValueOptions): unknown {
  const place = schemaContradiction(schema)
  if (place !== undefined)
    throw new Unmakeable(`no value could be made: the schema contradicts itself at "${place}"`)
  const values = fittingArbitrary(arbitraryOf(schema), (value) => schema.allows(value) && fits(value))
  return fc.sample(values, { seed: random.below(2 ** 31), numRuns: 1 })[0]
}
