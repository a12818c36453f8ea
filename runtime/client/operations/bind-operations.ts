import type { Client } from '../call/call.ts'

type Anything = (client: Client, ...rest: never[]) => unknown

/**
 * Binds operations to a client, under the same names.
 * @typeParam Group type of the bound names: for each name, an `Operation<…, []>` or a `ListOperation<…, []>`.
 * It is unconstrained for the same reason as in `defineOperation`.
 */
export function bindOperations<Group>(client: Client, operations: Readonly<Record<string, object>>): Group {
  const bound = Object.entries(operations).map(([name, operation]) => [
    name,
    bind(client, operation as Anything),
  ])
  return Object.fromEntries(bound) as Group
}

function bind(client: Client, operation: Anything): Anything {
  const members = Object.entries(operation).map(([name, member]) =>
    name === 'result' || name === 'items' || name === 'pages'
      ? [name, member.bind(undefined, client)]
      : [name, member],
  )
  return Object.assign(operation.bind(undefined, client), Object.fromEntries(members))
}
