import type { MemberPath, NextPage } from '../reading/pages.ts'
import type { Following, IsMore, ReadPage } from '../reading/read-page.ts'

/**
 * Knowledge of client, contract suite and mock about one way in which pages follow one another. Members that
 * are left out are as in most styles.
 */
export interface PageStyle<Next extends NextPage = NextPage> {
  /** Location of the next page in a response; absent if it follows from the page that was read. */
  readonly toldIn?: 'body' | 'header'
  /** True if the value is the URL of the next page where no parameter takes it. */
  readonly mayBeUrl?: true
  /**
   * Value that leads from a page to the next one. Only called if the response does not say that this is the
   * last page.
   */
  follow(next: Next, page: ReadPage, isMore: IsMore): Following | undefined
  /** True if a refusal says that the list ends before the page. */
  isPastEnd?(next: Next, refused: Refused): boolean
  /** The member or header of an answer that leads on; absent where pages are counted up. */
  part?(next: Next): string
  /** The same `next` with its members as `name` calls them; absent where it has none. */
  rename?(next: Next, name: (member: string) => string): Next
  /** True if `next` counts items, so that it says by itself how many there are. */
  readonly countsItems?: true
  /** The member of an answer that is the value itself. */
  member?(next: Next): MemberPath
  /** Numbers of the first item and the first page, as far as the style has them. */
  first?(next: Next): { readonly item?: number; readonly page?: number }
  /**
   * The index at which the page begins that a value asks for; `undefined` leaves it
   * to the list's other parameters.
   */
  cut?(next: Next, list: ListToCut): number | undefined
  /**
   * Number of items that a value asks for, if that is not a parameter of its own; all of them without one.
   */
  size?(next: Next, list: ListToCut): number
  /** The value that asks for a first page of a size, likewise. */
  ask?(next: Next, size: number): unknown
  /**
   * The value for the page after one that a server cut. Absent: whatever the
   * server gives out, a cursor or a URL.
   */
  lead?(next: Next, page: PageEnd): unknown
  /** Members and headers with which a response describes its page. */
  write?(next: Next, page: PageToWrite): Written
}

/** A page that was refused. */
export interface Refused {
  readonly status: number
  readonly headers: Headers
  /** The value that was sent to choose it. */
  readonly asked: unknown
}

/** A list from which a page is requested. */
export interface ListToCut {
  readonly items: readonly unknown[]
  /** The value that chooses the page. */
  readonly sent: unknown
  /** First indices of the pages for cursors that were given out, by their text. */
  readonly cursors: ReadonlyMap<string, number>
}

/** End of a page, after which there are more. */
export interface PageEnd {
  readonly lastItem: unknown
  /** Index of the item after the page. */
  readonly end: number
  readonly size: number
  /** Number of the first page. */
  readonly firstPage: number
}

/** A page that a server cut. */
export interface PageToWrite {
  readonly start: number
  /** Number of the page. */
  readonly number: number
  readonly size: number
  /** Number of all items. */
  readonly total: number
  /** The value for the next page, and its URL; absent on the last page. */
  readonly next: unknown
  readonly nextLink: string | undefined
  /** True if a parameter takes the value. */
  readonly isSent: boolean
  /** The value that chose this page. */
  readonly sent: unknown
}

/** Parts of a response beside its items. */
export interface Written {
  readonly members?: readonly (readonly [path: MemberPath, value: unknown])[]
  readonly headers?: Readonly<Record<string, string>>
  /** Total of the things that are counted. Absent: of the items. */
  readonly total?: number
  /** Absent: 200. */
  readonly status?: number
}
