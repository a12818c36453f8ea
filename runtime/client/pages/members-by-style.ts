import type { Follow } from '../../http/pages/follow-by.ts'
import { followBody } from '../../http/pages/styles/body.ts'
import { countUp } from '../../http/pages/styles/count-up.ts'
import { followHeader } from '../../http/pages/styles/header.ts'
import { followLastItem } from '../../http/pages/styles/last-item.ts'
import { followLinks } from '../../http/pages/styles/links.ts'
import type { ListPart } from '../call/call.ts'
import { listMembers } from './paginate.ts'

/** @param follow receives the descriptor's `next`, whose style the generator knows. */
function membersOf(follow: Follow): ListPart {
  return (prepare, unwrap) => listMembers(prepare, unwrap, follow)
}

/** Members of lists whose responses have the next cursor, number or URL in a member. */
export const bodyMembers: ListPart = /* @__PURE__ */ membersOf(followBody)
/** Members of lists whose responses have an array of links. */
export const linksMembers: ListPart = /* @__PURE__ */ membersOf(followLinks)
/** Members of lists whose responses have the next cursor, number or URL in a header. */
export const headerMembers: ListPart = /* @__PURE__ */ membersOf(followHeader)
/** Members of lists that continue after their last item. */
export const lastItemMembers: ListPart = /* @__PURE__ */ membersOf(followLastItem)
/** Members of lists that count pages or items. */
export const countedMembers: ListPart = /* @__PURE__ */ membersOf(countUp)
