import type { DocumentDescriptor } from '@concordat/runtime/http'
import { pathTemplates, sourceOfRequests } from '../../../data/document/path-binding.ts'
import { operationBeside } from '../../../data/document/resource-lookup.ts'
import type { Answer } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { NotRun } from '../../../data/outcome/not-run.ts'
import type { Session } from '../../../traffic/session/session.ts'
import { ANY_TAG, headerParameter } from '../../requests/header-parameters.ts'
import { requestWithValue } from '../../requests/with-value.ts'
import { IgnoredNames } from '../guard/ignored-names.ts'
import type { ItemGuard } from '../guard/item-guard.ts'
import type { Middleware } from '../guard/middleware.ts'
import type { RemovalProof } from '../guard/removal-proof.ts'
import { Removals } from '../guard/removals.ts'
import type { RequestKeys } from './request-keys.ts'
import type { SettledReads } from './settled-reads.ts'

export interface GuardedRequestsOptions {
  readonly document: DocumentDescriptor
  readonly session: Pick<Session, 'send'>
  readonly guard: ItemGuard
  readonly settled: SettledReads
  readonly proof: RemovalProof
  readonly keys: RequestKeys
}

/**
 * Sends all requests for items to the session. It blocks requests that would change items that the run did
 * not create, and requests that would create items that cannot be removed.
 */
export class GuardedRequests implements Middleware {
  readonly #options: GuardedRequestsOptions
  readonly #removals = new Removals()
  readonly #ignored: IgnoredNames

  constructor(options: GuardedRequestsOptions) {
    this.#options = options
    this.#ignored = new IgnoredNames(options.document)
  }

  /** @throws NotRun if the request is blocked. */
  async send(asked: RequestPlan): Promise<Answer> {
    const { document, settled, keys } = this.#options
    const read = readOfTaggedItem(asked, document)
    const tagged = read === undefined ? asked : withCurrentItemTag(asked, await this.send(read))
    const plan = keys.keyed(tagged)
    await settled.before(plan)
    const answer = await this.#sendOnce(plan)
    return settled.after(plan, { answer, again: () => this.#sendOnce(plan) })
  }

  async #sendOnce(plan: RequestPlan): Promise<Answer> {
    const { session, guard, proof } = this.#options
    const objection =
      guard.objectionTo(plan) ?? this.#removals.objection(plan) ?? this.#ignored.objection(plan)
    if (objection !== undefined) throw new NotRun(objection)
    const answer = await proof.around(plan, () => session.send(plan))
    this.#removals.note(plan, answer)
    this.#ignored.note(plan, answer)
    return answer
  }
}

/**
 * Creates a read of the item, to be sent before a request with `If-Match: *`, because servers that require a
 * precondition often accept only an actual tag. `undefined` for other requests, and if no operation reads the
 * item.
 * @see RFC 9110, 13.1.1
 */
function readOfTaggedItem(
  { operation, header, path = {} }: RequestPlan,
  document: DocumentDescriptor,
): RequestPlan | undefined {
  const name = headerParameter(operation, 'if-match')?.name
  if (name === undefined || header?.[name] !== ANY_TAG) return undefined
  const reader = operationBeside(document, operation, 'read')
  const isKnown = reader && pathTemplates(reader.path).every((template) => path[template.name] !== undefined)
  return isKnown ? { operation: reader, path } : undefined
}

/** Returns the request with the item's entity tag in place of `*`, if the read shows one. */
function withCurrentItemTag(plan: RequestPlan, { headers, number }: Answer): RequestPlan {
  const name = headerParameter(plan.operation, 'if-match')?.name
  const tag = headers.get('etag')
  if (name === undefined || tag === null) return plan
  return requestWithValue(plan, { location: 'header', name, text: tag, ...sourceOfRequests(number) })
}
