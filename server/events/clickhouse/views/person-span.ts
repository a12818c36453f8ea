import { ch, integer, type Statement } from '../statement.ts'

/**
 * Persons of a project with consecutive ids. A view's result for one of them follows
 * from this person's events alone.
 */
export interface PersonSpan {
  readonly projectId: number
  /** Ids are above this. Nobody has the id 0. */
  readonly after: number
  /** Ids are not above this; `undefined` for all that follow. */
  readonly upTo: number | undefined
  /** True if any distinct id of the project has events that name another person. */
  readonly hasMoved: boolean
  /** True if the project has events that name no person: they came before their distinct ids had one. */
  readonly hasUnclaimed: boolean
}

/** The first span of a project: what a question about it depends on, and about those behind it. */
export interface FirstSpan {
  readonly span: PersonSpan
  /**
   * Ids that persons behind the span lead up to: `stride` of them, twice as many, and so on, as
   * far as the second span can reach.
   */
  readonly ends: readonly number[]
}

/** Maximum growth factor from one span to the next, so that a full walk needs few spans. */
export const growth = 8

/** Spans have a multiple of so many persons. */
export const strideOf = ({ firstSpanPersons }: { readonly firstSpanPersons: number }) =>
  Math.ceil(firstSpanPersons / 16)

/** True if an id lies in a span. */
export function isWithin(id: Statement, { after, upTo }: Pick<PersonSpan, 'after' | 'upTo'>): Statement {
  const isAbove = ch`${id} > ${integer(after)}`
  return upTo === undefined ? isAbove : ch`${isAbove} and ${id} <= ${integer(upTo)}`
}
