import { TakenNames } from '../../../emit/print/taken-names.ts'
import type { Model, Operation } from '../../../model/model.ts'

/** The names that `client.ts` exports, whichever files declare them: what else imports from it uses these. */
export interface ClientExports {
  readonly factory: string
  readonly securitySchemes: string
  readonly credentials: string
  readonly api: string
  /** Name of the servers; absent for a document without servers. */
  readonly servers?: string
  /** The name of an operation's function: its own, or another one if that is taken. */
  operation(operation: Operation): string
  /** The names taken so far, for the further exports of a client in several files. */
  readonly taken: TakenNames
}

/** @param factory the name of the function that makes a client. */
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
