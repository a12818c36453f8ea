import { calls, endsAccess, lowerWordsOf, nameWithinService, verbs } from '@concordat/contract/lexicon'
import { isSafe, type OperationDescriptor, successSchema } from '@concordat/runtime/http'

/**
 * Returns the operationIds of writes that are really reads, bound to another method. Gateways bind one
 * procedure to several paths, and number the operationIds: "Service_Echo2" by POST, and "Service_Echo" by
 * GET, with the same response. A procedure whose name says that it does more than read does not count.
 */
export function writesBoundToReads(operations: readonly OperationDescriptor[]): ReadonlySet<string> {
  const procedures = Map.groupBy(operations, ({ operationId }) => operationId.replace(/\d+$/, ''))
  return new Set(
    [...procedures].flatMap(([procedure, bindings]) => {
      const reads = bindings.filter(({ method }) => isSafe(method))
      if (reads.length === 0 || isWorking(procedure)) return []
      return bindings
        .filter((one) => !reads.includes(one) && reads.some((read) => isAlike(one, read)))
        .map(({ operationId }) => operationId)
    }),
  )
}

function isWorking(procedure: string): boolean {
  const words = lowerWordsOf(nameWithinService(procedure))
  const writing = [verbs.working, verbs.making, calls.creating, calls.putting, calls.updating, calls.deleting]
  return endsAccess(procedure) !== undefined || words.some((word) => writing.some((verb) => verb.has(word)))
}

function isAlike(one: OperationDescriptor, other: OperationDescriptor): boolean {
  const [schema, same] = [one, other].map(successSchema)
  return schema !== undefined && JSON.stringify(schema) === JSON.stringify(same)
}
