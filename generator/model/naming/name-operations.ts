import { below } from '@concordat/runtime/pointer'
import type { PlacedOperation } from '../../document/operations.ts'
import type { Finding } from '../../errors/finding.ts'
import { declarableCamelCase, Names } from './name.ts'

/** An operation under the one name that all outputs use for it. */
export interface NamedOperation {
  readonly placed: PlacedOperation
  /** A JavaScript identifier, unique in the document. */
  readonly operationId: string
}

/** Names every operation by its operationId, or by its method and path; a name that is taken gets a number. */
export function nameOperations(operations: readonly PlacedOperation[]): NamedOperation[] {
  const names = new Names()
  return operations.map((placed) => ({
    placed,
    operationId: names.unique(declarableCamelCase(wantedName(placed))),
  }))
}

function wantedName({ operation, method, path }: PlacedOperation): string {
  const { operationId = '' } = operation
  return operationId !== ''
    ? operationId
    : `${method.toLowerCase()} ${path.replace(/\{([^{}]*)\}/g, 'by $1')}`
}

/** Real documents repeat operationIds; the later operation is numbered, and its author is told. */
export function reportDuplicateIds(
  sources: readonly PlacedOperation[],
  report: (finding: Finding) => void,
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
        place: below(source.pointer, 'operationId'),
        message: `operationId "${operationId}" is used twice; each operation needs its own. First use: ${earlier.pointer}.`,
        reading: 'the same name with a number behind it',
        fix: 'rename one of them.',
      })
    }
  }
}
