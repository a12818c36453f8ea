import type { Format } from './format.ts'

/** `date-time` as a Date: an instant in milliseconds. Its offset, and what is finer, are lost. */
export const date: Format = {
  parse(text: string): Date {
    const value = new Date(text)
    if (Number.isNaN(value.valueOf())) throw new RangeError('it is not a date and time')
    return value
  },
  serialize: (value: Date): string => value.toISOString(),
  is: (value) => value instanceof Date,
}
