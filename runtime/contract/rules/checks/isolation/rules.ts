import { family } from '../../../data/outcome/assertion.ts'
import type { KnownViolation } from '../../check.ts'

/** A thing that a write did beyond what was asked for. */
export type IsolationBreach = Pick<KnownViolation, 'answer' | 'breaks' | 'fact'>

export const rules = family(
  'isolation',
  { grade: 'derived', weight: 'lost data' },
  {
    identity: 'The item that is written keeps its identifier, and what says when and by whom it was made.',
    siblings:
      'The other items of the list keep what clients wrote into them, and do not take a number or flag of the item that is written.',
    membership:
      'A creation adds one item to the list, a deletion removes one, and a change adds and removes none.',
    parent: 'The item above keeps what clients wrote into it.',
    counts:
      'A number of the item above that counts what stands below it goes up with each creation and down with each deletion.',
  },
)
