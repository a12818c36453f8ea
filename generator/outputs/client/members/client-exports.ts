import { TakenNames } from '../../../emit/print/taken-names.ts'
import type { Model, Operation } from '../../../model/model.ts'

/** Names that `client.ts` exports, no matter which files declare them. */
export interface ClientExports {
  readonly factory: string
  readonly securitySchemes: string
  readonly credentials: string
  readonly api: string
  /** Name of the exported servers; absent if the document has none. */
  readonly servers?: string
  /** Name of an operation's function. It differs from the operation's name if that is already in use. */
  operation(operation: Operation): string
  /** Names already in use, which other exports must avoid. */
  readonly taken: TakenNames
}

/** @param factory name of the function that creates a client. */
export function clientExports(
  { operations, servers }: Pick<Model, 'operations' | 'servers'>,
  factory: string,
): ClientExports {
  const taken = new TakenNames()
  const ours = {
    factory: taken.declare(factory),
    securitySchemes: taken.declare('securitySchemes'),
    credentials: taken.declare('Credentials'),
    api: taken.declare('Api'),
    ...(servers.length > 0 && { servers: taken.declare('servers') }),
  }
  const functions = new Map(operations.map((operation) => [operation, taken.declare(operation.name)]))
  return { ...ours, taken, operation: (operation) => functions.get(operation) ?? operation.name }
}
