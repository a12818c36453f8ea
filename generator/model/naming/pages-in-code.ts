import {
  type MemberPath,
  type OperationDescriptor,
  type PagesDescriptor,
  pageStyle,
} from '@concordat/runtime/http'
import type { NameMember } from './name-members.ts'

/**
 * Returns an operation's paging for walks, which read responses with the names in code but send the
 * document's names.
 */
export function pagesInCode(
  pages: PagesDescriptor,
  { parameters = [] }: Pick<OperationDescriptor, 'parameters'>,
  nameMember: NameMember = (name) => name,
): PagesDescriptor {
  const inCode = (path: MemberPath): MemberPath => path.map(nameMember)
  const { items, next, sent, more, last, total, count } = pages
  return {
    ...pages,
    items: inCode(items),
    next: pageStyle(next).rename?.(next, nameMember) ?? next,
    ...(sent !== undefined && { sent: sentInCode(sent) }),
    ...(more !== undefined && { more: inCode(more) }),
    ...(last !== undefined && { last: inCode(last) }),
    ...(total !== undefined && { total: inCode(total) }),
    ...(count !== undefined && { count: inCode(count) }),
  }

  function sentInCode(sent: NonNullable<PagesDescriptor['sent']>): NonNullable<PagesDescriptor['sent']> {
    const [first = '', ...rest] = sent.path
    const named = parameters.find(({ in: location, name }) => location === sent.in && name === first)
    const as =
      sent.in === 'body' ? inCode(sent.path) : [named?.as ?? first, ...rest.map((name) => nameMember(name))]
    return as.every((name, index) => name === sent.path[index]) ? sent : { ...sent, as }
  }
}
