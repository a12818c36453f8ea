import * as fc from 'fast-check'
import { misfit } from '../document/misfit.ts'
import type { Random } from '../values/random.ts'
import { sample } from '../values/sample.ts'
import type { SampleOptions } from '../values/sample-options.ts'
import { Unmakeable } from '../values/unmakeable.ts'
import { arbitraryOf } from './arbitrary.ts'
import { contradictionOf } from './contradiction.ts'
import { fitting } from './fitting.ts'

/**
 * A value that the schema allows: a sample, else one at random, by the names' own stream.
 * @throws Unmakeable where neither is found.
 */
export function validValue(schema: unknown, options: SampleOptions): unknown {
  try {
    return sample(schema, options)
  } catch (error) {
    if (!(error instanceof Unmakeable)) throw error
    return randomValue(schema, { definitions: options.definitions, random: options.names.random })
  }
}

export interface ValueOptions extends Pick<SampleOptions, 'definitions'> {
  readonly random: Random
  /** What is wanted of the value besides. */
  readonly fits?: (value: unknown) => boolean
}

/** A value at random that the schema allows. @throws Unmakeable where none is found, or there is none. */
export function randomValue(
  schema: unknown,
  { definitions, random, fits = () => true }: ValueOptions,
): unknown {
  const place = contradictionOf(schema, definitions)
  if (place !== undefined)
    throw new Unmakeable(`no value could be made: the schema contradicts itself at "${place}"`)
  const values = fitting(
    arbitraryOf(schema, definitions),
    (value) => misfit(value, schema, definitions) === undefined && fits(value),
  )
  return fc.sample(values, { seed: random.below(2 ** 31), numRuns: 1 })[0]
}
