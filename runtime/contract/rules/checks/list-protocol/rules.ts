import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'list-protocol',
  { grade: 'derived', weight: 'lost data' },
  {
    limit: 'A page starts with the first items of the list, and has no more items than its limit.',
    offset: 'An offset shifts the start of the page.',
    order: 'A second read shows the same items in the same order.',
    defaults: 'If paging and filter parameters are omitted, their defaults apply.',
    pages: 'Following the pages visits every item once and then ends.',
    previous: 'Going back leads through the same pages to the first page.',
    count:
      'The count equals the number of items that match the filter, or of all items if there is no filter.',
    host: 'Links to other pages lead to the same host.',
    sort: 'Sorting a list by a property puts the same items in the right order.',
    nulls: 'Items without the property that sorts a list come together, before or after all others.',
    filter:
      'A filter shows exactly the items with one of the given values. A search without matches does not show every item.',
    found:
      'A search that finds an item by one word also finds the item by the whole string, and in any letter case if the document says so.',
    filters: 'Two filters together hide every item that one of them hides.',
    'filter-before-pages': 'The server filters a list before it splits the list into pages.',
    range: 'A list with bounds on a property shows exactly the items within those bounds.',
  },
)
