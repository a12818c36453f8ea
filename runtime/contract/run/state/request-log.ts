import { type DocumentDescriptor, isSafe } from '@concordat/runtime/http'
import { operationById } from '../../data/document/resource-lookup.ts'
import type { RunEvent, SentEvent } from '../../data/outcome/run-event.ts'
import { isHarmlessSearch, mayLeaveItems } from '../../world/items/guard/permission.ts'
import { AnswerTimes } from './answer-times.ts'
import type { SentWrites } from './contract-report.ts'

/** Requests of a run, derived only from its events. */
export class RequestLog {
  readonly #document: DocumentDescriptor
  /** Requests that have no response yet. */
  readonly #open = new Map<number, SentEvent>()
  /** Create requests that never got a response. */
  readonly #unanswered: SentEvent[] = []
  /** Numbers of a write's 2xx and 5xx responses, keyed by operationId. */
  readonly #writes = new Map<string, { done: number; failed: number }>()
  readonly #times = new AnswerTimes()
  /** operationIds, one for each request that the server rejected with 401 and accepted when repeated. */
  readonly rejectedOnce: string[] = []
  /** Number sent so far. */
  count: number

  /** @param sent the number of requests before the first event. */
  constructor(document: DocumentDescriptor, sent = 0) {
    this.#document = document
    this.count = sent
  }

  note(event: RunEvent): void {
    if (event.kind === 'sends') {
      this.count++
      this.#open.set(event.request, event)
      this.#times.begin(event)
    } else if (event.kind === 'receives') {
      this.#times.end(event)
      this.#close(event.request, event.status)
    } else if (event.kind === 'rejected-once') this.rejectedOnce.push(event.operationId)
  }

  /** Mean duration of a removal in milliseconds; before the first removal, that of any request. */
  get removalMs(): number {
    return this.#times.removalMs
  }

  /** Notes that the worker that sent the requests is gone, so that the responses will never be known. */
  lose(): void {
    for (const request of this.#open.keys()) this.#close(request, undefined)
  }

  /** Create requests that got no response: "POST http://pets.test/pets". */
  get unanswered(): readonly string[] {
    return this.#unanswered.map(({ method, url }) => `${method} ${url}`)
  }

  /**
   * Writes of operations that create an item or act on one. Excludes removals and changes, because items show
   * their effect, and searches, because they have no effect.
   */
  get writes(): readonly SentWrites[] {
    return [...this.#writes].flatMap(([operationId, counts]) => {
      const operation = operationById(this.#document, operationId)
      const { role } = operation?.resource ?? {}
      if (operation !== undefined && mayLeaveItems(operation))
        return [{ operationId, isAction: true, ...counts }]
      if (operation !== undefined && isHarmlessSearch(operation)) return []
      if (role === 'delete' || role === 'update' || role === 'replace' || role === 'read') return []
      return [{ operationId, isAction: role !== 'create', ...counts }]
    })
  }

  #close(request: number, status: number | undefined): void {
    const sent = this.#open.get(request)
    this.#open.delete(request)
    if (sent === undefined) return
    if (status === undefined && this.#creates(sent)) this.#unanswered.push(sent)
    if (this.#mayChange(sent)) this.#countWrite(sent, status ?? 0)
  }

  #countWrite({ operationId }: SentEvent, status: number): void {
    const isDone = status >= 200 && status < 300
    if (!isDone && status < 500) return
    const own = this.#writes.get(operationId) ?? { done: 0, failed: 0 }
    own[isDone ? 'done' : 'failed']++
    this.#writes.set(operationId, own)
  }

  #mayChange({ operationId, method }: SentEvent): boolean {
    if (!isSafe(method)) return true
    const operation = operationById(this.#document, operationId)
    return operation?.method === method && mayLeaveItems(operation)
  }

  #creates({ operationId, method }: SentEvent): boolean {
    const operation = operationById(this.#document, operationId)
    return operation?.resource?.role === 'create' && operation.method === method
  }
}
