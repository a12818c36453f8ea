import type { Follow } from '../../http/pages/follow-by.ts'
import { followBody } from '../../http/pages/styles/body.ts'
import { countUp } from '../../http/pages/styles/count-up.ts'
import { followHeader } from '../../http/pages/styles/header.ts'
import { followLastItem } from '../../http/pages/styles/last-item.ts'
import { followLinks } from '../../http/pages/styles/links.ts'
import type { ListPart } from '../call/call.ts'
import { listMembers } from './paginate.ts'

/** @param follow receives the descriptor's `next`, whose paging style the generator determines. */
function membersOf(follow: Follow): ListPart {
  return (prepare, unwrap) => listMembers(prepare, unwrap, follow)
}

/** Walks lists whose responses contain the next cursor, number or URL in a property. */
export const bodyMembers: ListPart = /* @__PURE__ */ membersOf(followBody)
/** Walks lists whose responses contain an array of links. */
export const linksMembers: ListPart = /* @__PURE__ */ membersOf(followLinks)
/** Walks lists whose responses contain the next cursor, number or URL in a header. */
export const headerMembers: ListPart = /* @__PURE__ */ membersOf(followHeader)
/** Walks lists in which the last item of a page selects the next page. */
export const lastItemMembers: ListPart = /* @__PURE__ */ membersOf(followLastItem)
/** Walks lists that count pages or items. */
export const countedMembers: ListPart = /* @__PURE__ */ membersOf(countUp)
