import type { NextFrom } from '../reading/pages.ts'
import { countUp } from './count-up.ts'
import type { PageStyle } from './style.ts'

type Next = NextFrom<'items'>

/** The number of items before the page, or of its first item. */
export const itemsStyle: PageStyle<Next> = {
  follow: countUp,
  first: (next) => ('first' in next ? { item: next.first } : {}),
  lead: (next, { end }) => end + ('first' in next ? next.first : 0),
  write: (next, { start }) => ('current' in next ? { members: [[next.current, start]] } : {}),
}
