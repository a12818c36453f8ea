import { vocabulary, vocabularyRows, vocabularySubset, WordVocabulary } from '../names/vocabulary.ts'

const LIMIT = vocabularyRows(
  'limit per_page pageSize size count maxResults $top take first max-keys page_limit maxItems itemsPerPage rpp',
)
const OFFSET = vocabularyRows('offset $skip startAt startIndex start_position start')
const PAGE = vocabularyRows('page pageNo page_num pageNumber pageIndex currentPage pg SkipPages')
const AFTER = vocabularyRows('after after_id starting_after start-after startAfterId')
const CURSOR =
  vocabularyRows(`cursor page_cursor startCursor nextCursor after_cursor pageToken nextToken next_page_token
PaginationToken token continue continuation continuation-token Marker scroll_id bookmark iterator
pagination_id nextPage nextPagePointer`)
const LAST_READ = vocabularyRows('last_id endCursor last_cursor after_cursor cursor lastKey')
const MORE =
  vocabularyRows(`has_more hasMorePages hasMoreResults hasMoreItems hasNext hasNextPage IsTruncated more
more_available moreResults nextPage truncated`)
const LAST = vocabularyRows('done isLast isLastPage last last_page')
const TOTAL_PAGES = vocabularyRows(
  'pages pageCount num_pages numberOfPages noOfPages totalPages pagesCount pages_total',
)
const TOTAL_ITEMS =
  vocabularyRows(`total totalCount totalElements totalHits totalItems total_objects totalRecords
totalResults total_rows totalSize`)
const PREVIOUS = vocabularyRows(
  'previous prev previous_url prev_url previousLink prevLink previousPage prev_page',
)
const OF_PAGES = {
  ...{ ...LIMIT, ...OFFSET, ...PAGE, ...CURSOR, ...AFTER, ...LAST_READ, ...MORE, ...LAST, ...TOTAL_PAGES },
  ...TOTAL_ITEMS,
  ...vocabularyRows('next next_url object previous prev'),
}

/** Parameters and members about pages. */
export const paging = {
  /** Parameters for the size of a page. */
  limit: new WordVocabulary('whole', LIMIT),
  /** Parameters for the number of items to skip, or of the first one. */
  offset: new WordVocabulary('whole', OFFSET),
  /** The unambiguous ones: "start" may also be a time, or 1 for the first item. */
  itemsBefore: vocabularySubset(OFFSET, 'whole', 'offset skip startat'),
  /** Parameters for the number of a page. */
  page: new WordVocabulary('whole', PAGE),
  /** Parameters whose value only identifies the next page. */
  cursor: new WordVocabulary('whole', { ...CURSOR, ...AFTER }),
  /** Members with such a parameter's value on the last page of items, not for a next one. */
  lastRead: new WordVocabulary('whole', LAST_READ),
  /** Parameters for the id of the last item read. */
  after: new WordVocabulary('whole', AFTER),
  /** True while there are more pages. */
  more: new WordVocabulary('whole', MORE),
  /** True on the last page. */
  last: new WordVocabulary('whole', LAST),
  /** The number of all pages. */
  totalPages: new WordVocabulary('whole', TOTAL_PAGES),
  /** The number of the items of all pages; in many documents "count" is that of one page. */
  totalItems: new WordVocabulary('whole', TOTAL_ITEMS),
  /** The same names and "count", for comparing the number with the items read. */
  count: new WordVocabulary('whole', { ...TOTAL_ITEMS, count: 'count' }),
  /** Names for the previous page. */
  previous: new WordVocabulary('whole', PREVIOUS),
  /** Names for the next page. */
  next: vocabulary(
    'whole',
    'next next_url nextUri @nextLink nextPage next_page_url next_page_uri nextPageLink',
  ),
  /** All members of a page about itself, besides its items. */
  ofPages: new WordVocabulary('whole', OF_PAGES),
  /** The same members, and those about the result of any answer. */
  ofAnswers: new WordVocabulary('whole', {
    ...{ ...OF_PAGES, ...PREVIOUS },
    ...vocabularyRows(
      'code count empty error message msg numberOfElements ok request_id self status success timestamp',
    ),
  }),
}

