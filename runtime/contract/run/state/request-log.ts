import { type DocumentDescriptor, isSafe } from '@concordat/runtime/http'
import { operationOf } from '../../data/document/resource-lookup.ts'
import type { RunEvent, SentEvent } from '../../data/outcome/run-event.ts'
import { mayLeaveSomething, onlyLooks } from '../../world/items/guard/permission.ts'
import { AnswerTimes } from './answer-times.ts'
import type { SentWrites } from './contract-report.ts'

/** Requests of a run, made of its events alone. */
export class RequestLog {
  readonly #document: DocumentDescriptor
  /** Requests that have no answer yet. */
  readonly #open = new Map<number, SentEvent>()
  /** Those that create, and got none. */
  readonly #unanswered: SentEvent[] = []
  /** By operationId: how often a write was answered with 2xx and with 5xx. */
  readonly #writes = new Map<string, { done: number; failed: number }>()
  readonly #times = new AnswerTimes()
  /** Sent so far. */
  count: number

  /** @param sent before the first event. */
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
      this.#times.end(event.request)
      this.#close(event.request, event.status)
    }
  }

  /** Time of an answer to a removal, in milliseconds; before the first one, the time of any answer. */
  get removalMs(): number {
    return this.#times.removalMs
  }

  /** The worker that sent the requests is gone: their answers will never be known. */
  lose(): void {
    for (const request of this.#open.keys()) this.#close(request, undefined)
  }

  /** Requests that create and got no answer: "POST http://pets.test/pets". */
  get unanswered(): readonly string[] {
    return this.#unanswered.map(({ method, url }) => `${method} ${url}`)
  }

  /**
   * Writes of operations that make something or act on it; those that remove or change an item are seen by
   * it, and searches do neither.
   */
  get writes(): readonly SentWrites[] {
    return [...this.#writes].flatMap(([operationId, counts]) => {
      const operation = operationOf(this.#document, operationId)
      const { role } = operation?.resource ?? {}
      if (operation !== undefined && mayLeaveSomething(operation))
        return [{ operationId, isAction: true, ...counts }]
      if (operation !== undefined && onlyLooks(operation)) return []
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
    const operation = operationOf(this.#document, operationId)
    return operation?.method === method && mayLeaveSomething(operation)
  }

  #creates({ operationId, method }: SentEvent): boolean {
    const operation = operationOf(this.#document, operationId)
    return operation?.resource?.role === 'create' && operation.method === method
  }
}
