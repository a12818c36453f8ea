import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'sets',
  { grade: 'derived', weight: 'lost data' },
  {
    members: 'A PUT without a body adds only its member, once, and a DELETE removes only it.',
  },
)
