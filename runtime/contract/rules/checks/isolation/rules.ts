import { ruleFamily } from '../../../data/outcome/assertion.ts'
import type { KnownViolation } from '../../check.ts'

/** An effect of a write other than the requested one. */
export type IsolationBreach = Pick<KnownViolation, 'answer' | 'breaks' | 'fact'>

export const rules = ruleFamily(
  'isolation',
  { grade: 'derived', weight: 'lost data' },
  {
    identity: 'The written item keeps its identifier, creation time and creator.',
    siblings: 'A write to one item neither changes other items nor copies its values to them.',
    membership: 'A create adds only its items to the list, a delete removes one, and a change does neither.',
    parent: 'The parent item remains, and keeps the values that clients wrote.',
    counts: 'A count in the parent or beside the list reflects each creation and deletion.',
    'entity-tag':
      'A list that a write changes has a new entity tag, and a request with the old one does not get 304.',
  },
)
