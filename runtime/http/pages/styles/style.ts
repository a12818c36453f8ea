import type { MemberPath, NextPage } from '../reading/pages.ts'
import type { Following, IsMore, ReadPage } from '../reading/read-page.ts'

/**
 * A style of paging, shared by client, contract suite and mock. Optional members default to what most styles
 * do.
 */
export interface PageStyle<Next extends NextPage = NextPage> {
  /** Where a response indicates the next page; absent if that page follows from the current one. */
  readonly toldIn?: 'body' | 'header'
  /**
   * True if the value for the next page may be that page's URL, in case the operation has no parameter for
   * the value.
   */
  readonly mayBeUrl?: true
  /** Returns the value for the next page. Not called if the response says that this page is the last. */
  follow(next: Next, page: ReadPage, isMore: IsMore): Following | undefined
  /** True if an error response means that the list ends before the page. */
  isPastEnd?(next: Next, refused: Refused): boolean
  /** Names the property or header of a response that contains the value; absent if pages are counted. */
  part?(next: Next): string
  /** Returns `next` with its properties renamed by `name`; absent if it has none. */
  rename?(next: Next, name: (member: string) => string): Next
  /** True if `next` counts items, so that its total is the number of items. */
  readonly countsItems?: true
  /** Returns the path of the response property that contains the value. */
  member?(next: Next): MemberPath
  /** Returns the numbers of the first item and page, if the style has them. */
  first?(next: Next): { readonly item?: number; readonly page?: number }
  /**
   * Returns the index of the first item on the requested page; `undefined` if other parameters determine it.
   */
  cut?(next: Next, list: ListToCut): number | undefined
  /**
   * Returns the requested number of items or, if the request states none, the number of all items; absent if
   * a separate parameter specifies it.
   */
  size?(next: Next, list: ListToCut): number
  /**
   * Returns the value that requests a first page of this size, if there is no separate parameter for the
   * size.
   */
  ask?(next: Next, size: number): unknown
  /**
   * Returns the value for the page after the one that a server has just cut from a list. If absent, the
   * server issues a cursor or URL.
   */
  lead?(next: Next, page: PageEnd): unknown
  /** Returns the properties and headers that describe a page in its response. */
  write?(next: Next, page: PageToWrite): Written
}

/** A page for which the server returned an error. */
export interface Refused {
  readonly status: number
  readonly headers: Headers
  /** The value that was sent to get the page. */
  readonly asked: unknown
}

/** A list from which a page is requested. */
export interface ListToCut {
  readonly items: readonly unknown[]
  /** The value that selects the page. */
  readonly sent: unknown
  /** For each cursor that was issued, the index of the first item on its page. */
  readonly cursors: ReadonlyMap<string, number>
}

/** The end of a page that is not the last one. */
export interface PageEnd {
  readonly lastItem: unknown
  /** The index of the item after the page. */
  readonly end: number
  readonly size: number
  /** The number of the first page. */
  readonly firstPage: number
}

/** A page of a server's list that is to be described in its response. */
export interface PageToWrite {
  readonly start: number
  /** Number of the page. */
  readonly number: number
  readonly size: number
  /** Number of all items. */
  readonly total: number
  /** The value for the next page; `undefined` on the last page. */
  readonly next: unknown
  readonly nextLink: string | undefined
  /** True if a parameter accepts the value. */
  readonly isSent: boolean
  /** The value that selected this page. */
  readonly sent: unknown
}

/** The parts of a response other than its items. */
export interface Written {
  readonly members?: readonly (readonly [path: MemberPath, value: unknown])[]
  readonly headers?: Readonly<Record<string, string>>
  /** The total of whatever is counted, by default the number of items. */
  readonly total?: number
  /** Default: 200. */
  readonly status?: number
}
