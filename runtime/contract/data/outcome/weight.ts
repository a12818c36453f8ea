/**
 * Weights of findings, worst first: the server fails; it shows or gives to others what is not theirs; it
 * loses or changes data; an answer has another shape, another status than documented; the server takes what
 * it should refuse; a header is wrong.
 */
export const WEIGHTS = [
  'crash',
  "others' data",
  'lost data',
  'shape',
  'status',
  'leniency',
  'header',
] as const

export type Weight = (typeof WEIGHTS)[number]
