/** Property names from the root of a body or query: `["meta", "next_cursor"]`. */
export type MemberPath = readonly string[]

/** The paging of a list: where the next value is, how it is sent, and where the list ends. */
export interface PagesDescriptor {
  /** The path of the array of items; empty if the body itself is the array. */
  readonly items: MemberPath
  readonly next: NextPage
  /**
   * The parameter or request body property for the value; absent if the value is the next page's URL. A
   * header is named as in the document.
   */
  readonly sent?: {
    readonly in: 'query' | 'header' | 'body'
    readonly path: MemberPath
    /** The path in code, if it differs. */
    readonly as?: MemberPath
  }
  /** The path of a flag that is false on the last page. */
  readonly more?: MemberPath
  /** The path of a flag that is true on the last page. */
  readonly last?: MemberPath
  /** The path of the total number of what `next` counts: items or pages. */
  readonly total?: MemberPath
  /** The path of the total number of items, if `next` does not count items. */
  readonly count?: MemberPath
  /**
   * True if nothing indicates that a full last page is the last one, so that a walk ends after `count` items.
   */
  readonly ends?: true
  /**
   * Query parameters that make the list start at another item: a walk with one of them reads fewer than
   * `count` items.
   */
  readonly starts?: readonly string[]
}

/**
 * The location of the value for the next page. If the value is missing, null or empty, this page is the last.
 */
export type NextPage =
  | { readonly from: 'body'; readonly path: MemberPath }
  /**
   * The target of the link with the relation "next" in an array of links: `link: [{ relation: 'next', url
   * }]`.
   */
  | { readonly from: 'links'; readonly path: MemberPath; readonly rel: string; readonly target: string }
  /** The link with `rel="next"` in the `Link` header, or the value of any other header. @see RFC 8288 */
  | { readonly from: 'header'; readonly name: string }
  /**
   * The range that follows the one in the `Content-Range` header, in that header's unit: "items". @see RFC
   * 9110, section 14.4
   */
  | { readonly from: 'range'; readonly unit: string }
  /** A property of the page's last item. */
  | { readonly from: 'lastItem'; readonly path: MemberPath }
  /**
   * A number that grows by the number of items on the page, or by one per page, up to the total or until a
   * page is empty.
   */
  | ({ readonly from: 'items' } & FirstNumber)
  | ({ readonly from: 'pages' } & FirstNumber)

/**
 * The number of the first page or item. If absent, each response states its own number at `current`. If it is
 * unknown (`isTried`), the first request has no number, and the second requests page 1: if both responses
 * have the same items, pages count from 1, otherwise from 0.
 */
export type FirstNumber =
  | { readonly first: number; readonly current?: never; readonly isTried?: never }
  | { readonly current: MemberPath; readonly first?: never; readonly isTried?: never }
  | { readonly isTried: true; readonly first?: never; readonly current?: never }

/** The variant of `NextPage` with this `from`. */
export type NextFrom<From extends NextPage['from']> = Extract<NextPage, { readonly from: From }>
