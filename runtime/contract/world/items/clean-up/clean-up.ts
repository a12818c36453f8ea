import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import {
  boundPathTexts,
  boundPathValues,
  extendBinding,
  type PathBinding,
} from '../../../data/document/path-binding.ts'
import { type Answer, isRefusal, isSuccess, isUnavailableAnswer } from '../../../data/exchange/answer.ts'
import { itemsInAnswer } from '../../../data/exchange/listed.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { hasUniqueText, uniqueTexts } from '../../../data/exchange/texts.ts'
import type { Tell } from '../../../data/outcome/run-event.ts'
import { TargetError } from '../../../data/outcome/target-error.ts'
import { runTogether } from '../../../traffic/transport/together.ts'
import { Refusal } from '../../refusal/refusal.ts'
import type { Created, CreatedItems } from './created-items.ts'
import { itemNamesWhenListed, itemNamesWhenMade } from './other-names.ts'
import { addressToCleanUp, itemEndings, itemRestorations, requestToItem } from './removal-requests.ts'

export interface CleanUpOptions {
  readonly document: DocumentDescriptor
  readonly send: (plan: RequestPlan) => Promise<Answer>
  readonly tell?: Tell | undefined
  readonly made: CreatedItems
  /** Number of items of one kind to remove concurrently. Default: 1. */
  readonly concurrency?: number | undefined
}

/**
 * Pause, in milliseconds, before a request to a temporarily unavailable server is repeated. Work that the run
 * started may have locked the server's database.
 */
const PATIENCE_MS = 5_000

interface Removable {
  readonly resource: Pick<ResourceDescriptor, 'item'>
  readonly binding: PathBinding
}

/** An item that could not be removed yet. A second attempt may succeed once other items are gone. */
interface Stuck {
  readonly created: Created
  readonly why: string
  /** True if the server reported that it was temporarily unavailable. */
  readonly isBusy: boolean
}

/**
 * Removes what the run created, kind by kind, starting with the kind that was created last: children before
 * their parents, and items before those that they refer to.
 */
export class CleanUp {
  readonly #options: CleanUpOptions
  readonly #made: CreatedItems
  readonly #tell: Tell
  #isServerGone = false

  constructor(options: CleanUpOptions) {
    const { made, tell = () => {} } = options
    this.#options = options
    this.#made = made
    this.#tell = tell
  }

  /**
   * Removes items that no rule needs anymore. Those that cannot be removed yet are tried again at the end.
   */
  async discard(items: readonly Removable[]): Promise<void> {
    const { concurrency = 1 } = this.#options
    await runTogether(concurrency, items, async ({ resource, binding }) => {
      const address = resource.item === undefined ? undefined : addressToCleanUp(resource.item, binding)
      const created = address === undefined ? undefined : this.#made.at(address)
      if (created?.remove === undefined) return
      this.#tell({ kind: 'removes', address: created.address })
      const { failure } = await this.#remove(created.remove, created)
      if (failure !== undefined) return
      this.#tellGone(created.address, [])
    })
  }

  /**
   * Removes everything. Unless the server is unavailable, continues after a failure, so that one item that
   * cannot be removed does not prevent the removal of the others.
   * @returns One sentence for each item that still exists.
   */
  async run(): Promise<readonly string[]> {
    const made = this.#made.takeAll()
    const unremovable = made.filter(({ remove }) => remove === undefined)
    const kept = unremovable.map(({ address }) => address)
    const all = made.filter(({ remove }) => remove !== undefined)
    const stuck = await this.#removeAll(all, kept)
    const isLess = stuck.length < all.length
    const isBusy = stuck.some((each) => each.isBusy)
    if (isBusy && !this.#isServerGone) await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
    // Tries the remaining items again, because a later removal may have removed the obstacle.
    const isWorthwhile = (isLess || isBusy) && !this.#isServerGone
    const left = isWorthwhile ? await this.#removeAll(inOrder(stuck, all), kept) : stuck
    if (this.#made.isAnyGone) await this.#tellGoneWithOthers(unremovable, kept)
    const why = new Map(left.map((each) => [each.created.address, each.why]))
    for (const address of kept) why.set(address, 'no operation deletes it')
    for (const [address, reason] of why) this.#tell({ kind: 'left', address, why: reason })
    return [...why].map(([address, reason]) => itemStillThere(address, reason))
  }

  /**
   * Removes items, and deletes from `kept` the addresses of items that are gone with them. @param items In
   * the order of creation. @returns The items that still exist.
   */
  async #removeAll(items: readonly Created[], kept: string[]): Promise<Stuck[]> {
    const kinds = [...Map.groupBy(items, ({ item }) => item).values()].reverse()
    const stuck: Stuck[] = []
    for (const kind of kinds)
      await runTogether(this.#options.concurrency ?? 1, kind.toReversed(), async (created) => {
        const reason = await this.#removeOne(created)
        if (reason === undefined) this.#tellGone(created.address, kept)
        else stuck.push({ created, ...reason })
      })
    return stuck
  }

