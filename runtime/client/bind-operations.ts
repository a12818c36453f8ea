import type { Client } from './create-client.ts'
import type { CallableOperation, ListOperation } from './define-operation.ts'

/** An operation without its first argument. */
export type Bound<Op> =
  Op extends ListOperation<infer Req, infer Res, infer Item>
    ? ListOperation<Req, Res, Item, []>
    : Op extends CallableOperation<infer Req, infer Res>
      ? CallableOperation<Req, Res, []>
      : never

type Anything = (client: Client, ...rest: never[]) => unknown

/** Gives operations their client, under the same names. */
export function bindOperations<Operations extends Readonly<Record<string, object>>>(
  client: Client,
  operations: Operations,
): { readonly [Name in keyof Operations]: Bound<Operations[Name]> } {
  const bound = Object.entries(operations).map(([name, operation]) => [
    name,
    bind(client, operation as Anything),
  ])
  return Object.fromEntries(bound) as { [Name in keyof Operations]: Bound<Operations[Name]> }
}

function bind(client: Client, operation: Anything): Anything {
  const members = Object.entries(operation).map(([name, member]) =>
    name === 'result' || name === 'items' || name === 'pages'
      ? [name, member.bind(undefined, client)]
      : [name, member],
  )
  return Object.assign(operation.bind(undefined, client), Object.fromEntries(members))
}
