import { valueInPage } from '../../http/pages/reading/read-page.ts'
import { followRange, isPastRange } from '../../http/pages/styles/range.ts'
import type { PageStyle } from '../../http/pages/styles/style.ts'
import type { Call, Unwrap } from '../call/call.ts'
import { listMembers } from './paginate.ts'
import { withPageMember } from './with-member.ts'

const isPastEnd: NonNullable<PageStyle['isPastEnd']> = isPastRange

/**
 * `listMembers` for lists that are paged by item ranges. If the requested range is past the end of the list,
 * the list is complete.
 * @see RFC 9110, section 14
 */
export function rangeMembers<Args extends readonly unknown[]>(
  prepare: (...args: Args) => Call,
  unwrap: Unwrap,
): ReturnType<typeof listMembers<Args>> {
  const unwrapRange: Unwrap = (call, answer) => {
    const { sent, next, items = [] } = call.operation.pages ?? {}
    const asked = sent && valueInPage(call.request[sent.in], sent.path)
    if (next === undefined || !isPastEnd(next, { ...answer, asked })) return unwrap(call, answer)
    return items.length === 0 ? [] : withPageMember(undefined, items, [])
  }
  return listMembers(prepare, unwrapRange, followRange)
}