  /** @returns The reason why the item still exists, if it does. */
  async #removeOne(created: Created): Promise<Omit<Stuck, 'created'> | undefined> {
    const { remove, address } = created
    if (remove === undefined) return { why: 'no operation deletes it', isBusy: false }
    if (this.#isServerGone) return { why: 'the server no longer responds', isBusy: false }
    this.#tell({ kind: 'removes', address })
    const { failure, isLast = false, isBusy = false } = await this.#remove(remove, created)
    this.#isServerGone ||= isLast
    return failure === undefined ? undefined : { why: `${remove.operationId} ${failure}`, isBusy }
  }

  /**
   * Reports items that no operation removes, but that disappeared with another item, such as their parent. An
   * item counts as gone if a read no longer finds it.
   */
  async #tellGoneWithOthers(items: readonly Created[], kept: string[]): Promise<void> {
    const readable = items.filter(
      (created) =>
        kept.includes(created.address) &&
        (!this.#made.isUnseen(created) || this.#made.stoodBelowGone(created.address)),
    )
    await runTogether(this.#options.concurrency ?? 1, readable, async (created) => {
      const { read, address } = created
      if (read === undefined || this.#isServerGone) return
      const answer = await this.#options.send(requestToItem(read, created)).catch(() => undefined)
      if (answer === undefined || !this.#isGone(created, new Refusal(answer, read))) return
      kept.splice(kept.indexOf(address), 1)
      this.#tell({ kind: 'gone', address })
    })
  }

  /**
   * True if the error response means that the item is gone. For an item below a removed one, some servers
   * respond with 403, because they check permissions first.
   */
  #isGone({ address }: Created, refusal: Refusal): boolean {
    return refusal.isAbout('absence') || (refusal.mayBeAbout('absence') && this.#made.stoodBelowGone(address))
  }

  /** True if an ancestor of the item was removed, and the item cannot be read anymore. */
  async #isGoneWithParent(created: Created): Promise<boolean> {
    const { read, address } = created
    if (!this.#made.stoodBelowGone(address)) return false
    if (read === undefined) return true
    return this.#isGone(created, new Refusal(await this.#options.send(requestToItem(read, created)), read))
  }

  /** Reports an item as gone, together with the items in `kept` that are below it. */
  #tellGone(address: string, kept: string[]): void {
    this.#made.noteGone(address)
    const gone = kept.filter((other) => other.startsWith(`${address}/`))
    if (gone.length > 0) kept.splice(0, kept.length, ...kept.filter((other) => !gone.includes(other)))
    for (const each of [address, ...gone]) this.#tell({ kind: 'gone', address: each })
  }

