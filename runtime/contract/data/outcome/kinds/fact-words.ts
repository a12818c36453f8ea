import { accessWords } from './access-words.ts'
import { contentWords } from './content-words.ts'
import { type Fact, type FactKind, withOperations } from './fact.ts'
import { listWords } from './list-words.ts'
import { requestWords } from './request-words.ts'
import type { FactWords, SaidInFinding } from './said.ts'
import { stateWords } from './state-words.ts'
import { valueWords } from './value-words.ts'

const WORDS: FactWords = {
  ...{ ...valueWords, ...listWords, ...accessWords },
  ...{ ...requestWords, ...contentWords, ...stateWords },
}

/**
 * Expresses a fact in words.
 * @param nameOf returns an operation's readable name, such as "GET /pets", for its operationId.
 */
export function factWords<Kind extends FactKind>(
  fact: Fact<Kind>,
  nameOf: (operationId: string) => string,
): SaidInFinding {
  const named = withOperations(fact, nameOf)
  return WORDS[named.kind](named)
}
