import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'jobs',
  { grade: 'derived', weight: 'lost data' },
  {
    found: 'The `Location` of a 202 leads to the job until it is done.',
    progress: "A job's progress never decreases, and its timestamps do not change once they are set.",
    result: 'A finished job links to an existing result.',
  },
)
