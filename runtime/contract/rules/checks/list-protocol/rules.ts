import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'list-protocol',
  { grade: 'derived', weight: 'lost data' },
  {
    limit: 'A limit only shortens a list, to at most that many items.',
    offset: 'An offset shifts the start of the page.',
    order: 'A second read shows the same items in the same order.',
    defaults: 'The defaults of omitted parameters apply.',
    pages: 'The pages show every item once, and end at the stated last page.',
    previous: 'Going back shows the same pages.',
    count: 'Counts of items, matching items and pages are right.',
    host: 'Links to pages lead to the same host.',
    sort: 'A sorted list has the same items in the right order.',
    nulls: 'Items without the sort property come all first or all last.',
    filter:
      'A filtered list shows exactly the items with a given value, even after changes. A search without matches finds nothing.',
    found:
      'A search for a whole string finds what its words find, in any letter case if documented. It finds no removed item.',
    filters: 'Two filters together hide every item that either of them hides.',
    'filter-before-pages': 'Filters apply before paging.',
    range: 'A list with bounds on a property shows exactly the items within them.',
    'time-zone': 'A time in a query means the same in every time zone.',
  },
)
