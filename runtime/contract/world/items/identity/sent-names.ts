import { isSafe } from '@concordat/runtime/http'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { hasUniqueText, uniqueTexts } from '../../../data/exchange/texts.ts'
import type { Names } from '../../values/names.ts'

/** A run sends tens of thousands of names; by then, answers have identified the items of the first ones. */
const MOST = 50_000

/** Texts that were generated for this run and sent in the bodies and paths of its writes. */
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

  /** True for an item that contains one of these texts. */
  isIn(item: unknown): boolean {
    return hasUniqueText(item, this.#texts)
  }
}
