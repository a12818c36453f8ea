import { type ClickhouseStatement, ch, integerStatement } from '../statement.ts'

/**
 * A project's persons whose ids are in a range. A view can examine its spans one by one, because its result
 * for a person depends only on that person and that person's events.
 */
export interface PersonSpan {
  readonly projectId: number
  /** Exclusive lower bound of the ids. Nobody has the id 0. */
  readonly after: number
  /** Inclusive upper bound of the ids; `undefined` for all remaining ids. */
  readonly upTo: number | undefined
  /** True if any of the project's distinct ids has events that refer to another person. */
  readonly hasMoved: boolean
  /**
   * True if the project has events that refer to no person, because they are older than the person to whom
   * their distinct id belongs.
   */
  readonly hasUnclaimed: boolean
}

/**
 * A project's first span, with the facts on which its queries depend, and possible ends of the second span.
 */
export interface FirstSpan {
  readonly span: PersonSpan
  /**
   * Possible ends of the second span: the ids that follow the first span at intervals of `spanStride`
   * persons, up to the second span's maximum size.
   */
  readonly ends: readonly number[]
}

/** Maximum growth from one span to the next. Spans grow so that a complete search needs few of them. */
export const spanGrowth = 8

/** The size of every span is a multiple of this number. */
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
