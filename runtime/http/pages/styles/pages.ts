import type { NextFrom } from '../reading/pages.ts'
import { countUp, renameCurrent } from './count-up.ts'
import type { PageStyle } from './style.ts'

type Next = NextFrom<'pages'>

/** A style that sends the number of the page. */
export const pagesStyle: PageStyle<Next> = {
  follow: countUp,
  rename: renameCurrent,
  first: ({ first }) => (first === undefined ? {} : { page: first }),
  lead: (_, { end, size, firstPage }) => end / size + firstPage,
  write: ({ current }, { number, size, total }) => ({
    total: Math.ceil(total / Math.max(size, 1)),
    ...(current !== undefined && { members: [[current, number]] }),
  }),
}
