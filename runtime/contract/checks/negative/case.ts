import type { OperationDescriptor } from '../../../http/operation.ts'
import type { RequestPlan } from '../../request.ts'

/** One request that the document excludes on every reading of its serialised form. */
export interface NegativeCase {
  /** What is wrong with it, to follow "for": "a body whose name breaks maxLength". */
  readonly what: string
  /** JSON Pointer of the clause that excludes it. */
  readonly clause: string
  /** Groups cases of one kind: of too many, each kind keeps some. */
  readonly kind: string
  readonly plan: RequestPlan
  /** Whether the document without overlays excludes it as well. */
  isExcludedBy(base: OperationDescriptor): boolean
}

/** The first cases of each kind in turn, so that no kind crowds out the others. */
export function spread(cases: readonly NegativeCase[], most: number): NegativeCase[] {
  const kinds = [...Map.groupBy(cases, ({ kind }) => kind).values()]
  const chosen: NegativeCase[] = []
  for (let round = 0; chosen.length < Math.min(most, cases.length); round++) {
    for (const kind of kinds) {
      const next = kind[round]
      if (next !== undefined && chosen.length < most) chosen.push(next)
    }
  }
  return chosen
}
