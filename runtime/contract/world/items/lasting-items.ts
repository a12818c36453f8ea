import type { DocumentDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { operationById } from '../../data/document/resource-lookup.ts'
import { isSuccess } from '../../data/exchange/answer.ts'
import { Missing, type Or, resultIfThere } from '../../data/outcome/missing.ts'
import { itemTask } from '../needs/run-plan.ts'
import { areNeverRemoved } from './guard/residue.ts'
import type { Item } from './item.ts'
import type { Sender } from './sender.ts'

/** An item, and the text of a read of it before any action. */
interface Lasting {
  readonly item: Item
  readonly shown: string
}

/**
 * Items for actions that no operation removes. The next action gets the same item if a read shows that the
 * earlier ones have not changed it, so that few such items are left behind.
 */
export class LastingItems {
  readonly #document: DocumentDescriptor
  readonly #sender: Pick<Sender, 'callAt'>
  /** The latest item, keyed by resource name. */
  readonly #latest = new Map<string, Lasting>()

  constructor({
    document,
    sender,
  }: {
    readonly document: DocumentDescriptor
    readonly sender: Pick<Sender, 'callAt'>
  }) {
    this.#document = document
    this.#sender = sender
  }

  /** Returns an item that looks as if it were new. @param make Creates one if there is none. */
  async take(resource: ResourceDescriptor, make: () => Promise<Or<Item>>): Promise<Or<Item>> {
    if (!areNeverRemoved(this.#document, resource)) return make()
    const last = this.#latest.get(resource.name)
    if (last !== undefined && (await this.#look(last.item)) === last.shown) return last.item
    this.#latest.delete(resource.name)
    const item = await make()
    const shown = item instanceof Missing ? undefined : await this.#look(item)
    if (!(item instanceof Missing) && shown !== undefined) this.#latest.set(resource.name, { item, shown })
    return item
  }

  /** Returns the text of a read of the item; `undefined` if none succeeds. */
  async #look({ resource, binding }: Item): Promise<string | undefined> {
    const read = operationById(this.#document, resource.operations.read)
    if (read === undefined) return undefined
    const call = resultIfThere(await this.#sender.callAt(read, binding, { by: itemTask(resource) }))
    return call !== undefined && isSuccess(call.answer) ? call.answer.text : undefined
  }
}
