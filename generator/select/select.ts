import { pointerBelow } from '@concordat/runtime/pointer'
import type { DocumentObject, OperationObject, PathItemObject } from '../document/document.ts'
import { type ItemOperation, pathItemOperations } from '../document/operations.ts'
import { isReferenceObject, resolveReferenceObject } from '../document/reference.ts'
import type { LoadedDocument } from '../load/load.ts'
import { type FilterCandidate, type Filters, isWantedOperation } from './filters.ts'
import { MovedNodes } from './moves.ts'
import { pruneDocument } from './prune.ts'
import { type FilterPlace, refuseUnmatched } from './unmatched.ts'

/** A document that contains only the selected operations and the parts that they need. */
export interface Selected {
  readonly loaded: LoadedDocument
  /** Number of excluded operations and webhooks. */
  readonly leftOut: number
}

/**
 * Applies filters to a document.
 * @param placeOf returns a pattern's name for messages and, if known, the location where the user wrote it.
 * @throws {ProblemsError} for each pattern that matches nothing, or if no operation is left.
 */
export function selectOperations(loaded: LoadedDocument, filters: Filters, placeOf: FilterPlace): Selected {
  const { document, base } = loaded
  const all = [...candidatesOf(document)]
  refuseUnmatched(filters, { candidates: all, loaded, placeOf })
  const leftOut = all.filter((candidate) => !isWantedOperation(filters, candidate)).length
  if (leftOut === 0) return { loaded, leftOut }
  const selected = pruneDocument(withWanted(document, filters), document)
  const moves = new MovedNodes(selected.moved)
  return {
    leftOut,
    loaded: {
      ...loaded,
      document: selected.document,
      ...(base !== undefined && { base: pruneDocument(withWanted(base, filters), base).document }),
      decided: moves.kept(loaded.decided, selected.document),
      locate: (pointer) => loaded.locate(moves.origin(pointer)),
    },
  }
}

/** A document's operations and webhooks, each with the names that patterns are matched against. */
function* candidatesOf({
  paths = {},
  webhooks = {},
  ...document
}: DocumentObject): Generator<FilterCandidate> {
  for (const [path, item] of Object.entries(paths))
    if (path.startsWith('/')) for (const one of pathItemOperations(item)) yield ofPath(path, one)
  for (const [name, item] of Object.entries(webhooks))
    for (const { operation } of pathItemOperations(itemOf(document, item, name)))
      yield ofWebhook(name, operation)
}

function ofPath(path: string, { method, operation }: ItemOperation): FilterCandidate {
  const { operationId, tags = [] } = operation
  return {
    tags,
    operations: [...(operationId === undefined ? [] : [operationId]), `${method} ${path}`],
    paths: [path],
  }
}

function ofWebhook(name: string, { operationId = name, tags = [] }: OperationObject): FilterCandidate {
  return { tags, operations: [operationId, name], paths: [] }
}

/**
 * The document without the unselected operations. Path items that still have an operation keep their other
 * properties; the rest are removed.
 */
function withWanted(document: DocumentObject, filters: Filters): DocumentObject {
  const { paths, webhooks, ...rest } = document
  const wantedHooks = filtered(webhooks ?? {}, (name, item) => {
    const wanted = ofItem(itemOf(document, item, name), ({ operation }) =>
      isWantedOperation(filters, ofWebhook(name, operation)),
    )
    return wanted !== undefined && isReferenceObject(item) ? item : wanted
  })
  return {
    ...rest,
    ...(paths !== undefined && {
      paths: filtered(paths, (path, item) =>
        path.startsWith('/') ? ofItem(item, (one) => isWantedOperation(filters, ofPath(path, one))) : item,
      ),
    }),
    ...(Object.keys(wantedHooks).length > 0 && { webhooks: wantedHooks }),
  }
}

function itemOf(document: object, item: PathItemObject, name: string): PathItemObject {
  return resolveReferenceObject(document, item, pointerBelow('#/webhooks', name)).value
}

/** A path item with some of its operations; `undefined` if none is left. */
function ofItem(
  item: PathItemObject,
  isKept: (operation: ItemOperation) => boolean,
): PathItemObject | undefined {
  const operations = [...pathItemOperations(item)]
  const gone = operations.filter((operation) => !isKept(operation))
  if (gone.length === operations.length) return undefined
  if (gone.length === 0) return item
  const fields = new Set(gone.map(({ steps }) => steps.join('/')))
  const { additionalOperations = {}, ...rest } = item
  const additional = filtered(additionalOperations, (method, operation) =>
    fields.has(`additionalOperations/${method}`) ? undefined : operation,
  )
  return {
    ...filtered(rest as Record<string, unknown>, (field, value) => (fields.has(field) ? undefined : value)),
    ...(Object.keys(additional).length > 0 && { additionalOperations: additional }),
  }
}

/** Changes an object's members, and removes those for which `change` returns `undefined`. */
function filtered<Value>(
  members: Readonly<Record<string, Value>>,
  change: (name: string, value: Value) => Value | undefined,
): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => {
      const changed = change(name, value)
      return changed === undefined ? [] : [[name, changed]]
    }),
  )
}
