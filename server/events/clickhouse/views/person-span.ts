import { ch, integer, type Statement } from '../statement.ts'

/** Persons of a project whose ids follow one another. What a view says of one of them follows from this person's events alone. */
export interface PersonSpan {
  readonly projectId: number
  /** Ids are above this. Nobody has the id 0. */
  readonly after: number
  /** Ids are not above this; `undefined` for all that follow. */
  readonly upTo: number | undefined
  /** Whether any distinct id of the project has events that say another person. */
  readonly hasMoved: boolean
  /** Whether the project has events that say nobody: they came before their distinct ids had a person. */
  readonly hasUnclaimed: boolean
}

/** Whether an id is one of a span. */
export function isWithin(id: Statement, { after, upTo }: Pick<PersonSpan, 'after' | 'upTo'>): Statement {
  const isAbove = ch`${id} > ${integer(after)}`
  return upTo === undefined ? isAbove : ch`${isAbove} and ${id} <= ${integer(upTo)}`
}
