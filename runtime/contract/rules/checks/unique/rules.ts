import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'unique',
  { grade: 'derived', weight: 'lost data' },
  {
    case: 'If a format or the document ignores case, the server accepts a value in any case.',
    change: 'If a create cannot reuse the value of another item, neither can a change.',
    together: 'The server refuses one of two simultaneous creates with the same value.',
  },
)
