import type { SecurityRequirement } from '@concordat/runtime/http'
import type { Authentication, RequestPlan } from '../data/exchange/request.ts'
import type { Fixture } from '../world/items/item.ts'

/**
 * Caller of a request: somebody who may only read, somebody with the scopes of a requirement and no others,
 * or as the request says.
 */
export type AttemptCaller =
  | Authentication
  | { readonly kind: 'reader' }
  | { readonly kind: 'scopes'; readonly requirement: SecurityRequirement }

/** One request of an operation as a rule thought of it. */
export interface Attempt {
  /**
   * Expected reaction of a server that keeps the rule. Where a write should be refused and is not, it may
   * have changed any item, so the shared ones are made anew. A success that is expected and does not come
   * leaves nothing to compare: the rule is not run.
   */
  readonly expecting: 'refusal' | 'success' | 'either'
  /** Default: the credentials of the run. */
  readonly as?: AttemptCaller
  /**
   * Target of the request. Default: that of requests that should be refused; for a read the shared item, for
   * a write the disposable one.
   */
  readonly at?: Fixture
  /** True for a PUT to what it has made there before, not under a new name. */
  readonly isAgain?: boolean
  /** Default: a valid request for that fixture. */
  readonly sending?: RequestPlan
}
