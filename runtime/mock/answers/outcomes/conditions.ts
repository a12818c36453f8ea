import { headerParameter } from '@concordat/contract/document'
import { type HandlerAnswer, HttpProblem } from '@concordat/runtime/server'
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

/**
 * Returns a 304 in place of a successful read if the request has a documented `If-None-Match` with the entity
 * tag of the response. Tags are compared weakly.
 * @see RFC 9110, 13.1.2
 */
export function unlessUnmodified({ operation, request }: Granted, answer: HandlerAnswer): HandlerAnswer {
  const { status, headers = {} } = answer
  const isRead = operation.method === 'GET' || operation.method === 'HEAD'
  const given = headerParameter(operation, 'if-none-match') && request.headers.get('if-none-match')
  const [, tag] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'etag') ?? []
  if (!isRead || status !== 200 || !given || typeof tag !== 'string') return answer
  const tags = given.split(',').map((each) => each.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(tag.replace(/^W\//, '')) ? { status: 304, headers } : answer
}
