import type { Client, Parts } from '../call/call.ts'
import type { ClientOperation } from '../call/client-operation.ts'
import { defineOperation } from './define-operation.ts'

/**
 * An operation in a line: the rest of its operationId after the group's, method, documented
 * statuses, and the rest of its path, "get-pet GET 200,404 /{petId}"; with the rest of its
 * descriptor and its parts where there are any.
 */
export type OperationLine = string | readonly [line: string, rest: Partial<ClientOperation>, parts?: Parts]

/** Defaults for the operations of a group, which their own line overrides. */
export interface GroupDefaults extends Partial<ClientOperation> {
  /** Common prefix of their operationIds: "pets/". */
  readonly prefix?: string
  /** Common prefix of their paths: "/pets". */
  readonly path?: string
}

/**
 * Makes the functions of a group, bound to a client. The name of each is the start of its line, in camelCase.
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

/** "get-pet" is "getPet"; behind a prefix "GetPet" is that too. */
function memberName(id: string, prefix: string): string {
  const name = id.replace(/[-/.:]+(.)/g, (_, letter: string) => letter.toUpperCase())
  return prefix === '' ? name : name.replace(/^./, (letter) => letter.toLowerCase())
}
