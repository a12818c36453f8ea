import type { Client, Parts } from '../call/call.ts'
import type { ClientOperation } from '../call/client-operation.ts'
import { defineOperation } from './define-operation.ts'

/**
 * An operation on one line: the rest of its operationId after the group's prefix, method, documented
 * statuses, and the rest of its path, "get-pet GET 200,404 /{petId}"; optionally with further descriptor
 * members and parts.
 */
export type OperationLine = string | readonly [line: string, rest: Partial<ClientOperation>, parts?: Parts]

/** Defaults of a group's operations, which their lines override. */
export interface GroupDefaults extends Partial<ClientOperation> {
  /** Common prefix of their operationIds: "pets/". */
  readonly prefix?: string
  /** Common prefix of their paths: "/pets". */
  readonly path?: string
}

/**
 * Creates the functions of a group, bound to a client. Each is named after the start of its line, in
 * camelCase.
 * @typeParam Group for each name an `Operation<…, []>` or a `ListOperation<…, []>`.
 */
export function operationGroup<Group>(
  client: Client,
  { prefix = '', path = '', ...common }: GroupDefaults,
  lines: readonly OperationLine[],
): Group {
  const operations = lines.map((entry) => {
    const [line, rest, parts] = typeof entry === 'string' ? [entry] : entry
    const [id, method, statuses, ...end] = line.split(' ') as [string, string, string, ...string[]]
    const operation = {
      ...common,
      operationId: prefix + id,
      method,
      statuses: statuses.replaceAll(',', ' '),
      path: path + end.join(' '),
      ...rest,
    }
    return [memberName(id, prefix), defineOperation<object>(operation, parts, client)]
  })
  return Object.fromEntries(operations) as Group
}

/** "get-pet" becomes "getPet", and so does "GetPet" after a prefix. */
function memberName(id: string, prefix: string): string {
  const name = id.replace(/[-/.:]+(.)/g, (_, letter: string) => letter.toUpperCase())
  return prefix === '' ? name : name.replace(/^./, (letter) => letter.toLowerCase())
}
