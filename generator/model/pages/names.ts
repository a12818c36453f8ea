import { plain } from '@concordat/runtime/lexicon'

/** What a parameter is called among those for paging: "page[cursor]" is "cursor", "page[number]" is "page". */
export function parameterName(path: readonly string[]): string {
  const steps = path.flatMap((step) => step.split(/[[\].]/)).filter((step) => step !== '')
  const holders = steps.slice(0, -1).map(plain)
  const name = plain(steps.at(-1) ?? '')
  if (!holders.every((holder) => CONTAINERS.has(holder))) return plain(steps.join())
  return holders.length > 0 && name === 'number' ? 'page' : name
}

/** The array of items, where an answer has several arrays. */
export const ITEMS = [
  'results',
  'result',
  'items',
  'data',
  'entries',
  'entry',
  'records',
  'values',
  'value',
  'rows',
  'objects',
  'elements',
  'hits',
  'resources',
  'content',
]

/** Arrays that stand beside the items of many answers; one that is alone or named like the path holds the items. */
export const BESIDE_ITEMS = ['errors', 'included', 'link', 'links', 'messages', 'warnings']

/** Objects of an answer that tell of its pages. */
export const CONTAINERS: ReadonlySet<string> = new Set([
  'cursor',
  'cursors',
  'links',
  'meta',
  'metadata',
  'next',
  'nextpage',
  'options',
  'page',
  'pageinfo',
  'pages',
  'paging',
  'pagination',
  'paginationinfo',
  'paginationmeta',
  'paginationmetadata',
  'responsemetadata',
  'resultinfo',
])

/** Parameters that bound a page. */
export const LIMIT = [
  'limit',
  'perpage',
  'pagesize',
  'size',
  'count',
  'maxresults',
  'top',
  'take',
  'first',
  'maxkeys',
  'pagelimit',
  'maxitems',
  'itemsperpage',
]

/** Parameters that are the number of items to pass over, or of the first one. */
export const OFFSET = ['offset', 'skip', 'startat', 'startindex', 'startposition', 'start']

/** Of these the ones that cannot be anything else: "start" may be a time, or 1 for the first item. */
export const ITEMS_BEFORE = ['offset', 'skip', 'startat']

/** Parameters that are the number of a page. */
export const PAGE = ['page', 'pageno', 'pagenum', 'pagenumber', 'pageindex', 'currentpage']

/** Parameters that take what leads to the next page and tells nothing else. */
export const CURSOR = [
  'cursor',
  'pagecursor',
  'startcursor',
  'nextcursor',
  'aftercursor',
  'pagetoken',
  'nexttoken',
  'nextpagetoken',
  'paginationtoken',
  'token',
  'continue',
  'continuation',
  'continuationtoken',
  'marker',
  'after',
  'afterid',
  'startingafter',
  'startafter',
  'startafterid',
  'scrollid',
  'bookmark',
]

/** What the answer gives for such a parameter on its last page of items, rather than on a next one. */
export const LAST_READ = ['lastid', 'endcursor', 'lastcursor', 'aftercursor', 'cursor', 'lastkey']

/** Parameters that take the id of the last item that was read. */
export const AFTER = ['after', 'afterid', 'startingafter', 'startafter', 'startafterid']

/** True while there are more pages. */
export const MORE = [
  'hasmore',
  'hasmorepages',
  'hasmoreresults',
  'hasmoreitems',
  'hasnext',
  'hasnextpage',
  'istruncated',
  'more',
  'moreavailable',
  'moreresults',
  'nextpage',
  'truncated',
]

/** True on the last page. */
export const LAST = ['islast', 'islastpage', 'last', 'lastpage']

/** The number of all pages. */
export const TOTAL_PAGES = ['pages', 'pagecount', 'numpages', 'numberofpages', 'totalpages', 'pagestotal']

/** The number of the items of all pages; "count" is that of one page in many documents. */
export const TOTAL_ITEMS = [
  'total',
  'totalcount',
  'totalelements',
  'totalhits',
  'totalitems',
  'totalobjects',
  'totalrecords',
  'totalresults',
  'totalrows',
  'totalsize',
]

/** The same names, for comparing the number with what was read. */
export const COUNT = [...TOTAL_ITEMS, 'count']

/** What leads to the page before. */
export const PREVIOUS = [
  'previous',
  'prev',
  'previousurl',
  'prevurl',
  'previouslink',
  'prevlink',
  'previouspage',
  'prevpage',
]

/** All that a page says of itself beside its items. */
export const PAGING_VALUES: ReadonlySet<string> = new Set([
  ...LIMIT,
  ...OFFSET,
  ...PAGE,
  ...CURSOR,
  ...LAST_READ,
  ...MORE,
  ...LAST,
  ...TOTAL_PAGES,
  ...TOTAL_ITEMS,
  'next',
  'nexturl',
  'object',
  'previous',
  'prev',
])

/** The same, and what is said of any answer: how it went. */
export const ENVELOPE_VALUES: ReadonlySet<string> = new Set([
  ...PAGING_VALUES,
  ...PREVIOUS,
  'code',
  'count',
  'empty',
  'error',
  'message',
  'msg',
  'numberofelements',
  'ok',
  'requestid',
  'self',
  'status',
  'success',
  'timestamp',
])
