import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'sets',
  { grade: 'derived', weight: 'lost data' },
  {
    members:
      'A PUT without a body adds its member once and keeps the others, and a DELETE removes only its member.',
  },
)
