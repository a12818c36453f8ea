import { isSafe } from '@concordat/runtime/http'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { hasUniqueText, uniqueTexts } from '../../../data/exchange/texts.ts'
import type { Names } from '../../values/names.ts'

/** Maximum number of names to keep; later ones are ignored. A run sends tens of thousands. */
const MOST = 50_000

/** Strings that were generated for this run and sent in the bodies and paths of its writes. */
export class SentNames {
  readonly #names: Names
  readonly #texts = new Set<string>()

  constructor(names: Names) {
    this.#names = names
  }

  note({ operation, method = operation.method, body, path = {} }: RequestPlan): void {
    if (isSafe(method) || this.#texts.size >= MOST) return
    const texts = [...uniqueTexts(body?.value), ...Object.values(path).map(({ text }) => text)]
    for (const text of texts) if (this.#names.isTagged(text)) this.#texts.add(text)
  }

  /** True for an item that contains one of these strings. */
  isIn(item: unknown): boolean {
    return hasUniqueText(item, this.#texts)
  }
}
