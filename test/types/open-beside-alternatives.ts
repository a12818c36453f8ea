import type { Export, InParts } from '../golden/schema-open-beside-alternatives/expected/types.ts'

/**
 * Compiles only if an object with arbitrary properties, used next to alternatives that declare them, rejects
 * misspelt ones.
 */
export const exports: readonly (Export | InParts)[] = [
  { type: 'bucket', config: { bucket: 'a', prefix: 'b' } } satisfies Export,
  // @ts-expect-error: "prefx".
  { type: 'bucket', config: { bucket: 'a', prefx: 'b' } } satisfies Export,
  { config: { retries: 1 } } satisfies InParts,
  // @ts-expect-error: "retrys".
  { config: { retrys: 1 } } satisfies InParts,
]
