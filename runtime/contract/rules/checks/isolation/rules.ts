import { ruleFamily } from '../../../data/outcome/assertion.ts'
import type { KnownViolation } from '../../check.ts'

/** An effect of a write other than the requested one. */
export type IsolationBreach = Pick<KnownViolation, 'answer' | 'breaks' | 'fact'>

export const rules = ruleFamily(
  'isolation',
  { grade: 'derived', weight: 'lost data' },
  {
    identity: 'The written item keeps its identifier, creation time and creator.',
    siblings: 'A write to one item changes no others.',
    membership: 'A create adds only its items, a delete removes one, and a change does neither.',
    places: 'Positions that the server assigns stay distinct, and a move only permutes them.',
    parent: 'The parent item remains, with the values that clients wrote.',
    counts: 'A count or sum in the parent or beside the list reflects each write.',
    'entity-tag': 'A changed list has a new entity tag, and the old one gets no 304.',
    sums: 'Sums in other reads exclude removed items.',
    'given-back': 'A deletion or cancellation frees what its create took, such as a time slot.',
  },
)
