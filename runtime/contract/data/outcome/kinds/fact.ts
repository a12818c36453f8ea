import type { AccessFacts } from './facts/access-facts.ts'
import type { ContentFacts } from './facts/content-facts.ts'
import type { ListFacts } from './facts/list-facts.ts'
import type { RequestFacts } from './facts/request-facts.ts'
import type { StateFacts } from './facts/state-facts.ts'
import type { ValueFacts } from './facts/value-facts.ts'

/** A value in a fact's data. Sent and received values are excerpts from their JSON text. */
type FactValue = string | number | boolean | readonly string[] | undefined

/**
 * The data for each kind of finding. Members such as `operation` and `first` are operationIds, which the
 * wording replaces with method and path. `member` is a path such as "owner.name".
 */
interface FactData extends ValueFacts, ListFacts, AccessFacts, RequestFacts, ContentFacts, StateFacts {}

export type FactKind = keyof FactData

/** A fault as data. Grouping compares kinds and data; the wording is separate (fact-words.ts). */
export type Fact<Kind extends FactKind = FactKind> = {
  readonly [Each in Kind]: { readonly kind: Each } & FactData[Each]
}[Kind]

/** Names of members of fact data that can contain operationIds. */
const OPERATIONS = ['by', 'operation', 'first', 'change', 'list', 'creator']

/** Returns the fact with its operationIds replaced by other names. */
export function withOperations<Kind extends FactKind>(
  fact: Fact<Kind>,
  nameOf: (operationId: string) => string,
): Fact<Kind> {
  const members: readonly [string, FactValue][] = Object.entries(fact)
  const named = members.flatMap(([name, value]) =>
    OPERATIONS.includes(name) && typeof value === 'string' ? [[name, nameOf(value)] as const] : [],
  )
  return { ...fact, ...Object.fromEntries(named) }
}

/** The data in a fact, without its kind; empty if a rule has its own sentences. */
export type FactDetails = Readonly<Record<string, FactValue>>

/** Returns the same data with each string changed by a function. */
export function withTexts(data: FactDetails, change: (text: string) => string): FactDetails {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (typeof value === 'string') return [name, change(value)]
      return [name, typeof value === 'object' ? value.map(change) : value]
    }),
  )
}
