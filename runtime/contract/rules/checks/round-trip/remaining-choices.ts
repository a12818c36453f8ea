import type { Field } from '../../evidence/fields.ts'

/**
 * Maximum number of choices for one property. A property with more choices is assumed to refer to a separate
 * table.
 */
const MOST_CHOICES = 12

/**
 * Properties with only a few possible values. Each value is added once to a body that is sent for another
 * purpose.
 */
export class RemainingChoices {
  #left: ReadonlyMap<string, readonly unknown[]>

  constructor(fields: readonly Field[]) {
    const some = fields.flatMap(({ name, schema }): [string, readonly unknown[]][] => {
      const choices = (schema.values.choices ?? []).filter((choice) => choice !== null)
      return choices.length < 2 || choices.length > MOST_CHOICES ? [] : [[name, choices]]
    })
    this.#left = new Map(some)
  }

  /** The next value for each property that has one left. */
  next(): Readonly<Record<string, unknown>> {
    const next = Object.fromEntries([...this.#left].map(([name, [value]]) => [name, value]))
    this.#left = new Map(
      [...this.#left]
        .map(([name, values]) => [name, values.slice(1)] as const)
        .filter(([, { length }]) => length > 0),
    )
    return next
  }

  get isOver(): boolean {
    return this.#left.size === 0
  }

  /** Stops adding values, because the item's current state might not allow the next one. */
  end(): void {
    this.#left = new Map()
  }
}
