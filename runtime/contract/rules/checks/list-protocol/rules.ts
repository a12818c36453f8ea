import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'list-protocol',
  { grade: 'derived', weight: 'lost data' },
  {
    limit: 'A limit bounds a list, which starts with the same items.',
    offset: 'An offset shifts the start of the page.',
    order: 'A second read shows the same items in the same order.',
    defaults: 'The defaults of omitted parameters apply.',
    pages: 'Following the pages shows every item once, and ends where the link to the last page leads.',
    previous: 'Going back shows the same pages.',
    count: 'The count equals the number of items (with a filter, of matching ones), or of pages.',
    host: 'Links to pages lead to the same host.',
    sort: 'A sorted list contains the same items, in the right order.',
    nulls: 'Sorted lists show items without the sort property all first or all last.',
    filter:
      'A filtered list shows exactly the items with one of the given values, even after changes. A search without matches does not show everything.',
    found:
      'A search by the whole string finds what one word finds, in any letter case if documented, but no removed item.',
    filters: 'Two filters together hide every item that either of them hides.',
    'filter-before-pages': 'Filters apply before paging.',
    range: 'A list with bounds on a property shows exactly the items within them.',
    'time-zone': 'A time in a query means the same in every time zone.',
  },
)
