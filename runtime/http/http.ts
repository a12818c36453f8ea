export type * from './operation.ts'
export type * from './status.ts'
