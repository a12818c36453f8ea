import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'computed',
  { grade: 'derived', weight: 'lost data' },
  {
    'same-content':
      'A computed property has the same value whether the others were sent at once or by a change.',
    relation:
      'A number that no client sends, and that is the sum, product or end of others in several items, is so in all of them, also after changes.',
  },
)
