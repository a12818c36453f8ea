import type { Cause } from '../../outcome/cause.ts'

/** A server that does not look at what the path names above the thing that it goes to does so everywhere. */
export const UNHEEDED_PARENT: Cause = { kind: 'unheeded', what: 'what the path goes on from' }
/** Nor does one that answers without looking for what the path names. */
export const UNHEEDED_ID: Cause = { kind: 'unheeded', what: 'what the path names' }
