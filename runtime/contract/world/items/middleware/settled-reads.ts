import { isSafe } from '@concordat/runtime/http'
import { blank, type PathValues, templatesOf } from '../../../data/document/path-binding.ts'
import { type Answer, isAbsence, isSuccess } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { Middleware } from '../guard/guard-middleware.ts'

/** Milliseconds between looks at what was made and is not shown yet: a second in all. */
const PAUSES_MS: readonly number[] = [100, 200, 300, 400]
/** An item that is missing this long after it was made is not just late. */
const FRESH_MS = 2000
/** A read that shows a write late may take longer the next time. */
const MARGIN = 1.5
/** A server that does not show what was made is waited for so often, for one path. */
const MOST_WAITS = 2
/**
 * One that showed nothing late, and was waited for in vain at so many paths, shows at once what it shows:
 * large documents have thousands.
 */
const MOST_PATHS = 10

/** A look at what was made. */
export interface Look<Seen> {
  /** Result of the first look. */
  readonly seen: Seen
  /** When it was made. */
  readonly since: number
  readonly look: () => Promise<Seen>
  readonly isShown: (seen: Seen) => boolean
}

/**
 * Lets writes come to rest before it reads, on servers that show them a moment later: where a read of what
 * was just made finds nothing and then finds it, every read after a write waits as long from then on.
 */
export class SettledReads implements Middleware {
  readonly #middleware: Middleware
  #lag = 0
  #written = 0
  /** Addresses of what was made, and when. */
  readonly #made = new Map<string, number>()
  /** Waits in vain, by the path of the items. */
  readonly #waits = new Map<string, number>()

  constructor(middleware: Middleware) {
    this.#middleware = middleware
  }

  /** Takes note of an item that was made, by the path that reads it. */
  noteMade(path: string, values: PathValues): void {
    this.#made.set(addressOf(path, values), performance.now())
  }

  /**
   * Looks again for what was just made, until it is shown or has not been for too long. Reads wait as long
   * from then on.
   * @param where The path that is read: one that shows nothing of what was made is not waited for again and
   *   again.
   * @returns the look that showed it, else the first one.
   */
  async onceShown<Seen>(where: string, { seen, since, look, isShown }: Look<Seen>): Promise<Seen> {
    const waits = this.#waits.get(where) ?? 0
    const isPrompt = this.#lag === 0 && this.#waits.size >= MOST_PATHS
    if (isShown(seen) || waits >= MOST_WAITS || isPrompt) return seen
    for (const milliseconds of PAUSES_MS) {
      await pause(milliseconds)
      const again = await look()
      if (!isShown(again)) continue
      this.#lag = Math.max(this.#lag, (performance.now() - since) * MARGIN)
      return again
    }
    this.#waits.set(where, waits + 1)
    return seen
  }

  async send(plan: RequestPlan): Promise<Answer> {
    const { operation, method = operation.method } = plan
    if (isSafe(method)) return this.#read(plan)
    const answer = await this.#middleware.send(plan)
    if (isSuccess(answer)) {
      this.#written = performance.now()
      if (method === 'DELETE') this.#made.delete(addressOf(operation.path, plan.path))
    }
    return answer
  }

  async #read(plan: RequestPlan): Promise<Answer> {
    await pause(this.#lag === 0 ? 0 : this.#written + this.#lag - performance.now())
    const answer = await this.#middleware.send(plan)
    const { path, authentication, operation } = plan
    const made = authentication === undefined ? this.#made.get(addressOf(operation.path, path)) : undefined
    if (!isAbsence(answer) || made === undefined || performance.now() - made >= FRESH_MS) return answer
    return this.onceShown(operation.path, {
      ...{ seen: answer, since: made },
      look: () => this.#middleware.send(plan),
      isShown: isSuccess,
    })
  }
}

/** Waits so many milliseconds; none where there are none. */
async function pause(milliseconds: number): Promise<void> {
  if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds))
}

function addressOf(path: string, values: PathValues = {}): string {
  return JSON.stringify([blank(path), ...templatesOf(path).map(({ name }) => values[name]?.text)])
}
