import { exchangeExcerpt } from '../../data/exchange/excerpt.ts'
import type { Exchange } from '../../data/exchange/exchange.ts'
import type { Finding } from '../../data/outcome/finding.ts'
import type { Fact } from '../../data/outcome/kinds/fact.ts'
import { factWords } from '../../data/outcome/kinds/fact-words.ts'
import { type SaidInFinding, shortFactText } from '../../data/outcome/kinds/said.ts'

type Seen = (SaidInFinding | { readonly fact: Fact; readonly wrong?: string }) & {
  readonly answer: { readonly exchange: Exchange }
}

type Told = Pick<Finding, 'kind' | 'data' | 'expected' | 'received' | 'wrong' | 'isOfAnswer'>

/**
 * Describes a violation in words and as data: what was expected, what was received, and both in one phrase.
 * @param nameOf returns an operation's readable name for its operationId.
 */
export function tellFoundViolation(seen: Seen, nameOf: (operationId: string) => string): Told {
  if (!('fact' in seen)) return { kind: 'own', data: {}, ...worded(seen, seen) }
  const { kind, ...data } = seen.fact
  const said = factWords(seen.fact, nameOf)
  return { kind, data, ...worded(seen.wrong === undefined ? said : { ...said, wrong: seen.wrong }, seen) }
}

function worded(said: SaidInFinding, { answer }: Pick<Seen, 'answer'>): Omit<Told, 'kind' | 'data'> {
  const { expected } = said
  const { status = 0, body = '' } = answer.exchange.response ?? {}
  const [wanted, full] =
    typeof expected === 'string' ? [expected, expected] : [expected.status, `status ${expected.status}`]
  const received = receivedWords(said.received ?? { status, words: exchangeExcerpt(body) })
  const crash = status >= 500 && body !== '' ? ` (${shortFactText(body)})` : ''
  const came = said.received === undefined ? `${status}${crash}` : shortFactText(received)
  const wrong =
    typeof said.wrong === 'function'
      ? said.wrong(came)
      : (said.wrong ?? `returns ${came} instead of ${wanted}`)
  return {
    ...{ expected: full, received, wrong: said.when === undefined ? wrong : `${wrong} ${said.when}` },
    ...(typeof said.received !== 'string' && { isOfAnswer: true }),
  }
}

function receivedWords(received: NonNullable<SaidInFinding['received']>): string {
  if (typeof received === 'string') return received
  const { status, words = '' } = received
  return `status ${status} ${words}`.trim()
}
