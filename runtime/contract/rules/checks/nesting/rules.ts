import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'nesting',
  { grade: 'derived', weight: 'lost data' },
  {
    list: 'A list below a parent shows no item of another parent.',
    filtered: 'A filter by a property of child items shows and counts each parent once.',
    removed:
      'When a parent is removed, its items are removed or detached, unless the document says otherwise.',
    others: 'When a parent is removed, the items of other parents remain.',
  },
)
