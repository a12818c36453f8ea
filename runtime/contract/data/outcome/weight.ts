/**
 * Weights of findings, worst first: the server fails; it reveals or returns another tenant's data; it loses
 * or changes data; a response has a different structure or status than documented; the server accepts a
 * request that it should reject; a header is wrong.
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
