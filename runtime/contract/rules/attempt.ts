import type { SecurityRequirement } from '@concordat/runtime/http'
import type { Authentication, RequestPlan } from '../data/exchange/request.ts'
import type { Fixture } from '../world/items/item.ts'

/**
 * Caller of a request: somebody with given credentials, somebody who is only allowed to read, or somebody
 * with exactly the scopes of a requirement.
 */
export type AttemptCaller =
  | Authentication
  | { readonly kind: 'reader' }
  | { readonly kind: 'scopes'; readonly requirement: SecurityRequirement }

/** One request to an operation, as planned by a rule. */
export interface Attempt {
  /**
   * The response expected from a server that follows the rule. If a write should be rejected but succeeds, it
   * may have changed any item, so the shared items are created again. If a success is expected but the
   * request is rejected, there is nothing to compare, and the rule is not run.
   */
  readonly expecting: 'refusal' | 'success' | 'either'
  /** Default: the run's credentials. */
  readonly as?: AttemptCaller
  /**
   * Target of the request. Default: the target for requests that should be rejected; the shared item for a
   * read; the disposable item for a write.
   */
  readonly at?: Fixture
  /**
   * True for a PUT to an item that an earlier PUT created at the same path; otherwise a PUT uses a new name.
   */
  readonly isAgain?: boolean
  /** Default: a valid request to the target. */
  readonly sending?: RequestPlan
}
