import type { OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { needed, type Or } from '../../data/outcome/missing.ts'
import type { RulePool } from '../../rules/check.ts'
import type { Fixture } from '../../world/items/item.ts'
import type { Pool } from '../../world/items/pool.ts'

/**
 * The run's items for rules: a rule that needs an unavailable item is not run, for the reason why it is
 * unavailable.
 */
export class PoolOfRules implements RulePool {
  readonly requests: Pool['requests']
  readonly permission: Pool['permission']
  readonly guard: Pool['guard']
  readonly settled: Pool['settled']
  readonly bindings: RulePool['bindings']
  readonly items: RulePool['items']
  readonly #pool: Pool

  constructor(pool: Pool) {
    const { bindings, items } = pool
    this.requests = pool.requests
    this.permission = pool.permission
    this.guard = pool.guard
    this.settled = pool.settled
    this.bindings = {
      find: needing((operation, use) => bindings.find(operation, use)),
      around: needing((operation, known) => bindings.around(operation, known)),
    }
    this.items = {
      create: needing((resource, user) => items.create(resource, user)),
      exclusive: needing((operation) => items.exclusive(operation)),
      exclusiveAnew: needing((operation) => items.exclusiveAnew(operation)),
      shared: needing((resource) => items.shared(resource)),
      wantsAnother: (operation, answer) => items.wantsAnother(operation, answer),
    }
    this.#pool = pool
  }

  get writes(): number {
    return this.#pool.writes
  }

  async fixture(operation: OperationDescriptor): Promise<Fixture> {
    return needed(await this.#pool.fixture(operation))
  }

  resourceFor(operation: OperationDescriptor): ResourceDescriptor {
    return needed(this.#pool.resourceFor(operation))
  }

  whatIsMissing(operation: OperationDescriptor): ReturnType<Pool['whatIsMissing']> {
    return this.#pool.whatIsMissing(operation)
  }

  forget(): void {
    this.#pool.forget()
  }
}

function needing<Given extends readonly unknown[], Result>(
  work: (...given: Given) => Promise<Or<Result>>,
): (...given: Given) => Promise<Result> {
  return async (...given) => needed(await work(...given))
}
