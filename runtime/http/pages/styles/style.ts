import type { MemberPath, NextPage } from '../reading/pages.ts'
import type { Following, IsMore, ReadPage } from '../reading/read-page.ts'

/**
 * A style of paging, for client, contract suite and mock. Optional members default to what most styles do.
 */
export interface PageStyle<Next extends NextPage = NextPage> {
  /** Where a response indicates the next page; absent if that follows from the page itself. */
  readonly toldIn?: 'body' | 'header'
  /** True if the value may be the next page's URL, when no parameter takes it. */
  readonly mayBeUrl?: true
  /** Value for the next page. Not called if the response says that this is the last. */
  follow(next: Next, page: ReadPage, isMore: IsMore): Following | undefined
  /** True if a refusal means that the list ends before the page. */
  isPastEnd?(next: Next, refused: Refused): boolean
  /** Member or header of an answer with the value; absent if pages are counted. */
  part?(next: Next): string
  /** `next` with its members renamed by `name`; absent if it has none. */
  rename?(next: Next, name: (member: string) => string): Next
  /** True if `next` counts items, so that its total is theirs. */
  readonly countsItems?: true
  /** Member of the answer with the value. */
  member?(next: Next): MemberPath
  /** Numbers of the first item and page, if the style has them. */
  first?(next: Next): { readonly item?: number; readonly page?: number }
  /** Index of the first item on the requested page; `undefined` if other parameters determine it. */
  cut?(next: Next, list: ListToCut): number | undefined
  /** Number of items requested, if no separate parameter says so; all by default. */
  size?(next: Next, list: ListToCut): number
  /** Value that requests a first page of this size, if the size has no separate parameter. */
  ask?(next: Next, size: number): unknown
  /** Value for the page after one that a server cut. Absent: the server issues a cursor or URL. */
  lead?(next: Next, page: PageEnd): unknown
  /** Members and headers that describe a page in its response. */
  write?(next: Next, page: PageToWrite): Written
}

/** A page that was refused. */
export interface Refused {
  readonly status: number
  readonly headers: Headers
  /** Value that was sent to get it. */
  readonly asked: unknown
}

/** A list from which a page is requested. */
export interface ListToCut {
  readonly items: readonly unknown[]
  /** Value that selects the page. */
  readonly sent: unknown
  /** First indexes of pages by the text of cursors issued. */
  readonly cursors: ReadonlyMap<string, number>
}

/** End of a page that is not the last. */
export interface PageEnd {
  readonly lastItem: unknown
  /** Index of the item after the page. */
  readonly end: number
  readonly size: number
  /** Number of the first page. */
  readonly firstPage: number
}

/** A page of a server's list. */
export interface PageToWrite {
  readonly start: number
  /** Number of the page. */
  readonly number: number
  readonly size: number
  /** Number of all items. */
  readonly total: number
  /** Value for the next page, and its URL; absent on the last page. */
  readonly next: unknown
  readonly nextLink: string | undefined
  /** True if a parameter takes the value. */
  readonly isSent: boolean
  /** Value that selected this page. */
  readonly sent: unknown
}

/** Parts of a response besides its items. */
export interface Written {
  readonly members?: readonly (readonly [path: MemberPath, value: unknown])[]
  readonly headers?: Readonly<Record<string, string>>
  /** Total of whatever is counted; by default, the number of items. */
  readonly total?: number
  /** Default: 200. */
  readonly status?: number
}
