import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'list-protocol',
  { grade: 'derived', weight: 'lost data' },
  {
    limit: 'A limit bounds the page, which starts with the first items of the list.',
    offset: 'An offset shifts the page.',
    order: 'A second read shows the same items in the same order.',
    defaults: 'The defaults of paging and filter parameters apply.',
    pages: 'Following next visits every item once and ends.',
    previous: 'Following previous leads back through the same pages to the first.',
    count: 'The count is the number of items that match the filter, or of all.',
    host: 'Links to other pages lead to the same host.',
    sort: 'A list sorted by a property is in that order and shows the same items.',
    filter:
      'A filter shows exactly the items with the value or values. A search without matches does not show everything.',
    found:
      'A search that finds an item by a word also finds it by the whole text, and in any case if the document says so.',
    filters: 'Two filters together hide every item that one of them hides.',
    'filter-before-pages': 'The server filters a list before it cuts it into pages.',
    range: 'One or two bounds on a property show exactly the items within them.',
  },
)
