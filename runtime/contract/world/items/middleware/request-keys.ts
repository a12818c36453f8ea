import { idempotencyKeyOf } from '@concordat/runtime/http'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { RequestFactory } from '../../requests/request-factory.ts'
import { requestWithValue } from '../../requests/with-value.ts'

/**
 * Gives each request its own idempotency key. Rules derive several requests from one valid request, and a
 * server rejects a key that it knows from a different request. A key that a rule or the user chose is kept.
 * @see draft-ietf-httpapi-idempotency-key-header, 2
 */
export class RequestKeys {
  readonly #requests: Pick<RequestFactory, 'guess'>
  readonly #sent = new Map<string, RequestPlan>()

  constructor(requests: Pick<RequestFactory, 'guess'>) {
    this.#requests = requests
  }

  /** Returns the request with a new key if an earlier, different request had its key. */
  keyed(plan: RequestPlan): RequestPlan {
    const header = idempotencyKeyOf(plan.operation)
    if (header === undefined) return plan
    const { name } = header
    const key = String(plan.header?.[name])
    const isMade = plan.sources?.some((source) => source.location === 'header' && source.text === key)
    if (isMade !== true) return plan
    const before = this.#sent.get(key) ?? plan
    this.#sent.set(key, before)
    if (isSameRequest(before, plan)) return plan
    const text = String(this.#requests.guess(plan.operation, header))
    const keyed = requestWithValue(plan, { location: 'header', name, text, from: 'made' })
    this.#sent.set(text, keyed)
    return keyed
  }
}

/** True if one request repeats the other. Requests that differ have different objects for what differs. */
function isSameRequest(one: RequestPlan, other: RequestPlan): boolean {
  return COMPARED.every((part) => one[part] === other[part])
}

const COMPARED = ['operation', 'path', 'query', 'queryTexts', 'link', 'body', 'raw'] as const
