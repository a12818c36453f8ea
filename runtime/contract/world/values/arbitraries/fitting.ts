import * as fc from 'fast-check'
import { counted } from '../../../lexicon/lexicon.ts'
import { Unmakeable } from '../unmakeable.ts'

/** Maximum number of tries. A schema without contradictions normally needs far fewer. */
const MOST_TRIES = 1000

/**
 * Generates those values of an arbitrary that satisfy a condition. fast-check's `filter` searches without
 * limit, so it never ends if a schema allows nothing, whereas this arbitrary gives up with `Unmakeable`.
 */
export function fittingArbitrary<Value>(
  arbitrary: fc.Arbitrary<Value>,
  fits: (value: Value) => boolean,
): fc.Arbitrary<Value> {
  return new Fitting(arbitrary, fits)
}

/**
 * Returns the arbitrary that a function creates, once it has produced a first value; `undefined` if it cannot
 * produce one.
 */
export function makeableArbitrary<Value>(make: () => fc.Arbitrary<Value>): fc.Arbitrary<Value> | undefined {
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
    throw new Unmakeable(
      `Concordat could not generate a valid value: none of ${MOST_TRIES} random values was suitable`,
    )
  }

  override canShrinkWithoutContext(value: unknown): value is Value {
    return this.#arbitrary.canShrinkWithoutContext(value) && this.#fits(value)
  }

  override shrink(value: Value, context: unknown): fc.Stream<fc.Value<Value>> {
    return this.#arbitrary.shrink(value, context).filter((smaller) => this.#fits(smaller.value))
  }
}

/**
 * Generates lists whose items all differ, compared as JSON. fast-check's `uniqueArray` searches without
 * limit, so it never ends if there are fewer different values than a list needs, whereas this arbitrary gives
 * up with `Unmakeable`.
 */
export function differingArbitrary<Value>(
  item: fc.Arbitrary<Value>,
  bounds: { readonly minLength: number; readonly maxLength: number },
): fc.Arbitrary<Value[]> {
  return new Differing(item, bounds)
}

class Differing<Value> extends fc.Arbitrary<Value[]> {
  readonly #arrays: fc.Arbitrary<Value[]>
  readonly #tries: number
  #left = 0

  constructor(
    item: fc.Arbitrary<Value>,
    { minLength, maxLength }: { readonly minLength: number; readonly maxLength: number },
  ) {
    super()
    this.#tries = MOST_TRIES + 10 * maxLength
    const limited = new Counted(item, () => {
      if (--this.#left < 0)
        throw new Unmakeable(`Concordat found no list with ${counted(minLength, 'distinct item')}`)
    })
    this.#arrays = fc.uniqueArray(limited, {
      minLength,
      maxLength,
      selector: (value) => JSON.stringify(value),
    })
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<Value[]> {
    this.#left = this.#tries
    return this.#arrays.generate(random, bias)
  }

  override canShrinkWithoutContext(value: unknown): value is Value[] {
    return this.#arrays.canShrinkWithoutContext(value)
  }

  override shrink(value: Value[], context: unknown): fc.Stream<fc.Value<Value[]>> {
    return this.#arrays.shrink(value, context)
  }
}

/** An arbitrary that generates the same values as another one, and calls a function for each of them. */
class Counted<Value> extends fc.Arbitrary<Value> {
  readonly #arbitrary: fc.Arbitrary<Value>
  readonly #count: () => void

  constructor(arbitrary: fc.Arbitrary<Value>, count: () => void) {
    super()
    this.#arbitrary = arbitrary
    this.#count = count
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<Value> {
    this.#count()
    return this.#arbitrary.generate(random, bias)
  }

  override canShrinkWithoutContext(value: unknown): value is Value {
    return this.#arbitrary.canShrinkWithoutContext(value)
  }

  override shrink(value: Value, context: unknown): fc.Stream<fc.Value<Value>> {
    return this.#arbitrary.shrink(value, context)
  }
}
