import { isSafe } from '@concordat/runtime/http'
import { blankPath, type PathValues, pathTemplates } from '../../../data/document/path-binding.ts'
import { type Answer, isAbsence, isSuccess } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'

/** Milliseconds between checks for a created item that is not shown yet: one second in total. */
const PAUSES_MS: readonly number[] = [100, 200, 300, 400]
/**
 * Time after an item's creation, in milliseconds, during which it might be missing only because of a delay.
 */
const FRESH_MS = 2000
/** Factor for the measured delay, because the next write might take even longer to be shown. */
const MARGIN = 1.5
/** Maximum number of futile waits for created items per path. */
const MOST_WAITS = 2
/**
 * If waits were futile for this many paths of items, or of lists, and none helped, the server is assumed to
 * show everything there at once. Large documents have thousands of paths.
 */
const MOST_PATHS = 10

/** A repeatable check for a created item. */
export interface ItemLook<Seen> {
  /** The result of the first check. */
  readonly seen: Seen
  /** Time at which the item was created. */
  readonly since: number
  readonly look: () => Promise<Seen>
  readonly isShown: (seen: Seen) => boolean
  /** True if a list is read, which can show items later than a read of the item does. */
  readonly isOfList?: boolean
}

/**
 * Delays reads on servers that show writes only a moment later. Once a read has found a new item only after a
 * delay, later reads wait at least that long after a write.
 */
export class SettledReads {
  #lag = 0
  #written = 0
  /** Addresses of created items, with the times of creation. */
  readonly #made = new Map<string, number>()
  /** Number of futile waits, by the path of the items or of their list. */
  readonly #waits = { items: new Map<string, number>(), lists: new Map<string, number>() }

  /** Notes a created item, identified by the path that reads it. */
  noteMade(path: string, values: PathValues): void {
    this.#made.set(addressOf(path, values), performance.now())
  }

  /**
   * Repeats a check for a new item until the item is shown or the time is up. If it is shown late, later
   * reads wait accordingly.
   * @param where The path that is read. The check is no longer repeated after several futile waits for the
   * same path.
   * @returns the result that showed the item or, if there is none, the first result.
   */
  async onceShown<Seen>(where: string, asked: ItemLook<Seen>): Promise<Seen> {
    const { seen, since, look, isShown, isOfList = false } = asked
    const futile = this.#waits[isOfList ? 'lists' : 'items']
    const waits = futile.get(where) ?? 0
    const isPrompt = this.#lag === 0 && futile.size >= MOST_PATHS
    if (isShown(seen) || waits >= MOST_WAITS || isPrompt) return seen
    for (const milliseconds of PAUSES_MS) {
      await pause(milliseconds)
      const again = await look()
      if (!isShown(again)) continue
      this.#lag = Math.max(this.#lag, (performance.now() - since) * MARGIN)
      return again
    }
    futile.set(where, waits + 1)
    return seen
  }

  /** Waits before a read until earlier writes should be visible. */
  async before({ operation, method = operation.method }: RequestPlan): Promise<void> {
    const isDue = isSafe(method) && this.#lag > 0
    await pause(isDue ? this.#written + this.#lag - performance.now() : 0)
  }

  /** Notes a write, or repeats a read that does not find a new item. @returns The response to use. */
  async after(
    { operation, method = operation.method, path, authentication }: RequestPlan,
    { answer, again }: { readonly answer: Answer; readonly again: () => Promise<Answer> },
  ): Promise<Answer> {
    const address = addressOf(operation.path, path)
    if (!isSafe(method)) {
      if (isSuccess(answer)) this.#written = performance.now()
      if (isSuccess(answer) && method === 'DELETE') this.#made.delete(address)
      return answer
    }
    const since = authentication === undefined ? this.#made.get(address) : undefined
    if (!isAbsence(answer) || since === undefined || performance.now() - since >= FRESH_MS) return answer
    return this.onceShown(operation.path, { seen: answer, since, look: again, isShown: isSuccess })
  }
}

async function pause(milliseconds: number): Promise<void> {
  if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds))
}

function addressOf(path: string, values: PathValues = {}): string {
  return JSON.stringify([blankPath(path), ...pathTemplates(path).map(({ name }) => values[name]?.text)])
}
