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

/** Parameters and properties that concern pages. */
export const paging = {
  /** Parameters for the page size. */
  limit: new WordVocabulary('whole', LIMIT),
  /** Parameters for the number of items to skip, or for the number of the first item. */
  offset: new WordVocabulary('whole', OFFSET),
  /** The unambiguous offset parameters. By contrast, "start" can also be a time, or 1 for the first item. */
  itemsBefore: vocabularySubset(OFFSET, 'whole', 'offset skip startat'),
  /** Parameters for the page number. */
  page: new WordVocabulary('whole', PAGE),
  /** Parameters whose value is a cursor, or the id of the last item read. */
  cursor: new WordVocabulary('whole', { ...CURSOR, ...AFTER }),
  /** Properties that contain the last item's cursor, even if there is no next page. */
  lastRead: new WordVocabulary('whole', LAST_READ),
  /** Parameters for the id of the last item read. */
  after: new WordVocabulary('whole', AFTER),
  /** Properties that are true while there are more pages. */
  more: new WordVocabulary('whole', MORE),
  /** Properties that are true on the last page. */
  last: new WordVocabulary('whole', LAST),
  /** Properties that contain the number of pages. */
  totalPages: new WordVocabulary('whole', TOTAL_PAGES),
  /**
   * Properties that contain the number of items on all pages. In many documents, "count" means the items on
   * one page.
   */
  totalItems: new WordVocabulary('whole', TOTAL_ITEMS),
  /** The names in `totalItems`, and "count". The stated number is compared with the number of items read. */
  count: new WordVocabulary('whole', { ...TOTAL_ITEMS, count: 'count' }),
  /** Names for the previous page. */
  previous: new WordVocabulary('whole', PREVIOUS),
  /** Names for the next page. */
  next: vocabulary(
    'whole',
    'next next_url nextUri @nextLink nextPage next_page_url next_page_uri nextPageLink',
  ),
  /** Properties that describe a page, apart from its items. */
  ofPages: new WordVocabulary('whole', OF_PAGES),
  /** The properties in `ofPages` and `previous`, and properties that describe the result in any response. */
  ofAnswers: new WordVocabulary('whole', {
    ...{ ...OF_PAGES, ...PREVIOUS },
    ...vocabularyRows(
      'code count empty error message msg numberOfElements ok request_id self status success timestamp',
    ),
  }),
}

/** Names of arrays and objects in a response. */
export const parts = {
  /** Names of the array that contains the items if a response has several arrays. */
  items: vocabulary(
    'whole',
    `results result items data entries entry records values value rows objects elements hits Resources content`,
  ),
  /**
   * Arrays that many responses contain in addition to their items. If such an array is the only one, or is
   * named like the path, it contains the items instead.
   */
  besideItems: vocabulary('whole', 'errors included link _links messages warnings'),
  /** Objects about the pages. */
  ofPages: vocabulary(
    'whole',
    `cursor cursors links meta _metadata next nextPage options page pageInfo pages paging pagination
paginationInfo pagination_meta paginationMetadata response_metadata result_info`,
  ),
  /** Objects that describe the next page and contain its cursor. */
  ofNext: vocabulary('whole', 'next next_page'),
  /** Objects about pages that contain only cursors. */
  ofCursors: vocabulary('whole', 'cursor cursors'),
}

/** Properties of a link. @see RFC 8288; HAL; JSON:API 1.1, Links */
const LINK = vocabularyRows('href URL uri link target')

/** Parts of names that indicate the continuation of a list. */
const CONTINUING = vocabularyRows(`
    page:pageToken next:nextKey prev:prevToken cursor Token Marker continu:continuation sync:syncToken
    skip:$skiptoken start:startToken delta:deltatoken resume:resumeToken scroll:scroll_token
  `)

/** Names of links, of their targets and relations, and of the values in them that continue a list. */
export const pageLinkWords = {
  /** Endings of properties that contain a link's target: "nextUrl". */
  ends: vocabularySubset(LINK, 'end', 'href url uri link'),
  /** Properties and path parameters that contain the whole path of an item. */
  ofItems: vocabulary('last', 'href:pulp_href'),
  /** Properties that contain the target in an object that is a link. */
  targets: vocabularySubset(LINK, 'whole', 'href url uri link'),
  /** Properties that contain the target in an array of links. */
  listed: vocabularySubset(LINK, 'whole', 'href url uri link target'),
  /** Arrays of links: "link" in FHIR, "links" in many other APIs. */
  lists: vocabulary('whole', 'link links'),
  /** Objects whose properties are links: `_links` in HAL, `links` in JSON:API. */
  objects: vocabulary('whole', 'links _links'),
  /** Properties that contain a link's relation in an array of links. */
  relationNames: vocabulary('whole', 'rel rels relation relationship'),
  /**
   * Parameters in links that continue a list. A position in a list can be called a token, but it is not a
   * secret.
   */
  continuing: vocabularySubset(
    CONTINUING,
    'inside',
    'page next prev cursor continu sync skip start delta resume scroll',
  ),
  /** Response properties that can contain the next cursor. */
  cursors: vocabularySubset(CONTINUING, 'inside', 'cursor next token marker continu'),
  /**
   * Relations between pages. Other relations, such as "describedby", say nothing about pages.
   * @see RFC 8288, RFC 5005
   */
  relations: vocabulary('whole', 'next prev previous first last'),
}

/** Relations of an item to itself, and of a list to its pages except the next one. @see RFC 8288, RFC 5005 */
export const addressRelations: readonly string[] = ['self', 'first', 'prev', 'last']

/** Paths to the link by which an item refers to itself. */
export const selfLinks: readonly (readonly string[])[] = [
  ['_links', 'self', 'href'],
  ['_links', 'self'],
  ['self'],
  ['href'],
  ['url'],
]

/**
 * A parameter's name without the word that only indicates that it concerns pages: "token" for "pageToken".
 */
export function cursorStem(name: string): string {
  return name.replace(/^(?:start|page|pagination|after)(?=.)/, '')
}

/** True for a `Link` header that contains a relation between pages. */
export function hasLinkBetweenPages(header: string): boolean {
  return [...header.matchAll(/\brel\s*=\s*(?:"([^"]*)"|([\w-]+))/gi)].some(([, quoted = '', bare = '']) =>
    `${quoted} ${bare}`.split(/\W+/).some((relation) => pageLinkWords.relations.has(relation)),
  )
}
