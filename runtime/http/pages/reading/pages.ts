/** Property names from the root of a body or query: `["meta", "next_cursor"]`. */
export type MemberPath = readonly string[]

/** Paging of a list: where the next value is, how it is sent, and where the list ends. */
export interface PagesDescriptor {
  /** The array of items; empty if it is the body itself. */
  readonly items: MemberPath
  readonly next: NextPage
  /**
   * Parameter or request body member for the value; absent if the value is the next page's URL. A header has
   * its name in the document.
   */
  readonly sent?: {
    readonly in: 'query' | 'header' | 'body'
    readonly path: MemberPath
    /** Path in code, if it differs. */
    readonly as?: MemberPath
  }
  /** Flag that is false on the last page. */
  readonly more?: MemberPath
  /** Flag that is true on the last page. */
  readonly last?: MemberPath
  /** Total of what `next` counts: items or pages. */
  readonly total?: MemberPath
  /** Total of all items, if `next` does not count items. */
  readonly count?: MemberPath
  /** True if a full last page has no sign of being the last: a walk ends after `count` items. */
  readonly ends?: true
  /**
   * Query parameters that start the list elsewhere: a walk with one of them reads fewer than `count` items.
   */
  readonly starts?: readonly string[]
}

/** Where the value for the next page is. If it is missing, null or empty, this page is the last. */
export type NextPage =
  | { readonly from: 'body'; readonly path: MemberPath }
  /** Target of the link with relation "next" in an array of links: `link: [{ relation: 'next', url }]`. */
  | { readonly from: 'links'; readonly path: MemberPath; readonly rel: string; readonly target: string }
  /** Link with `rel="next"` in the `Link` header, or the value of any other header. @see RFC 8288 */
  | { readonly from: 'header'; readonly name: string }
  /**
   * The range after the one in the `Content-Range` header, in its unit: "items". @see RFC 9110, section 14.4
   */
  | { readonly from: 'range'; readonly unit: string }
  /** A member of the page's last item. */
  | { readonly from: 'lastItem'; readonly path: MemberPath }
  /** A number that grows by the page's items, or by one for each page, up to the total or an empty page. */
  | ({ readonly from: 'items' } & FirstNumber)
  | ({ readonly from: 'pages' } & FirstNumber)

/**
 * Number of the first page or item. If absent, each response states its own number at `current`. If unknown
 * (`isTried`), page 1 is requested after the page without a number: if both have the same items, pages count
 * from 1, else from 0.
 */
export type FirstNumber =
  | { readonly first: number; readonly current?: never; readonly isTried?: never }
  | { readonly current: MemberPath; readonly first?: never; readonly isTried?: never }
  | { readonly isTried: true; readonly first?: never; readonly current?: never }

/** A style's way to state the next page. */
export type NextFrom<From extends NextPage['from']> = Extract<NextPage, { readonly from: From }>
