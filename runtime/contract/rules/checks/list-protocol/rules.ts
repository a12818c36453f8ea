import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'list-protocol',
  { grade: 'derived', weight: 'lost data' },
  {
    limit: 'A list with a limit starts like the full list, and is no longer than the limit.',
    offset: 'An offset shifts the start of the page.',
    order: 'A second read shows the same items in the same order.',
    defaults: 'The defaults of omitted parameters apply.',
    pages: 'A client that follows the pages gets every item once, and reaches a last page.',
    previous: 'A client that goes back gets the same pages, down to the first.',
    count: 'The count equals the number of items or, with a filter, of matching items.',
    host: 'Links to other pages lead to the same host.',
    sort: 'A sorted list contains the same items, in the right order.',
    nulls: 'In a sorted list, items without the sort property are all first or all last.',
    filter:
      'A filtered list shows exactly the items with one of the given values, also after changes. A search without matches does not show every item.',
    found: 'A search by the whole string finds what one word finds, in any letter case if documented.',
    filters: 'Two filters together hide every item that either of them hides.',
    'filter-before-pages': 'Filters apply before the list is split into pages.',
    range: 'A list with bounds on a property shows exactly the items within them.',
    'time-zone': 'A time in a query selects the same items in every time zone.',
  },
)
