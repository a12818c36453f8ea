import { neededResult, type Or } from '../../data/outcome/missing.ts'
import type { RulePool } from '../../rules/check.ts'
import type { Pool } from '../../world/items/pool/pool.ts'

/**
 * Returns the run's items for rules. A rule that needs an unavailable item is not run, and reports why the
 * item is unavailable.
 */
export function poolOfRules(pool: Pool): RulePool {
  const { requests, permission, recording, bindings, items, made, shared } = pool
  const { guard, settled } = recording
  return {
    ...{ requests, permission, guard, settled },
    live: (resource) => recording.live(resource),
    bindings: {
      find: needing((operation, use) => bindings.find(operation, use)),
      around: needing((operation, known) => bindings.around(operation, known)),
    },
    items: {
      create: needing((resource, user) => made.create(resource, user)),
      exclusive: needing((operation) => items.exclusive(operation)),
      exclusiveAnew: needing((operation) => items.exclusiveAnew(operation)),
      shared: needing((resource) => shared.find(resource)),
      wantsAnother: (operation, answer) => items.wantsAnother(operation, answer),
    },
    get writes() {
      return pool.writes
    },
    fixture: needing((operation) => pool.fixture(operation)),
    resourceFor: (operation) => neededResult(pool.resourceFor(operation)),
    whatIsMissing: (operation) => pool.whatIsMissing(operation),
    forget: () => pool.forget(),
  }
}

function needing<Given extends readonly unknown[], Result>(
  work: (...given: Given) => Promise<Or<Result>>,
): (...given: Given) => Promise<Result> {
  return async (...given) => neededResult(await work(...given))
}
