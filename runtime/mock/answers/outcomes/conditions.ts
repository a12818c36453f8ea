import { headerParameter } from '@concordat/contract/document'
import { HttpProblem } from '@concordat/runtime/server'
import type { MockItem } from '../../state/item.ts'
import type { Granted } from './granted.ts'

/**
 * @throws HttpProblem if a write has a documented condition that the item at its path does not meet: an
 *   `If-Match` with another entity tag, or `If-None-Match: *`.
 * @see RFC 9110, 13.1.1 and 13.1.2
 */
export function assertConditions({ operation, request }: Granted, item: MockItem | undefined): void {
  if (item === undefined || operation.method === 'GET') return
  const given = (name: string): string | null =>
    headerParameter(operation, name) ? request.headers.get(name) : null
  const tags = (given('if-match') ?? '*').split(',').map((tag) => tag.trim())
  if (!tags.includes('*') && !tags.includes(item.tag))
    throw failed(`The "If-Match" header does not match the entity tag of the item, ${item.tag}.`)
  if (given('if-none-match')?.trim() === '*')
    throw failed('The header "If-None-Match: *" forbids the request, because something exists at the path.')
}

function failed(detail: string): HttpProblem {
  return new HttpProblem({ kind: 'conflict', status: 412, detail })
}
