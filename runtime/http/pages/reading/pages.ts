/** Property names from the root of a body, or of the query: `["meta", "next_cursor"]`. */
export type MemberPath = readonly string[]

/** Pagination of a list: the location of the next value, the way it is sent, and the end of the list. */
export interface PagesDescriptor {
  /** The array of items; empty when the body itself is the array. */
  readonly items: MemberPath
  readonly next: NextPage
  /**
   * The parameter or the member of the request body that takes the value; absent when the value is the URL of
   * the next page. A header is named as the document has it.
   */
  readonly sent?: {
    readonly in: 'query' | 'header' | 'body'
    readonly path: MemberPath
    /** The same in requests of code, where that calls something otherwise. */
    readonly as?: MemberPath
  }
  /** Flag that is false on the last page. */
  readonly more?: MemberPath
  /** Flag that is true on the last page. */
  readonly last?: MemberPath
  /** Total of the things that `next` counts: items, or pages. */
  readonly total?: MemberPath
  /** Total of items in all pages, if `next` does not count items. */
  readonly count?: MemberPath
  /** True if a full last page gives no sign of being the last: a walk ends once it has read `count` items. */
  readonly ends?: true
  /**
   * Query parameters that begin the list elsewhere: a walk with one of them reads fewer items than `count`.
   */
  readonly starts?: readonly string[]
}

/** Location of the value that leads to the next page. None, null or an empty one: this page is the last. */
export type NextPage =
  | { readonly from: 'body'; readonly path: MemberPath }
  /** Target of the link with relation "next" in an array of links: `link: [{ relation: 'next', url }]`. */
  | { readonly from: 'links'; readonly path: MemberPath; readonly rel: string; readonly target: string }
  /** Target with `rel="next"` in the header `Link`, or the value of any other header. @see RFC 8288 */
  | { readonly from: 'header'; readonly name: string }
  /**
   * The range after the one that the header `Content-Range` states, in its unit:
   * "items". @see RFC 9110, section 14.4
   */
  | { readonly from: 'range'; readonly unit: string }
  /** A member of the page's last item. */
  | { readonly from: 'lastItem'; readonly path: MemberPath }
  /**
   * Counted up by the page's items, or by one for each page, until the total is
   * reached or a page has no items.
   */
  | ({ readonly from: 'items' } & FirstNumber)
  | ({ readonly from: 'pages' } & FirstNumber)

/**
 * The number of the first page or item; without it each response states its own number at `current`. If
 * nothing states it (`isTried`), page 1 is asked for after the page without a number: if both have the same
 * items, pages are counted from 1, else from 0.
 */
export type FirstNumber =
  | { readonly first: number; readonly current?: never; readonly isTried?: never }
  | { readonly current: MemberPath; readonly first?: never; readonly isTried?: never }
  | { readonly isTried: true; readonly first?: never; readonly current?: never }

/** Location of the next value for one kind of lists. */
export type NextFrom<From extends NextPage['from']> = Extract<NextPage, { readonly from: From }>