/** Arrays and objects of an answer. */
export const parts = {
  /** The array of items, if an answer has several arrays. */
  items: vocabulary(
    'whole',
    `results result items data entries entry records values value rows objects elements hits Resources content`,
  ),
  /**
   * Arrays beside the items in many answers; if it is the only array or has the path's name, it holds the
   * items.
   */
  besideItems: vocabulary('whole', 'errors included link _links messages warnings'),
  /** Objects about the pages. */
  ofPages: vocabulary(
    'whole',
    `cursor cursors links meta _metadata next nextPage options page pageInfo pages paging pagination
paginationInfo pagination_meta paginationMetadata response_metadata result_info`,
  ),
  /** Those of them that contain the next cursor. */
  ofNext: vocabulary('whole', 'next next_page'),
  /** Those of them that contain only cursors. */
  ofCursors: vocabulary('whole', 'cursor cursors'),
}

/** Members of a link. @see RFC 8288; HAL; JSON:API 1.1, Links */
const LINK = vocabularyRows('href URL uri link target')

/** Parts of names for the continuation of a list. */
const CONTINUING = vocabularyRows(`
    page:pageToken next:nextKey prev:prevToken cursor Token Marker continu:continuation sync:syncToken
    skip:$skiptoken start:startToken delta:deltatoken resume:resumeToken scroll:scroll_token
  `)

export const links = {
  /** Members with the target of a link, by the end of their name: "nextUrl". */
  ends: vocabularySubset(LINK, 'end', 'href url uri link'),
  /** Members with the target in an object that is a link. */
  targets: vocabularySubset(LINK, 'whole', 'href url uri link'),
  /** Members with the target in an array of links. */
  listed: vocabularySubset(LINK, 'whole', 'href url uri link target'),
  /** Arrays of links: "link" of FHIR, "links" of many. */
  lists: vocabulary('whole', 'link links'),
  /** Members that hold a link's relation in an array of links. */
  relationNames: vocabulary('whole', 'rel rels relation relationship'),
  /**
   * Parameters of links for the continuation of a list: a position in it may be called a token, but is not a
   * secret.
   */
  continuing: vocabularySubset(
    CONTINUING,
    'inside',
    'page next prev cursor continu sync skip start delta resume scroll',
  ),
  /** Members of an answer that may be the next cursor. */
  cursors: vocabularySubset(CONTINUING, 'inside', 'cursor next token marker continu'),
  /**
   * Relations between pages; others, such as "describedby", tell nothing about them.
   * @see RFC 8288, RFC 5005
   */
  relations: vocabulary('whole', 'next prev previous first last'),
}

/** Relations of an item to itself and of a list to its pages, except the next one. @see RFC 8288, RFC 5005 */
export const addressRelations: readonly string[] = ['self', 'first', 'prev', 'last']

/** Paths of an item's link to itself. */
export const selfLinks: readonly (readonly string[])[] = [
  ['_links', 'self', 'href'],
  ['_links', 'self'],
  ['self'],
  ['href'],
  ['url'],
]

/** Name of a parameter without the word that only marks it as one for pages: "token" of "pageToken". */
export function cursorStem(name: string): string {
  return name.replace(/^(?:start|page|pagination|after)(?=.)/, '')
}

/** True for a `Link` header with a relation between pages. */
export function linksToPages(header: string): boolean {
  return [...header.matchAll(/\brel\s*=\s*(?:"([^"]*)"|([\w-]+))/gi)].some(([, quoted = '', bare = '']) =>
    `${quoted} ${bare}`.split(/\W+/).some((relation) => links.relations.has(relation)),
  )
}
