import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'unique',
  { grade: 'derived', weight: 'lost data' },
  {
    status: {
      ...{ grade: 'documented', weight: 'status' },
      asserts: 'A create or change that documents 409 returns it for a taken value.',
    },
    case: 'If a format or the document ignores case, the server rejects a taken value in another case.',
    change: "If a create cannot reuse another item's value, neither can a change, and vice versa.",
    unchanged: 'A change rejected for a taken value changes nothing.',
    assigned: 'Server-assigned numbers and codes differ, even after simultaneous creates.',
    together: 'One of two simultaneous creates with the same unique value is rejected.',
  },
)
