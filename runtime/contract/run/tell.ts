import { excerpt } from '../exchange/excerpt.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Finding } from '../outcome/finding.ts'
import type { Violation } from '../rule/check.ts'

/** Texts of answers are cut shorter in a title than elsewhere. */
const MOST_RECEIVED = 60

type Seen = Pick<Violation, 'expected' | 'received' | 'wrong'> & {
  readonly answer: { readonly exchange: Exchange }
}

/** What a violation says to people: what was expected, what came, and both as one phrase. */
export function tell(seen: Seen): Pick<Finding, 'expected' | 'received' | 'wrong'> {
  const { expected, answer } = seen
  const { status = 0, body = '' } = answer.exchange.response ?? {}
  const [wanted, full] =
    typeof expected === 'string' ? [expected, expected] : [expected.status, `status ${expected.status}`]
  const received = seen.received ?? `status ${status} ${excerpt(body)}`.trim()
  const crash = status >= 500 && body !== '' ? ` (${short(body)})` : ''
  const came = seen.received === undefined ? `${status}${crash}` : short(received)
  return { expected: full, received, wrong: seen.wrong ?? `${came} instead of ${wanted}` }
}

/** A text as a title has room for it. */
export function short(text: string): string {
  const line = excerpt(text)
  return line.length > MOST_RECEIVED ? `${line.slice(0, MOST_RECEIVED)}…` : line
}
