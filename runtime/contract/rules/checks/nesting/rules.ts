import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'nesting',
  { grade: 'derived', weight: 'lost data' },
  {
    list: 'A list below a parent shows no item of another parent.',
    filtered: 'A filter by a property of child items shows and counts each parent once.',
    kept: 'Changes keep and count what is below an item.',
    removed: 'Removing a parent removes or detaches its items, unless the document says otherwise.',
    others: 'Removing a parent leaves the items of other parents.',
  },
)
