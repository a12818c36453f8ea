import { FormatPlan } from '../emit/formats/format-plan.ts'
import type { FormatTable } from '../emit/formats/format-table.ts'
import { MAX_STATES, TooManyStates } from '../emit/formats/too-many-states.ts'
import { ProblemsError } from '../errors/problem.ts'
import { takenMemberNames } from './member-names.ts'
import type { ReadDocument } from './read-document.ts'

/**
 * Decides which values are converted.
 * @throws {ProblemsError} if alternatives combine in too many ways, or if two members would have the same
 * name.
 */
export function planFormats(
  { model, locate }: Pick<ReadDocument, 'model' | 'locate'>,
  table: FormatTable,
): FormatPlan {
  try {
    const plan = new FormatPlan(model, table)
    const taken = takenMemberNames({ model, locate }, plan)
    if (taken.length > 0) throw new ProblemsError(taken)
    return plan
  } catch (error) {
    if (!(error instanceof TooManyStates)) throw error
    throw new ProblemsError([
      {
        code: 'bound-exceeded',
        severity: 'error',
        place: locate(error.pointer),
        message: `The alternatives here and in the schemas they refer to combine in more than ${MAX_STATES} ways, which is too many for converting values.`,
        fix: 'distinguish the alternatives with a `discriminator`, or remove "formats" and "memberNames" from the configuration.',
      },
    ])
  }
}
