import type { DocumentDescriptor } from '@concordat/runtime/http'
import { operationName } from '../../data/document/resource-lookup.ts'
import type { RunEvent } from '../../data/outcome/run-event.ts'
import { itemStillThere } from '../../world/items/clean-up/clean-up.ts'
import { ItemLog } from './item-log.ts'
import { ListLog } from './list-log.ts'
import { RequestLog } from './request-log.ts'

const NOT_COMPARED =
  'The run ended before it could compare the lists on the server. Items created by side effects may still exist.'
/** Maximum number of items in a sentence. */
const MOST_SHOWN = 5

/** The requests, items and lists of a run, and the items that still exist. */
export class Inventory {
  readonly requests: RequestLog
  readonly items = new ItemLog()
  readonly lists = new ListLog()
  readonly #document: DocumentDescriptor

  /** @param sent The number of requests before the first event. */
  constructor(document: DocumentDescriptor, sent?: number) {
    this.#document = document
    this.requests = new RequestLog(document, sent)
  }

  note(event: RunEvent): void {
    for (const log of [this.requests, this.items, this.lists]) log.note(event)
  }

  /**
   * Notes that the worker that sent the requests is gone. @param why Worded as the continuation of a
   * sentence.
   */
  lose(why: string): void {
    this.requests.lose()
    this.items.lose(`the process that was removing it ${why}`)
  }

  /**
   * Returns sentences about the items that still exist or may still exist, and about earlier items that are
   * gone.
   */
  leftBehind(): readonly string[] {
    const { requests, items, lists } = this
    const unnamed = items.unnamed.filter(
      ({ list, request }) =>
        (list === undefined || !lists.unchanged.includes(list)) &&
        !items.isBelowRemoved(request.slice(request.indexOf(' ') + 1)),
    )
    return [
      ...lists.vanished.map(
        ({ operationId, address }) =>
          `${operationName(this.#document, operationId)} listed ${address} before the run, but it is gone now: either the run or another client removed it.`,
      ),
      ...[...items.left].map(([address, why]) => itemStillThere(address, why)),
      ...items.made.map(({ address }) => itemStillThere(address, 'the run ended before it was removed')),
      ...counted(unnamed.map(({ request }) => request)).map(({ text, times }) =>
        times === 1
          ? `${text} succeeded, but the run could not identify an item to remove. If it created one, the item is still there.`
          : `${text} succeeded ${times} times, but the run could not identify items to remove. If it created any, they are still there.`,
      ),
      ...counted(requests.unanswered).map(({ text, times }) =>
        times === 1
          ? `${text} got no response. If it created an item, the item is still there.`
          : `${text} got no response ${times} times. If it created any items, they are still there.`,
      ),
      ...this.#unexplained(),
      ...(lists.size > 0 ? [NOT_COMPARED] : []),
      ...this.#unread(),
    ]
  }

  /** Reports the lists that could not be read before the run for lack of time. */
  #unread(): string[] {
    const names = this.lists.unread.map((operationId) => operationName(this.#document, operationId))
    return names.length === 0
      ? []
      : [
          `${shownOf(names)}: there was no time to read ${names.length === 1 ? 'this list' : 'these lists'} before the run. Items created by side effects may still exist. Allow more time with --max-time.`,
        ]
  }

  /** Reports new items in lists, if no other entry explains them. */
  #unexplained(): string[] {
    const { items } = this
    return this.lists.appeared.flatMap(({ operationId, addresses }) => {
      const unknown = addresses.filter((address) => !items.isKnown(address))
      const removed = unknown.filter((address) => items.isRemoved(address))
      const strange = unknown.filter((address) => !removed.includes(address))
      const list = operationName(this.#document, operationId)
      return [
        ...(removed.length === 0
          ? []
          : [
              `${shownOf(removed)}: the run created and removed ${removed.length === 1 ? 'an item with this id' : 'items with these ids'}, but ${list} lists ${removed.length === 1 ? 'one' : 'such items'} after the run.`,
            ]),
        ...(strange.length === 0
          ? []
          : [
              `${shownOf(strange)}: ${list} did not list ${strange.length === 1 ? 'this item' : 'these items'} before the run. Either the run created ${strange.length === 1 ? 'it' : 'them'} as a side effect, or another client did.`,
            ]),
      ]
    })
  }
}

/** Returns the first few addresses, and the number of the others. */
function shownOf(addresses: readonly string[]): string {
  const more = addresses.length - MOST_SHOWN
  return `${addresses.slice(0, MOST_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Returns each string once, with its count. */
function counted(texts: readonly string[]): readonly { readonly text: string; readonly times: number }[] {
  return [...Map.groupBy(texts, (text) => text)].map(([text, { length }]) => ({ text, times: length }))
}
