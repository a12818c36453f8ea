import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'trash',
  { grade: 'derived', weight: 'lost data' },
  {
    restored: 'A restored item can be read, is listed, and is as it was before it was removed.',
    beside: 'What is restored takes the place of no other item, also not of one that is called the same.',
    left: 'An item restored or removed from the trash is no longer in it.',
  },
)
