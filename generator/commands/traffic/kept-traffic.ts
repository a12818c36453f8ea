import type { Recorded } from '@concordat/contract/passive'

/** Characters of bodies that are kept. */
const MOST_TEXT = 64 * 2 ** 20
/** Exchanges of one kind that are kept: more of the same show nothing new. */
const MOST_ALIKE = 200

/** Exchanges that pass, kept within bounds to be looked at again. */
export class KeptTraffic {
  readonly #kept: Recorded[] = []
  readonly #alike = new Map<string, number>()
  #text = 0
  /** Exchanges that were not kept. */
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

/** Method, status and path, where parts of the path that look like names of items are left out. */
function kindOf({ request: { method, url }, status }: Recorded): string {
  const path = new URL(url).pathname
    .split('/')
    .map((part) => (/\d/.test(part) || part.length > 24 ? '*' : part))
  return `${method} ${status} ${path.join('/')}`
}
