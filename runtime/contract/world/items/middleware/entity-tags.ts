import type { DocumentDescriptor } from '@concordat/runtime/http'
import { pathTemplates, sourceOfRequests } from '../../../data/document/path-binding.ts'
import { operationById, resourceByName } from '../../../data/document/resource-lookup.ts'
import type { Answer } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { ANY_TAG, headerParameter } from '../../requests/header-parameters.ts'
import { requestWithValue } from '../../requests/with-value.ts'

/**
 * Creates a read of the item, to be sent before a request with `If-Match: *`, because servers that require a
 * precondition often accept only an actual tag. `undefined` for other requests, and if no operation reads the
 * item.
 * @see RFC 9110, 13.1.1
 */
export function readOfTaggedItem(
  { operation, header, path = {} }: RequestPlan,
  document: DocumentDescriptor,
): RequestPlan | undefined {
  const name = headerParameter(operation, 'if-match')?.name
  if (name === undefined || header?.[name] !== ANY_TAG) return undefined
  const { read } = resourceByName(document, operation.resource?.name)?.operations ?? {}
  const reader = operationById(document, read)
  const isKnown = reader && pathTemplates(reader.path).every((template) => path[template.name] !== undefined)
  return isKnown ? { operation: reader, path } : undefined
}

/** Returns the request with the item's entity tag in place of `*`, if the read shows one. */
export function withCurrentItemTag(plan: RequestPlan, { headers, number }: Answer): RequestPlan {
  const name = headerParameter(plan.operation, 'if-match')?.name
  const tag = headers.get('etag')
  if (name === undefined || tag === null) return plan
  return requestWithValue(plan, { location: 'header', name, text: tag, ...sourceOfRequests(number) })
}
