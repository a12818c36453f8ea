import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'locking',
  { grade: 'derived', weight: 'lost data' },
  {
    version:
      'A change with the current version succeeds and never lowers it. A change with an old version changes nothing.',
  },
)
