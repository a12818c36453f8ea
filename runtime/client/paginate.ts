import type { ClientOperation } from './client-operation.ts'
import type { Call } from './compose.ts'
import { PaginationError } from './errors.ts'
import { type Answer, exchange } from './exchange.ts'
import { at, followingCall, ownUrl } from './following-call.ts'

/** Takes the body of a success and throws for anything else. */
export type Unwrap = (operation: ClientOperation, answer: Answer) => unknown

interface Page {
  readonly body: unknown
  readonly items: readonly unknown[]
}

/** The bodies of all pages: the first even when it has no items, none after it without. */
export async function* walkPages(call: Call, unwrap: Unwrap): AsyncGenerator<unknown, void, undefined> {
  for await (const { body } of walk(call, unwrap)) yield body
}

/** The items of all pages. */
export async function* walkItems(call: Call, unwrap: Unwrap): AsyncGenerator<unknown, void, undefined> {
  for await (const { items } of walk(call, unwrap)) yield* items
}

/** Asks for a page when the one before is used up. Ends on an empty one, which some servers link to for ever. */
async function* walk(first: Call, unwrap: Unwrap): AsyncGenerator<Page, void, undefined> {
  const path = first.operation.list?.items ?? []
  const visited = new Set<string>()
  let call: Call | undefined = first
  while (call !== undefined) {
    const answer: Answer = await exchange(call)
    const body = unwrap(call.operation, answer)
    const items = at(body, path)
    if (!Array.isArray(items))
      throw new PaginationError(answer.context, `answered no array at "${path.join('.')}"`)
    if (items.length > 0 || call === first) yield { body, items }
    visited.add(ownUrl(call.client, answer)).add(placeOf(call))
    call = items.length === 0 ? undefined : followingCall({ call, answer, body, size: items.length })
    if (call !== undefined && visited.has(placeOf(call))) {
      throw new PaginationError(answer.context, 'names a next page that was read before')
    }
  }
}

/** What tells one page of a list from another. */
function placeOf({ url, request }: Call): string {
  return url ?? JSON.stringify(request.query ?? {})
}
