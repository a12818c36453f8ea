import type { NextFrom } from '../reading/pages.ts'
import { type Following, followTold, type IsMore, type ReadPage, valueInPage } from '../reading/read-page.ts'
import type { PageStyle } from './style.ts'

type Next = NextFrom<'body'>

export function followBody({ path }: Next, { body }: ReadPage, isMore: IsMore): Following | undefined {
  return followTold(valueInPage(body, path), isMore)
}

/** A style in which a property of the response is the next cursor, number or URL. */
export const bodyStyle: PageStyle<Next> = {
  toldIn: 'body',
  mayBeUrl: true,
  follow: followBody,
  part: ({ path }) => path.join('.'),
  rename: (next, name) => ({ ...next, path: next.path.map(name) }),
  member: ({ path }) => path,
  cut: (_, { sent, cursors }) => cursors.get(String(sent)),
  write: ({ path }, { next, nextLink, isSent }) => ({ members: [[path, isSent ? next : nextLink]] }),
}
