import type { NextFrom } from '../reading/pages.ts'
import { countUp, renameCurrent } from './count-up.ts'
import type { PageStyle } from './style.ts'

type Next = NextFrom<'items'>

/** A style that sends how many items precede the page, or the position of the page's first item. */
export const itemsStyle: PageStyle<Next> = {
  follow: countUp,
  rename: renameCurrent,
  countsItems: true,
  first: ({ first }) => (first === undefined ? {} : { item: first }),
  lead: ({ first = 0 }, { end }) => end + first,
  write: ({ current }, { start }) => (current === undefined ? {} : { members: [[current, start]] }),
}
