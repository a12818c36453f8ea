import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'computed',
  { grade: 'derived', weight: 'lost data' },
  {
    'same-content':
      'A member has the same value whether the others were sent at once or came by a change, where the change itself does not say it.',
    relation:
      'A number that is the sum, the product or the end of others in several items, and that no client sends, is so in all of them, also after changes.',
  },
)
