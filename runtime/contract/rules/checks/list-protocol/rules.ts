import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'list-protocol',
  { grade: 'derived', weight: 'lost data' },
  {
    limit: 'A page has at most as many items as its limit and starts with the first items of the list.',
    offset: 'An offset shifts the start of the page.',
    order: 'A second read shows the same items in the same order.',
    defaults: 'If paging and filter parameters are omitted, their defaults apply.',
    pages: 'Going from page to page visits every item once and then ends.',
    previous: 'Going back page by page leads through the same pages to the first.',
    count:
      'The count equals the number of items that match the filter, or of all items if there is no filter.',
    host: 'Links to other pages lead to the same host.',
    sort: 'A list sorted by a property is in the right order and still shows the same items.',
    filter:
      'A filter shows exactly the items that have one of the given values. A search with no matches does not show every item.',
    found:
      'A search that finds an item by one word also finds it by the whole string, and regardless of letter case if the document says so.',
    filters: 'Two filters together hide every item that either of them hides.',
    'filter-before-pages': 'The server filters a list before it splits the list into pages.',
    range: 'A list with one or two bounds on a property shows exactly the items within those bounds.',
  },
)
