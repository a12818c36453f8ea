import type { Caller } from '../../rule/attempt.ts'

/** A caller who asks for what belongs to others. */
export const STRANGER: Caller = { kind: 'another tenant' }
