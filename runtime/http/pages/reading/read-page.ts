import type { MemberPath, PagesDescriptor } from './pages.ts'

/** Page that was read, as far as it tells about the next one. */
export interface ReadPage {
  readonly pages: Pick<PagesDescriptor, 'next' | 'more' | 'last' | 'total'>
  readonly body: unknown
  readonly items: readonly unknown[]
  readonly headers: Headers
  /** The value that was sent to choose this page. */
  readonly asked: unknown
}

/** The value that leads to the next page, or the problem of the response: it continues "the answer". */
export type Following = { readonly value: unknown } | { readonly problem: string }

/** Statement of a response about further pages, beside their value; `undefined` if it makes none. */
export type IsMore = boolean | undefined

/** The value at a path of property names; `undefined` where the path ends early. */
export function at(value: unknown, path: MemberPath): unknown {
  return path.reduce<unknown>(
    (inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name],
    value,
  )
}

/** A number of any kind. */
export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined
}

/** Goes on with a value that an answer gives. None, null or an empty one ends the walk. */
export function told(value: unknown, isMore: IsMore): Following | undefined {
  if ((value ?? '') !== '') return { value }
  return isMore ? { problem: 'says that there are more pages, but names none' } : undefined
}
