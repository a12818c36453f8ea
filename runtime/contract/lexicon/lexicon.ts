/**
 * Meaning of words in names and descriptions: for the generator and the contract suite, never for clients and
 * servers.
 */
export * from './looks/lookalikes.ts'
export * from './looks/subject.ts'
export * from './names/inflection.ts'
export * from './names/vocabulary.ts'
export * from './names/words.ts'
export * from './prose/descriptions.ts'
export * from './prose/effects.ts'
export * from './prose/objections.ts'
export * from './tables/envelopes.ts'
export * from './tables/events.ts'
export * from './tables/identifiers.ts'
export * from './tables/looks.ts'
export * from './tables/moments.ts'
export * from './tables/orders.ts'
export * from './tables/paging.ts'
export * from './tables/problems.ts'
export * from './tables/ranges.ts'
export * from './tables/secrets.ts'
export * from './tables/texts.ts'
export * from './tables/verbs.ts'
