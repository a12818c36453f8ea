import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'sets',
  { grade: 'derived', weight: 'lost data' },
  {
    members: 'A PUT without a body adds one member to a set, once; a DELETE removes only that member.',
  },
)
