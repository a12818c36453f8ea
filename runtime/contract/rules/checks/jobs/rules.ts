import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'jobs',
  { grade: 'derived', weight: 'lost data' },
  {
    found: 'The address of accepted work leads to the job.',
    progress: "A job's progress never decreases, and none of its timestamps becomes null.",
    result: 'A finished job links to an existing result.',
  },
)
