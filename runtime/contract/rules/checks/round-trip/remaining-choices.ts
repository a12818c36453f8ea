import type { Field } from '../../evidence/fields.ts'

/** Choices of one member that are sent; a member with more is a table of its own. */
const MOST_CHOICES = 12

/** Members with a few values, each of which goes along once in a body that is sent for something else. */
export class RemainingChoices {
  #left: ReadonlyMap<string, readonly unknown[]>

  constructor(fields: readonly Field[]) {
    const some = fields.flatMap(({ name, schema }): [string, readonly unknown[]][] => {
      const choices = (schema.choices ?? []).filter((choice) => choice !== null)
      return choices.length < 2 || choices.length > MOST_CHOICES ? [] : [[name, choices]]
    })
    this.#left = new Map(some)
  }

  /** The next value of each member that has one left. */
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

  /** Nothing more: a state may not allow what comes next. */
  end(): void {
    this.#left = new Map()
  }
}
