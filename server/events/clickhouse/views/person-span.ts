import { type ClickhouseStatement, ch, integerStatement } from '../statement.ts'

/**
 * Persons of a project with consecutive ids. A view's result for a person depends only on that person's
 * events.
 */
export interface PersonSpan {
  readonly projectId: number
  /** Excluded lower bound of the ids. Nobody has the id 0. */
  readonly after: number
  /** Inclusive upper bound of the ids; `undefined` for all remaining ids. */
  readonly upTo: number | undefined
  /** True if any distinct id of the project has events that name another person. */
  readonly hasMoved: boolean
  /**
   * True if the project has events that name no person, since they are older than the person of their
   * distinct ids.
   */
  readonly hasUnclaimed: boolean
}

/** The first span of a project, with the facts on which queries for it and later spans depend. */
export interface FirstSpan {
  readonly span: PersonSpan
  /**
   * Last ids of `stride` persons after the span, of twice as many, and so on, as far as the second span can
   * reach.
   */
  readonly ends: readonly number[]
}

/** Maximum growth from one span to the next, so that a complete search needs few spans. */
export const growth = 8

/** The size of spans is a multiple of this. */
export const spanStride = ({ firstSpanPersons }: { readonly firstSpanPersons: number }) =>
  Math.ceil(firstSpanPersons / 16)

/** True if an id is in a span. */
export function isWithinSpan(
  id: ClickhouseStatement,
  { after, upTo }: Pick<PersonSpan, 'after' | 'upTo'>,
): ClickhouseStatement {
  const isAbove = ch`${id} > ${integerStatement(after)}`
  return upTo === undefined ? isAbove : ch`${isAbove} and ${id} <= ${integerStatement(upTo)}`
}
