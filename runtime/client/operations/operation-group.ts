import type { Client, Parts } from '../call/call.ts'
import type { ClientOperation } from '../call/client-operation.ts'
import { defineOperation } from './define-operation.ts'

/**
 * An operation on one line: the remainder of its operationId after the group's prefix, its method, its
 * documented statuses, and the remainder of its path, such as "get-pet GET 200,404 /{petId}". Further
 * descriptor properties and parts can follow.
 */
export type OperationLine = string | readonly [line: string, rest: Partial<ClientOperation>, parts?: Parts]

/** Defaults for a group's operations. An operation's line overrides them. */
export interface GroupDefaults extends Partial<ClientOperation> {
  /** Common prefix of the group's operationIds, such as "pets/". */
  readonly prefix?: string
  /** Common prefix of the group's paths, such as "/pets". */
  readonly path?: string
}

/**
 * Creates a group's functions, bound to a client. Each is named after the start of its line, in camelCase.
 * @typeParam Group for each name, an `Operation<…, []>` or a `ListOperation<…, []>`.
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

/** "get-pet" becomes "getPet". After a prefix, "GetPet" becomes "getPet" too. */
function memberName(id: string, prefix: string): string {
  const name = id.replace(/[-/.:]+(.)/g, (_, letter: string) => letter.toUpperCase())
  return prefix === '' ? name : name.replace(/^./, (letter) => letter.toLowerCase())
}
