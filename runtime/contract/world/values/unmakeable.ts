import { NotRun } from '../../data/outcome/not-run.ts'

/** Beyond this depth even required members are not made: such a schema has no finite value. */
export const HARD_DEPTH = 20
/** More items or letters would test the limits of requests, not of the schema. */
export const LONGEST_MADE = 100_000

/** A value cannot be made from its schema. */
export class Unmakeable extends NotRun {
  override readonly name = 'Unmakeable'

  /** @param why A sentence without its full stop. */
  constructor(why: string) {
    super({ kind: 'unmakeable', why })
  }
}
