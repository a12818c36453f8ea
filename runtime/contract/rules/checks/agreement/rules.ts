import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'agreement',
  { grade: 'derived', weight: 'lost data' },
  {
    views: 'The response to a write, a fresh read and the list show the same values.',
    identifiers: 'A read returns the item that its path names.',
  },
)
