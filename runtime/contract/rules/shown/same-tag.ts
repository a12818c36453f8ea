import type { Answer } from '../../data/exchange/answer.ts'
import { isSameAsKept } from '../../world/values/same.ts'
import type { HeaderFault } from './standard-headers.ts'

/** Maximum number of entity tags to remember. */
const MOST_TAGS = 1000
/** Maximum number of characters in a remembered response. */
const MOST_TEXT = 2 ** 16

/**
 * The responses to reads, by their URL, headers and strong entity tag. A tag that stays when the content
 * changes lets caches show the old content.
 * @see RFC 9110, 8.8.1
 */
export class TaggedAnswers {
  readonly #known = new Map<string, Answer>()
  /** URLs whose content changes although nothing is written, such as a number of visits. */
  readonly #restless = new Set<string>()
  /** Numbers of the writes. */
  readonly #writes: number[] = []

  /** Remembers a write. */
  wrote({ number = 0 }: Answer): void {
    this.#writes.push(number)
  }

  /**
   * Remembers a response.
   * @returns an earlier response with the same tag, and the fault, if their contents differ.
   */
  note(answer: Answer): { readonly earlier: Answer; readonly fault: HeaderFault } | undefined {
    const { exchange, status, headers, text, isCut = false, unreadable } = answer
    const tag = headers.get('etag')
    const { method, url, headers: sent } = exchange.request
    const isWhole = status === 200 && method === 'GET' && !isCut && unreadable === undefined
    if (!tag?.startsWith('"') || !isWhole || text.length > MOST_TEXT) return undefined
    const key = JSON.stringify([url, sent, tag])
    const earlier = this.#known.get(key)
    if (earlier === undefined) {
      if (this.#known.size < MOST_TAGS) this.#known.set(key, answer)
      return undefined
    }
    const isSame = answer.value !== undefined && isSameAsKept(earlier.value, answer.value)
    if (earlier.text === text || isSame) return undefined
    if (!this.#isWrittenBetween(earlier, answer)) this.#restless.add(url)
    if (this.#restless.has(url)) return undefined
    const must = 'must change with the content'
    return { earlier, fault: { header: 'ETag', must, received: tag } }
  }

  #isWrittenBetween({ number: first = 0 }: Answer, { number: second = 0 }: Answer): boolean {
    const [start, end] = [Math.min(first, second), Math.max(first, second)]
    return this.#writes.some((number) => number > start && number < end)
  }
}
