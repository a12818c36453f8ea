import type { MemberPath, PagesDescriptor } from './pages.ts'

/** A page, with the information that it contains about the next one. */
export interface ReadPage {
  readonly pages: Pick<PagesDescriptor, 'next' | 'more' | 'last' | 'total'>
  readonly body: unknown
  readonly items: readonly unknown[]
  readonly headers: Headers
  /** The value sent to get this page. */
  readonly asked: unknown
}

/** The value for the next page, or a problem with the response, worded to follow "the answer". */
export type Following = { readonly value: unknown } | { readonly problem: string }

/** A response's own statement about further pages; `undefined` if it has none. */
export type IsMore = boolean | undefined

/** Returns the value at a path of property names; `undefined` if the path does not exist. */
export function valueInPage(value: unknown, path: MemberPath): unknown {
  return path.reduce<unknown>(
    (inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name],
    value,
  )
}

/** Converts a number or bigint to a number; `undefined` for any other value. */
export function pageNumberOf(value: unknown): number | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined
}

/**
 * Uses a value in a response as the value for the next page. A missing, null or empty value ends the walk, or
 * is a problem if the response reports more pages.
 */
export function followTold(value: unknown, isMore: IsMore): Following | undefined {
  if ((value ?? '') !== '') return { value }
  return isMore ? { problem: 'reports more pages but does not identify the next one' } : undefined
}
