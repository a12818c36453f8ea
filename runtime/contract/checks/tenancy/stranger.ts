import type { Caller } from '../../rule/attempt.ts'

/** Who asks for what is not theirs. */
export const STRANGER: Caller = { kind: 'another tenant' }
