import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'jobs',
  { grade: 'derived', weight: 'lost data' },
  {
    found: 'The `Location` of a 202 leads to the job until it is done.',
    progress: "A job's progress does not fall, and its timestamps do not change once set.",
    result: 'A finished job leads to a result that exists.',
  },
)
