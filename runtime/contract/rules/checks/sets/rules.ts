import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'sets',
  { grade: 'derived', weight: 'lost data' },
  {
    members:
      'A PUT without a body adds what its path names to a set, once, and a DELETE takes that out alone.',
  },
)
