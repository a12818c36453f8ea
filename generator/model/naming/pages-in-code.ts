import type { MemberPath, NextPage, OperationDescriptor, PagesDescriptor } from '@concordat/runtime/http'
import type { NameMember } from './name-members.ts'

/** How pages follow one another, for walks: these read answers as code has them, and send what travels. */
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
    next: nextInCode(next, { inCode, nameMember }),
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

function nextInCode(
  next: NextPage,
  { inCode, nameMember }: { inCode(path: MemberPath): MemberPath; readonly nameMember: NameMember },
): NextPage {
  if (next.from === 'links')
    return { ...next, path: inCode(next.path), rel: nameMember(next.rel), target: nameMember(next.target) }
  if (next.from === 'body' || next.from === 'lastItem') return { ...next, path: inCode(next.path) }
  return 'current' in next && next.current !== undefined ? { ...next, current: inCode(next.current) } : next
}
