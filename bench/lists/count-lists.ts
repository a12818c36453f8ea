import { schemaIn } from '@concordat/contract/document'
import { paging } from '@concordat/contract/lexicon'
import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { successSchema } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'
import type { Model } from '../../generator/model/model.ts'
import { isPagingMemberName, ungroupedPagingParameter } from '../../generator/model/pages/names.ts'

/** Number of a document's operations that page, and number of those whose pages the client can walk. */
export interface ListCount {
  readonly paging: number
  readonly walked: number
  /** Number of lists that are not walked and accept only a limit, so no request can ask for further items. */
  readonly bounded: number
  /**
   * The lists that are not walked, by operation, each with the reason: the text of the warning, or a note
   * that there is no warning.
   */
  readonly reasons: readonly (readonly [operationId: string, reason: string])[]
}

const SILENT = 'nobody is told'

/** Maximum depth of the item array: `{ data: { items: […] } }`. */
const DEEPEST = 2

/**
 * Counts lists. An operation *pages* if it is a GET with a query parameter whose name limits or selects a
 * page (`limit`, `per_page`, `offset`, `page`, `cursor`, …; but not a boolean, and not `start` together with
 * `end`, which is a time), and if its successful JSON response is declared as an array, or as an object that
 * contains one, at most two levels deep. It is *walked* if the client has `items()` for it.
 */
export function countLists({ descriptor, operations }: Model): ListCount {
  const lists = operations.filter((operation) => isPaging(operation.descriptor, descriptor))
  const unwalked = lists.filter(({ paging: proven }) => proven === undefined || 'unproven' in proven)
  return {
    paging: lists.length,
    walked: lists.length - unwalked.length,
    bounded: unwalked.filter((operation) => namesIn(operation.descriptor, descriptor).every(isBound)).length,
    reasons: unwalked.map(({ descriptor: { operationId }, paging: proven }) => [
      operationId,
      proven !== undefined && 'unproven' in proven ? proven.unproven : SILENT,
    ]),
  }
}

function isPaging(operation: OperationDescriptor, document: DocumentDescriptor): boolean {
  const schema = successSchema(operation)
  return (
    operation.method === 'GET' &&
    namesIn(operation, document).length > 0 &&
    schema !== undefined &&
    hasArray(schemaIn(document, schema), 0)
  )
}

/** Names of the operation's paging parameters. */
function namesIn({ parameters = [] }: OperationDescriptor, document: DocumentDescriptor): readonly string[] {
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema }) => ({
      name: ungroupedPagingParameter([name]),
      types: schemaIn(document, schema ?? true).types,
    }))
  const names = query.map(({ name }) => name)
  return query
    .filter(({ name, types }) => isPagingMemberName(name, names) && types.join() !== 'boolean')
    .map(({ name }) => name)
}

function isBound(name: string): boolean {
  return paging.limit.has(name)
}

function hasArray(schema: Schema, depth: number): boolean {
  if (schema.types.includes('array')) return true
  return depth < DEEPEST && [...schema.properties.values()].some((member) => hasArray(member, depth + 1))
}
