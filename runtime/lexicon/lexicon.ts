/** What words of names and descriptions mean: for the generator and the contract suite, never for clients and servers. */
export * from './effects.ts'
export * from './identifiers.ts'
export * from './inflection.ts'
export * from './words.ts'
