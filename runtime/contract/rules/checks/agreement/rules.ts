import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'agreement',
  { grade: 'derived', weight: 'lost data' },
  {
    views:
      'The response to a write equals a fresh read, property by property, and a list shows the same values as a read of the item.',
    identifiers: 'A read returns the item that its path names.',
  },
)
