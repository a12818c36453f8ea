import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'transition',
  { grade: 'documented', weight: 'lost data' },
  {
    effect:
      'After an operation with `x-effect`, the response and a fresh read show the stated values or, if it is `conditional`, agree.',
    'other-members': {
      grade: 'derived',
      asserts: 'A transition does not change other properties that clients wrote.',
    },
  },
)
