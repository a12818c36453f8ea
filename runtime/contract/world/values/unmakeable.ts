import { NotRun } from '../../data/outcome/not-run.ts'

/**
 * Beyond this depth, even required properties are not created, because such a schema usually has no finite
 * value.
 */
export const HARD_DEPTH = 20
/** Maximum number of items or characters. More would test limits on the request size, not the schema. */
export const LONGEST_MADE = 100_000

/** Thrown if no value can be created from a schema. */
export class Unmakeable extends NotRun {
  override readonly name = 'Unmakeable'

  /** @param why A sentence without its period. */
  constructor(why: string) {
    super({ kind: 'unmakeable', why })
  }
}
