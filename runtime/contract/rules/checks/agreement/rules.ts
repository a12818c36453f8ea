import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'agreement',
  { grade: 'derived', weight: 'lost data' },
  {
    views:
      'The answer to a write equals a fresh read, member by member, and a list shows the same values of an item as its own read.',
    identifiers: 'A read is about the ids in its path.',
  },
)
