import type { Format } from './format.ts'

/** A Temporal class, native or from a library. */
interface TemporalClass {
  from(text: string): { toString(): string }
}

/** Creates a format for a Temporal class: `Temporal.Instant`, `Temporal.PlainDate`, `Temporal.Duration`. */
export function temporal(type: TemporalClass): Format {
  return {
    parse: (text: string) => type.from(text),
    serialize: (value: object) => String(value),
    is: (value) => typeof value === 'object' && value !== null,
  }
}
