import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'states',
  { grade: 'derived', weight: 'lost data' },
  {
    answered: {
      weight: 'status',
      asserts: 'In every state of an item, each action succeeds or gets a documented refusal.',
    },
    refused: 'A refused action, change or deletion leaves the item as it was.',
    agreed: 'The state after an action is the same in its response, in a fresh read and in the list.',
    'other-members': 'A required string stays unchanged by an action that does not send it.',
  },
)
