import { below } from '@concordat/runtime/pointer'
import type { DocumentObject, OperationObject, PathItemObject } from '../document/document.ts'
import { type ItemOperation, operationsIn } from '../document/operations.ts'
import { isReference, resolveReference } from '../document/reference.ts'
import type { LoadedDocument } from '../load/load.ts'
import { type Candidate, type Filters, isWanted } from './filters.ts'
import { Moves } from './moves.ts'
import { prune } from './prune.ts'
import { type FilterPlace, refuseUnmatched } from './unmatched.ts'

/** A document with the wanted operations and the parts that they need, and nothing else. */
export interface Selected {
  readonly loaded: LoadedDocument
  /** Operations and webhooks that the filters leave out. */
  readonly leftOut: number
}

/**
 * Takes what filters leave out of a document.
 * @param placeOf where the user wrote a pattern of the filters; `undefined` where that is not known.
 * @throws {ProblemsError} for each pattern that fits nothing, and where nothing is left.
 */
export function select(loaded: LoadedDocument, filters: Filters, placeOf: FilterPlace): Selected {
  const { document, base } = loaded
  const all = [...candidatesOf(document)]
  refuseUnmatched(filters, { candidates: all, loaded, placeOf })
  const leftOut = all.filter((candidate) => !isWanted(filters, candidate)).length
  if (leftOut === 0) return { loaded, leftOut }
  const selected = prune(withWanted(document, filters), document)
  const moves = new Moves(selected.moved)
  return {
    leftOut,
    loaded: {
      ...loaded,
      document: selected.document,
      ...(base !== undefined && { base: prune(withWanted(base, filters), base).document }),
      decided: moves.kept(loaded.decided, selected.document),
      locate: (pointer) => loaded.locate(moves.origin(pointer)),
    },
  }
}

/** Every operation and webhook of a document, as patterns name them. */
function* candidatesOf({ paths = {}, webhooks = {}, ...document }: DocumentObject): Generator<Candidate> {
  for (const [path, item] of Object.entries(paths))
    if (path.startsWith('/')) for (const one of operationsIn(item)) yield ofPath(path, one)
  for (const [name, item] of Object.entries(webhooks))
    for (const { operation } of operationsIn(itemOf(document, item, name))) yield ofWebhook(name, operation)
}

function ofPath(path: string, { method, operation }: ItemOperation): Candidate {
  const { operationId, tags = [] } = operation
  return {
    tags,
    operations: [...(operationId === undefined ? [] : [operationId]), `${method} ${path}`],
    paths: [path],
  }
}

function ofWebhook(name: string, { operationId = name, tags = [] }: OperationObject): Candidate {
  return { tags, operations: [operationId, name], paths: [] }
}

/** The same document, its paths and webhooks without what is not wanted; of path items the rest stays. */
function withWanted(document: DocumentObject, filters: Filters): DocumentObject {
  const { paths, webhooks, ...rest } = document
  const wantedHooks = filtered(webhooks ?? {}, (name, item) => {
    const wanted = ofItem(itemOf(document, item, name), ({ operation }) =>
      isWanted(filters, ofWebhook(name, operation)),
    )
    return wanted !== undefined && isReference(item) ? item : wanted
  })
  return {
    ...rest,
    ...(paths !== undefined && {
      paths: filtered(paths, (path, item) =>
        path.startsWith('/') ? ofItem(item, (one) => isWanted(filters, ofPath(path, one))) : item,
      ),
    }),
    ...(Object.keys(wantedHooks).length > 0 && { webhooks: wantedHooks }),
  }
}

function itemOf(document: object, item: PathItemObject, name: string): PathItemObject {
  return resolveReference(document, item, below('#/webhooks', name)).value
}

/** A path item with some of its operations; `undefined` where none is left. */
function ofItem(
  item: PathItemObject,
  isKept: (operation: ItemOperation) => boolean,
): PathItemObject | undefined {
  const operations = [...operationsIn(item)]
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

/** The members of an object for which there is still a value. */
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
