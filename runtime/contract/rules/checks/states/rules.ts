import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'states',
  { grade: 'derived', weight: 'lost data' },
  {
    answered: {
      weight: 'status',
      asserts:
        'In each state of an item, each action on it is answered with a success or a documented refusal.',
    },
    refused: 'An action, a change or a removal that is refused leaves the item as it was.',
    agreed: 'The state that an action leads to is the same in its answer, in a fresh read and in the list.',
    'other-members': 'A text that clients must give stays as it was through an action that does not take it.',
  },
)