  /**
   * Removes an item. Because values that a check left in it can prevent the deletion, further attempts are
   * made after restoring the item's original values, and then the document's defaults. The last ones are made
   * after actions that end what the item does.
   */
  async #remove(
    operation: OperationDescriptor,
    created: Created,
  ): Promise<{ readonly failure?: string; readonly isLast?: boolean; readonly isBusy?: boolean }> {
    const plan = requestToItem(operation, created)
    try {
      let answer = await this.#options.send(plan)
      if (this.#isGone(created, new Refusal(answer, operation)) && (await this.#isGoneWithParent(created)))
        return {}
      const { document } = this.#options
      for (const step of [...itemRestorations(created, document), ...itemEndings(created, document)])
        if (dependsOnValues(new Refusal(answer, operation)) && (await this.#hasSucceeded(step)))
          answer = await this.#options.send(plan)
      return isSuccess(answer) ? {} : await this.#afterRejection(operation, created, answer)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return { failure: `failed: ${message}`, isLast: error instanceof TargetError }
    }
  }

  /** Sends a request that prepares a removal. @returns true if it was allowed, and succeeded. */
  async #hasSucceeded(step: RequestPlan): Promise<boolean> {
    try {
      return isSuccess(await this.#options.send(step))
    } catch (error) {
      if (error instanceof TargetError) throw error
      return false
    }
  }

  /**
   * Removes an item by another name if the server does not find it. @returns the reason why it may still
   * exist; nothing if it is gone.
   */
  async #afterRejection(
    operation: OperationDescriptor,
    created: Created,
    answer: Answer,
  ): Promise<{ readonly failure?: string; readonly isBusy?: boolean }> {
    const { status } = answer
    // A renamed item can be at another place. See RFC 9110, 15.4.
    const isElsewhere = status >= 300 && status < 400
    if (!isElsewhere && !new Refusal(answer, operation).isAbout('absence'))
      return isRefusal(answer) && (await this.#isGoneWithParent(created))
        ? {}
        : { failure: `returned ${status}`, isBusy: isUnavailableAnswer(answer) }
    const mayHaveOtherName = isElsewhere || this.#made.mayHaveOtherName(created)
    if (!mayHaveOtherName || (await this.#removeByName(operation, created))) return {}
    return { failure: `returned ${status}, but the item may still exist under another name` }
  }

  /**
   * Removes an item by another name. If its identifier does not find it, the path may expect a different
   * name: `/collections/{id}` can expect the item's name, which may have changed.
   * @returns true if the item is gone, because it was removed or because its list does not show it either.
   */
  async #removeByName(operation: OperationDescriptor, created: Created): Promise<boolean> {
    const { item, value } = created
    const values = Object.values(boundPathTexts(boundPathValues(item, created.binding)))
    const tried = new Set(values)
    const isRemovedAs = async (name: string): Promise<boolean> => {
      if (tried.has(name)) return false
      tried.add(name)
      const binding = extendBinding(created.binding, item, { text: name, origin: 'created' })
      return isSuccess(await this.#options.send(requestToItem(operation, { ...created, binding })))
    }
    const newNames = this.#made.newNamesOf(created)
    for (const name of [...newNames, ...itemNamesWhenMade(value)]) if (await isRemovedAs(name)) return true
    if (newNames.length > 0 && !this.#made.isUnseen(created)) return true
    const listed = created.list && (await this.#options.send(requestToItem(created.list, created)))
    const own = values.at(-1) ?? ''
    for (const name of itemNamesWhenListed(listed?.value, own)) if (await isRemovedAs(name)) return true
    return listed !== undefined && isSuccess(listed) && isMissing(created, { listed: listed.value, own })
  }
}

/** Minimum length of a page. A list with fewer items is assumed to be complete. */
const LEAST_PAGE = 10

/**
 * True if a list is complete and shows neither an item's identifier nor any string with which the item was
 * created.
 */
function isMissing(
  { list, value }: Created,
  { listed, own }: { readonly listed: unknown; readonly own: string },
): boolean {
  const items = list === undefined ? undefined : itemsInAnswer(list, listed)
  if (items === undefined || items.length >= LEAST_PAGE) return false
  const texts = new Set([own, ...uniqueTexts(value)])
  return !items.some(
    (item) => hasUniqueText(item, texts) || JSON.stringify(item).includes(JSON.stringify(own).slice(1, -1)),
  )
}

/** True if a deletion might have succeeded with other values in the item. */
function dependsOnValues(refusal: Refusal): boolean {
  return refusal.mayBeAbout('content', 'conflict', 'state')
}

function inOrder(stuck: readonly Stuck[], all: readonly Created[]): readonly Created[] {
  const left = new Set(stuck.map(({ created }) => created))
  return all.filter((created) => left.has(created))
}

/** Returns a sentence about an item that could not be removed. */
export function itemStillThere(address: string, why: string): string {
  return `${address} was created and may still be there: ${why}.`
}
