import type { Recorded } from '@concordat/contract/passive'

/** Maximum total length of the stored bodies in characters. */
const MOST_TEXT = 64 * 2 ** 20
/** Maximum number of exchanges of one kind to keep; further ones show nothing new. */
const MOST_ALIKE = 200

/** Keeps exchanges, within limits, so that they can be examined again. */
export class KeptTraffic {
  readonly #kept: Recorded[] = []
  readonly #alike = new Map<string, number>()
  #text = 0
  /** Number of exchanges that were not kept because of the limits. */
  left = 0

  note(exchange: Recorded): void {
    const kind = kindOf(exchange)
    const alike = this.#alike.get(kind) ?? 0
    const length = (exchange.text ?? '').length + (exchange.request.body ?? '').length
    if (alike >= MOST_ALIKE || this.#text + length > MOST_TEXT) {
      this.left++
      return
    }
    this.#alike.set(kind, alike + 1)
    this.#text += length
    this.#kept.push(exchange)
  }

  [Symbol.iterator](): Iterator<Recorded> {
    return this.#kept[Symbol.iterator]()
  }
}

/** Method, status and path, with "*" for path segments that look like item names. */
function kindOf({ request: { method, url }, status }: Recorded): string {
  const path = new URL(url).pathname
    .split('/')
    .map((part) => (/\d/.test(part) || part.length > 24 ? '*' : part))
  return `${method} ${status} ${path.join('/')}`
}
