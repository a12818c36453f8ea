import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'list-protocol',
  { grade: 'derived', weight: 'lost data' },
  {
    limit: 'A limit bounds the page, which has the first items of the list.',
    offset: 'An offset shifts the page.',
    order: 'A second read shows the same items in the same order.',
    defaults: 'Without paging and filter parameters, their defaults apply.',
    pages: 'Following next visits every item once, and ends.',
    previous: 'Following previous leads back through the same pages, and the first page has none.',
    count: 'The count is that of all items, or of those that a filter finds.',
    host: 'Links to other pages lead to the host that was called.',
    sort: 'A list that a parameter orders by a member is in that order, and shows the same items.',
    filter:
      'A filter by a member shows the items that have the value, all of them and no others, also of several values; a search for what nobody wrote does not show everything.',
    filters: 'Two filters together show no item that one of them alone hides.',
    'filter-before-pages': 'A filter applies before the list is cut into pages.',
    range:
      'A bound on a member shows the items within it, all of them and no others; so do both ends together, and an item on the bound as the description says.',
  },
)
