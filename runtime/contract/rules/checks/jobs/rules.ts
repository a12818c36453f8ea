import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'jobs',
  { grade: 'derived', weight: 'lost data' },
  {
    found: 'The `Location` of a 202 leads to the work that was accepted, until it is done.',
    progress: 'While work goes on, its progress does not fall, and a time that is set stays.',
    result: 'A finished job leads to a result that exists.',
  },
)
