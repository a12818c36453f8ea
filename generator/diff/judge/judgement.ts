import type { Change } from '../found/change.ts'
import type { Consequence } from '../kinds/consequences.ts'
import { type ChangeKindName, changeKind, changeSeverity, type Severity } from '../kinds/kinds.ts'

/**
 * A rule for ignoring intended changes. A change must match `kind`, `operation` and `label`; an absent
 * property matches every change.
 */
export interface IgnoredChange {
  readonly kind?: ChangeKindName
  /** operationId of an affected operation. */
  readonly operation?: string
  /** Label of the changed part, as in a finding. */
  readonly label?: string
  /** Reason. */
  readonly reason: string
}

export interface DiffRules {
  readonly severities: Readonly<Partial<Record<ChangeKindName, Severity>>>
  readonly ignored: readonly IgnoredChange[]
}

/** A change and its verdict. */
export interface JudgedChange extends Change {
  readonly severity: Severity
  readonly breaks: readonly Consequence[]
  /** Description of the change, to follow the label. */
  readonly says: string
  /** Reason for ignoring it. */
  readonly ignored?: string
}

export interface Judgement {
  readonly changes: readonly JudgedChange[]
  /** Entries that matched no change. */
  readonly unused: readonly IgnoredChange[]
}

export function judgeChanges(changes: readonly Change[], { severities, ignored }: DiffRules): Judgement {
  const used = new Set<IgnoredChange>()
  const judged = changes.map((change): JudgedChange => {
    const { says, breaks } = changeKind(change.kind)
    const entry = ignored.find((one) => matches(one, change))
    if (entry !== undefined) used.add(entry)
    return {
      ...change,
      severity: severities[change.kind] ?? changeSeverity(change.kind),
      breaks,
      says: says.replaceAll(/\{(was|is)\}/g, (_, name: 'was' | 'is') => change[name] ?? ''),
      ...(entry !== undefined && { ignored: entry.reason }),
    }
  })
  return { changes: judged, unused: ignored.filter((entry) => !used.has(entry)) }
}

function matches({ kind, operation, label }: IgnoredChange, change: Change): boolean {
  return (
    (kind === undefined || kind === change.kind) &&
    (operation === undefined || change.operations.includes(operation)) &&
    (label === undefined || label === change.label)
  )
}
