import type { Client, Parts } from '../call/call.ts'
import type { ClientOperation } from '../call/client-operation.ts'
import { bindOperations } from './bind-operations.ts'
import { defineOperation } from './define-operation.ts'

/**
 * An operation in a line: what its operationId has behind the group's prefix, method, documented statuses and path, "get-pet GET 200,404 /pets/{petId}";
 * with the rest of its descriptor and its parts where there are any.
 */
export type OperationLine = string | readonly [line: string, rest: Partial<ClientOperation>, parts?: Parts]

/** What the operations of a group have in common, where their own line says nothing else. */
export interface GroupDefaults extends Partial<ClientOperation> {
  /** What their operationIds begin with: "pets/". */
  readonly prefix?: string
}

/**
 * Makes the functions of a group, bound to a client. Each is called what its line begins with, in camelCase.
 * @typeParam Group for each name an `Operation<…, []>` or a `ListOperation<…, []>`.
 */
export function operationGroup<Group>(
  client: Client,
  { prefix = '', ...common }: GroupDefaults,
  lines: readonly OperationLine[],
): Group {
  const operations = lines.map((entry) => {
    const [line, rest, parts] = typeof entry === 'string' ? [entry] : entry
    const [id = '', method = '', statuses = '', ...path] = line.split(' ')
    const operation = {
      operationId: prefix + id,
      method,
      statuses: statuses.replaceAll(',', ' '),
      path: path.join(' '),
    }
    return [memberName(id, prefix), defineOperation<object>({ ...operation, ...common, ...rest }, parts)]
  })
  return bindOperations(client, Object.fromEntries(operations))
}

/** "get-pet" is "getPet"; behind a prefix "GetPet" is that too. */
function memberName(id: string, prefix: string): string {
  const name = id.replace(/[-/.:]+(.)/g, (_, letter: string) => letter.toUpperCase())
  return prefix === '' ? name : name.charAt(0).toLowerCase() + name.slice(1)
}
