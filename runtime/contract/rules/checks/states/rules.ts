import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'states',
  { grade: 'derived', weight: 'lost data' },
  {
    answered: {
      weight: 'status',
      asserts: 'In every state, each action succeeds or is rejected as documented.',
    },
    refused: 'A rejected action or deletion leaves the item as it was.',
    agreed: 'The response, a fresh read and the list show the same state after an action.',
    again: 'A repeated idempotent action changes nothing further.',
    undone: "A DELETE at an action's path, or the old value of its property, reverses the action.",
    together: 'If an action cannot be repeated, only one of two simultaneous requests succeeds.',
    'other-members': 'An action does not change a required string that its body cannot set.',
  },
)
