import type { Format } from './format.ts'

/** A class of Temporal, native or from a library. */
interface TemporalClass {
  from(text: string): { toString(): string }
}

/** A format for a class of Temporal: `Temporal.Instant`, `Temporal.PlainDate`, `Temporal.Duration`. */
export function temporal(type: TemporalClass): Format {
  return {
    parse: (text: string) => type.from(text),
    serialize: (value: object) => String(value),
    is: (value) => typeof value === 'object' && value !== null,
  }
}
