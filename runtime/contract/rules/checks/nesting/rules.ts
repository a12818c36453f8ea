import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'nesting',
  { grade: 'derived', weight: 'lost data' },
  {
    list: 'A list below a parent shows no item of another parent.',
    filtered: 'A filter by a property of child items shows and counts each parent once.',
    kept: 'A change of an item keeps what is below it.',
    removed: 'Removing a parent removes or detaches its items, unless the document says otherwise.',
    others: 'Removing a parent leaves the items of other parents.',
  },
)
