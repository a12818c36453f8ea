import * as fc from 'fast-check'
import { Unmakeable } from '../unmakeable.ts'

/** Far more tries than a schema needs if it has a value at all. */
const MOST_TRIES = 1000

/**
 * Those values of an arbitrary that fit. `filter` of fast-check searches as long as it takes, which is
 * forever where a schema allows nothing: this gives up with `Unmakeable`.
 */
export function fitting<Value>(
  arbitrary: fc.Arbitrary<Value>,
  fits: (value: Value) => boolean,
): fc.Arbitrary<Value> {
  return new Fitting(arbitrary, fits)
}

/**
 * The arbitrary that a function makes, once a first value came out of it; `undefined` where none can be made.
 */
export function makeable<Value>(make: () => fc.Arbitrary<Value>): fc.Arbitrary<Value> | undefined {
  try {
    const arbitrary = make()
    fc.sample(arbitrary, { seed: 0, numRuns: 1 })
    return arbitrary
  } catch (error) {
    if (error instanceof Unmakeable) return undefined
    throw error
  }
}

class Fitting<Value> extends fc.Arbitrary<Value> {
  readonly #arbitrary: fc.Arbitrary<Value>
  readonly #fits: (value: Value) => boolean

  constructor(arbitrary: fc.Arbitrary<Value>, fits: (value: Value) => boolean) {
    super()
    this.#arbitrary = arbitrary
    this.#fits = fits
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<Value> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const made = this.#arbitrary.generate(random, bias)
      if (this.#fits(made.value)) return made
    }
    throw new Unmakeable(`no value could be made: none of ${MOST_TRIES} that were tried fits its schema`)
  }

  override canShrinkWithoutContext(value: unknown): value is Value {
    return this.#arbitrary.canShrinkWithoutContext(value) && this.#fits(value)
  }

  override shrink(value: Value, context: unknown): fc.Stream<fc.Value<Value>> {
    return this.#arbitrary.shrink(value, context).filter((smaller) => this.#fits(smaller.value))
  }
}
