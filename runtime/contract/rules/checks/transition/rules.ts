import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'transition',
  { grade: 'documented', weight: 'lost data' },
  {
    effect:
      'After an operation with a stated effect (`x-effect`), the properties have the stated values, in its response and in a fresh read. If the document does not say when it succeeds, both agree.',
    'other-members': {
      grade: 'derived',
      asserts: 'A transition leaves other properties as clients wrote them.',
    },
  },
)
