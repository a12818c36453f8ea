/** The table of keywords: each compiles itself, and says when it is judged. */
export * from './any.ts'
export * from './array.ts'
export { discriminatorKeyword } from './discriminator.ts'
export { formatKeyword } from './format.ts'
export * from './identifier.ts'
export * from './number.ts'
export * from './object.ts'
export * from './string.ts'
