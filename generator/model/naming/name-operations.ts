import { pointerBelow } from '@concordat/runtime/pointer'
import type { DocumentObject } from '../../document/document.ts'
import type { PlacedOperation } from '../../document/operations.ts'
import type { ProblemAtPointer } from '../../errors/problem-at-pointer.ts'
import { answeredName } from './answered-name.ts'
import { isDeclarableInCode } from './identifier.ts'
import { operationNamesInGroups } from './member-names.ts'
import { camelCase, declarableCamelCase, TakenNames } from './name.ts'
import { tagNamingGroup } from './tag-naming.ts'

/** An operation for which a name is needed. */
export interface OperationToName {
  /**
   * The document's operationId, without a path and method appended by a framework. If the operationId is
   * missing, it is derived from method and path.
   */
  readonly operationId: string
  /** Method in upper case. */
  readonly method: string
  readonly path: string
  readonly tags: readonly string[]
}

/** The way in which operations are named in code: in camelCase, or by a function. */
export type OperationNaming = 'camelCase' | ((operation: OperationToName) => string)

interface NamedOperation {
  readonly placed: PlacedOperation
  /** An ID that is unique in the document: the one written there, or one derived from method and path. */
  readonly operationId: string
  /** A JavaScript identifier that can be declared and is unique in the document. */
  readonly name: string
  /** Name in the client: within its tag's group, or outside all groups. */
  readonly memberName: string
}

/**
 * Names every operation after its operationId, or after its method and path. Identifiers are kept, except for
 * a path and method at the end; other IDs become camelCase. A number makes repeated names unique.
 * @param naming replaces the default spelling of the IDs.
 * @throws {UsageError} if a name from `naming` is empty or not a string.
 */
export function nameOperations(
  operations: readonly PlacedOperation[],
  { tags }: Pick<DocumentObject, 'tags'>,
  naming?: OperationNaming,
): NamedOperation[] {
  const ids = uniqueIds(operations)
  const wanted = namesBy(naming, withoutPlaces(ids, operations), operations)
  const names = new TakenNames()
  const spelled = wanted.map((id) => (isDeclarableInCode(id) ? names.unique(id) : undefined))
  const declared = wanted.map((id, index) => spelled[index] ?? names.unique(declarableCamelCase(id)))
  // Members keep reserved words as names, because these are valid property names.
  const members = operationNamesInGroups(
    operations.map(({ operation }, index) => {
      const tag = tagNamingGroup(operation.tags, tags)
      const [id = '', name = ''] = [wanted[index], declared[index]]
      return { name: name === `${id}_` ? id : name, ...(tag !== undefined && { tag }) }
    }),
  )
  return operations.map((placed, index) => ({
    placed,
    operationId: ids[index] ?? '',
    name: declared[index] ?? '',
    memberName: members[index] ?? '',
  }))
}

/**
 * The document's operationIds. Repeated ones are numbered, and missing ones are derived from method and path.
 */
function uniqueIds(operations: readonly PlacedOperation[]): string[] {
  const names = new TakenNames()
  const given = new Set<string>()
  const first = operations.map(({ operation: { operationId = '' } }) => {
    if (operationId === '' || given.has(operationId)) return undefined
    given.add(operationId)
    return names.unique(operationId)
  })
  return operations.map(
    (placed, index) => first[index] ?? names.unique(placed.operation.operationId || madeId(placed)),
  )
}

/**
 * Removes the path and method that FastAPI appends to a function's name: "read_item_items__item_id__get" for
 * GET /items/{item_id} becomes "read_item". IDs change only if most of them end in this way, which cannot be
 * a coincidence. IDs that would become equal remain unchanged.
 */
function withoutPlaces(ids: readonly string[], operations: readonly PlacedOperation[]): readonly string[] {
  const short = operations.map(({ method, path }, index) => {
    const id = ids[index] ?? ''
    const place = `${path.replace(/[^\p{L}\p{N}_]/gu, '_')}_${method.toLowerCase()}`
    return id.endsWith(place) && id.length > place.length ? id.slice(0, -place.length) : id
  })
  const isShort = (name: string, index: number) => name !== ids[index]
  if (short.filter(isShort).length * 2 <= ids.length) return ids
  const uses = Map.groupBy(
    [...short, ...ids.filter((id, index) => !isShort(short[index] ?? id, index))],
    (name) => name,
  )
  return short.map((name, index) => {
    const id = ids[index] ?? ''
    return isShort(name, index) && (uses.get(name)?.length ?? 0) > 1 ? id : name
  })
}

function namesBy(
  naming: OperationNaming | undefined,
  ids: readonly string[],
  operations: readonly PlacedOperation[],
): readonly string[] {
  if (naming === undefined) return ids
  if (naming === 'camelCase') return ids.map(camelCase)
  return operations.map(({ method, path, operation: { tags = [] } }, index) => {
    const operation = { operationId: ids[index] ?? '', method: method.toUpperCase(), path, tags }
    return answeredName(naming(operation), {
      option: 'operationNames',
      subject: `${operation.method} ${path}`,
    })
  })
}

function madeId({ method, path }: PlacedOperation): string {
  return declarableCamelCase(`${method.toLowerCase()} ${path.replace(/\{([^{}]*)\}/g, 'by $1')}`)
}

/**
 * Warns about repeated operationIds. They are not errors, because they occur in real documents. The later
 * operation gets a number.
 */
export function reportDuplicateIds(
  sources: readonly PlacedOperation[],
  report: (finding: ProblemAtPointer) => void,
): void {
  const first = new Map<string, PlacedOperation>()
  for (const source of sources) {
    const { operationId } = source.operation
    if (operationId === undefined) continue
    const earlier = first.get(operationId)
    if (earlier === undefined) first.set(operationId, source)
    else {
      report({
        code: 'duplicate-operation-id',
        severity: 'warning',
        place: pointerBelow(source.pointer, 'operationId'),
        message: `The operationId "${operationId}" is already used; it must be unique. First use: ${earlier.pointer}.`,
        reading: 'the same name followed by a number',
        fix: 'rename one of the operations.',
      })
    }
  }
}
