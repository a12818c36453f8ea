import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'list-protocol',
  { grade: 'derived', weight: 'lost data' },
  {
    limit: 'A limit bounds the page, which starts with the first items of the list.',
    offset: 'An offset shifts the page.',
    order: 'A second read shows the same items in the same order.',
    defaults: 'Without paging and filter parameters, their defaults apply.',
    pages: 'Following next visits every item once, and ends.',
    previous: 'Following previous leads back through the same pages, and the first page has none.',
    count: 'The count is the number of all items, or of those that match the filter.',
    host: 'Links to other pages lead to the host that was called.',
    sort: 'A list sorted by a property is in that order, and shows the same items.',
    filter:
      'A filter shows all items with the value and no others, also for several values; a search for text that no item contains does not show everything.',
    filters: 'Two filters together show no item that one of them hides.',
    'filter-before-pages': 'A filter applies before the list is cut into pages.',
    range:
      'A bound on a property shows all items within it and no others, as do both bounds together; the description decides about an item on the bound.',
  },
)
