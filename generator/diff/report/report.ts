import type { Model } from '../../model/model.ts'
import type { JudgedChange, Judgement } from '../judge/judgement.ts'
import { SEVERITIES, type Severity } from '../kinds/kinds.ts'
import { comparedOperationTitle } from '../operations/operation-comparison.ts'

/** A location in a file, for an editor to open. */
export interface ChangePlace {
  readonly file: string
  /** Line number, starting at 1; absent if the file does not contain the node. */
  readonly line?: number
  readonly column?: number
  readonly pointer: string
}

/** A change, and the locations where it is written. */
export interface ReportedChange extends Omit<JudgedChange, 'old' | 'new'> {
  readonly old?: ChangePlace
  readonly new?: ChangePlace
}

/** The report of a comparison as data, from which every format is created. */
export interface DiffReport {
  /** The documents, as named by the user. */
  readonly old: string
  readonly new: string
  /** `info.version` of each. */
  readonly versions: { readonly old: string; readonly new: string }
  /** Titles such as "GET /pets", for the operationIds in changes. */
  readonly titles: Readonly<Record<string, string>>
  /** Changes that are not ignored, most severe first and otherwise in document order. */
  readonly changes: readonly ReportedChange[]
  readonly ignored: readonly ReportedChange[]
  /** Number of changes that are not ignored. */
  readonly totals: Readonly<Record<Severity, number>>
  readonly unusedIgnores: Judgement['unused']
}

export interface LocatedDocument {
  readonly name: string
  readonly model: Pick<Model, 'version' | 'operations'>
  locate(pointer: string): ChangePlace
}

export function describeDiff(
  { changes, unused }: Judgement,
  { old, new: now }: { readonly old: LocatedDocument; readonly new: LocatedDocument },
): DiffReport {
  const placed = changes.map(
    ({ old: before, new: after, ...change }): ReportedChange => ({
      ...change,
      ...(before !== undefined && { old: old.locate(before) }),
      ...(after !== undefined && { new: now.locate(after) }),
    }),
  )
  const counted = placed.filter((change) => change.ignored === undefined)
  const bySeverity = SEVERITIES.map((severity) => counted.filter((change) => change.severity === severity))
  const named = new Set(changes.flatMap(({ operations }) => operations))
  const titles = [...old.model.operations, ...now.model.operations].flatMap((operation) => {
    const { operationId } = operation.descriptor
    return named.has(operationId) ? [[operationId, comparedOperationTitle(operation)]] : []
  })
  return {
    old: old.name,
    new: now.name,
    versions: { old: old.model.version, new: now.model.version },
    titles: Object.fromEntries(titles),
    changes: bySeverity.flat(),
    ignored: placed.filter((change) => change.ignored !== undefined),
    totals: Object.fromEntries(
      SEVERITIES.map((severity, index) => [severity, bySeverity[index]?.length ?? 0]),
    ) as Record<Severity, number>,
    unusedIgnores: unused,
  }
}
