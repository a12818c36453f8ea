import type { OperationDescriptor } from '@concordat/runtime/http'
import { type PathBinding, sourceOfRequests, textsBoundInPath } from '../../../data/document/path-binding.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import type { CheckContext } from '../../check.ts'

/**
 * Milliseconds to wait before each read. Quick work is done within two seconds; the rule does not wait for
 * slow work.
 */
const PAUSES_MS = [0, 50, 100, 200, 400, 600, 600]
/** Number of consecutive equal responses after which the work is considered to have stopped. */
const ALIKE = 3
const SEE_OTHER = 303

interface Accepted {
  readonly operation: OperationDescriptor
  readonly binding: PathBinding
  readonly accepted: Answer
  readonly location: string
}

/** Observes work that a server accepted. */
export class JobMonitor {
  readonly location: string
  /** The documented operation that reads the work's URL. */
  readonly reader: OperationDescriptor | undefined
  /** True if the last responses were equal. */
  isAtRest = false
  readonly #context: CheckContext
  readonly #accepted: Accepted

  constructor(context: CheckContext, accepted: Accepted) {
    this.location = accepted.location
    this.#context = context
    this.#accepted = accepted
    const path = pathBelowBase(accepted)
    this.reader = context.document.operations.find(
      (operation) => operation.method === 'GET' && textsBoundInPath(operation.path, path) !== undefined,
    )
  }

  /**
   * Reads the work until its responses no longer change, until the waiting time is over, or until a response
   * redirects to another URL or no longer succeeds.
   */
  async watch(): Promise<readonly Answer[]> {
    const looks: Answer[] = []
    for (const pause of PAUSES_MS) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      const seen = await this.read(this.location, this.#accepted.accepted)
      looks.push(seen)
      const last = looks.slice(-ALIKE)
      this.isAtRest =
        last.length === ALIKE &&
        last.every(({ text, status }) => text === seen.text && status === seen.status)
      if (this.isAtRest || seen.status === SEE_OTHER) break
      // Work that is done can disappear.
      if (!isSuccess(seen) && looks.some(isSuccess)) break
    }
    return looks
  }

  /** Requests a URL from a response. */
  read(location: string, { exchange, number }: Answer): Promise<Answer> {
    const { operation, binding } = this.#accepted
    const link = new URL(location, exchange.request.url).href
    const sources = [{ location: 'link', name: '', text: link, ...sourceOfRequests(number) }] as const
    return this.#context.read({
      ...this.#context.pool.requests.bare(operation, binding),
      method: 'GET',
      link,
      sources,
    })
  }
}

/** Path and query of a URL. */
export function monitorPath(location: string, { exchange }: Answer): string {
  const { pathname, search } = new URL(location, exchange.request.url)
  return pathname + search
}

/** The path of the work's URL without the base path, so that it can be compared with the document's paths. */
function pathBelowBase({ operation, accepted, location }: Accepted): string {
  const asked = new URL(accepted.exchange.request.url).pathname.split('/')
  const base = asked.length - operation.path.split('/').length
  const path = new URL(location, accepted.exchange.request.url).pathname.split('/')
  return `/${path.slice(base + 1).join('/')}`
}
