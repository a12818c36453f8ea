import { nextLink } from '../reading/link-header.ts'
import type { NextFrom } from '../reading/pages.ts'
import { type Following, followTold, type IsMore, type ReadPage } from '../reading/read-page.ts'
import type { PageStyle } from './style.ts'

type Next = NextFrom<'header'>

export function followHeader({ name }: Next, { headers }: ReadPage, isMore: IsMore): Following | undefined {
  const value = headers.get(name) ?? ''
  return followTold(name.toLowerCase() === 'link' ? nextLink(value) : value, isMore)
}

/**
 * A style in which `Link` contains the next page's URL, or another header contains the value for the next
 * page.
 * @see RFC 8288
 */
export const headerStyle: PageStyle<Next> = {
  toldIn: 'header',
  mayBeUrl: true,
  follow: followHeader,
  part: ({ name }) => name,
  cut: (_, { sent, cursors }) => cursors.get(String(sent)),
  write: ({ name }, { next }) => ({ headers: { [name.toLowerCase()]: String(next ?? '') } }),
}
