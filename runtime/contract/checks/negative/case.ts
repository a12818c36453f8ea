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
  /** What it breaks: a member of the body, a parameter. Of too many cases of one kind, each subject keeps some. */
  readonly subject?: string
  readonly plan: RequestPlan
  /** Whether the document without overlays excludes it as well. */
  isExcludedBy(base: OperationDescriptor): boolean
}

/** The first cases of each kind in turn, and of each subject in a kind, so that none crowds out the others. */
export function spread(cases: readonly NegativeCase[], most: number): NegativeCase[] {
  const kinds = Map.groupBy(cases, ({ kind }) => kind).values()
  const bySubject = [...kinds].map((kind) => [
    ...inTurn([...Map.groupBy(kind, ({ subject }) => subject).values()]),
  ])
  return [...inTurn(bySubject)].slice(0, most)
}

/** The first of each list, then the second of each, and so on. */
function* inTurn<T>(lists: readonly (readonly T[])[]): Generator<T> {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  for (let round = 0; round < longest; round++) yield* lists.flatMap((list) => list.slice(round, round + 1))
}
