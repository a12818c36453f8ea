import { type DocumentDescriptor, isSafe } from '@concordat/runtime/http'
import { operationOf } from '../../data/document/resource-lookup.ts'
import type { ListSnapshots, MadeItem, RunEvent, SentEvent } from '../../data/outcome/run-event.ts'
import { singularOf } from '../../lexicon/lexicon.ts'
import { stillThere } from '../../world/items/clean-up.ts'
import { mayLeaveSomething, onlyLooks } from '../../world/items/guard/permission.ts'
import { AnswerTimes } from './answer-times.ts'
import type { SentWrites } from './contract-report.ts'

const NOT_COMPARED =
  'The run ended before it could compare the lists of the server. Items created by side effects may still be there.'
/** Items that one sentence names. */
const MOST_SHOWN = 5

/** Requests and items of a run, and the items that are still there: made of its events alone. */
export class Ledger {
  readonly #document: DocumentDescriptor
  /** Requests that have no answer yet. */
  readonly #open = new Map<number, SentEvent>()
  /** Those that create, and got none. */
  readonly #unanswered: SentEvent[] = []
  /** Requests that created something without a name. */
  readonly #unnamed: { readonly request: string; readonly list?: string | undefined }[] = []
  /** Lists that show nothing in the end that they did not show before. */
  #unchanged: readonly string[] = []
  /** By address, in the order in which they were made. */
  readonly #made = new Map<string, MadeItem>()
  /** Names of items that the run made and that the server said it removed. */
  readonly #removed = new Set<string>()
  /** By address: why it is still there. */
  readonly #left = new Map<string, string>()
  readonly #appeared: Extract<RunEvent, { kind: 'appeared' }>[] = []
  readonly #vanished: Extract<RunEvent, { kind: 'vanished' }>[] = []
  /** By operationId: how often a write was answered with 2xx and with 5xx. */
  readonly #writes = new Map<string, { done: number; failed: number }>()
  readonly #removing = new Set<string>()
  readonly #times = new AnswerTimes()
  /** Items in the lists before the run, until they are compared. */
  #snapshots: ListSnapshots | undefined
  /** Sent so far. */
  requests: number

  /** @param sent before the first event. */
  constructor(document: DocumentDescriptor, sent = 0) {
    this.#document = document
    this.requests = sent
  }

  note(event: RunEvent): void {
    switch (event.kind) {
      case 'sends':
        this.requests++
        this.#open.set(event.request, event)
        this.#times.begin(event)
        break
      case 'receives':
        this.#times.end(event.request)
        this.#close(event.request, event.status)
        break
      case 'made':
        this.#made.delete(event.made.address)
        this.#made.set(event.made.address, event.made)
        break
      case 'removes':
        this.#removing.add(event.address)
        break
      case 'gone':
        if (this.#made.has(event.address)) this.#removed.add(nameIn(event.address))
        this.#made.delete(event.address)
        this.#removing.delete(event.address)
        break
      case 'unnamed':
        this.#unnamed.push(event)
        break
      case 'left':
        this.#leave(event.address, event.why)
        break
      case 'lists-recorded':
        this.#snapshots = event.snapshots
        break
      case 'lists-compared':
        this.#snapshots = undefined
        this.#unchanged = event.unchanged ?? []
        break
      case 'appeared':
        this.#appeared.push(event)
        break
      case 'vanished':
        this.#vanished.push(event)
        break
    }
  }

  /** Requests under way. */
  get open(): number {
    return this.#open.size
  }

  /** Items that may be there and are to be removed. */
  get made(): readonly MadeItem[] {
    return [...this.#made.values()]
  }

  /** Items in the lists before the run, where they are still to be compared. */
  get snapshots(): ListSnapshots | undefined {
    return this.#snapshots
  }

  /** Lists that are to be read again in the end. */
  get lists(): number {
    return this.#snapshots?.size ?? 0
  }

  /** Time of an answer to a removal, in milliseconds; before the first one, the time of any answer. */
  get removalMs(): number {
    return this.#times.removalMs
  }

  /** The worker that sent the requests is gone: their answers will never be known. @param why Goes on a sentence. */
  lose(why: string): void {
    for (const request of this.#open.keys()) this.#close(request, undefined)
    for (const address of this.#removing) if (this.#made.has(address)) this.#leave(address, why)
    this.#removing.clear()
  }

  /** One sentence for each item that is still there, or may be. */
  leftBehind(): readonly string[] {
    const left = [...this.#left].map(([address, why]) => stillThere(address, why))
    const made = [...this.#made.keys()].map((address) =>
      stillThere(address, 'the run ended before it was removed'),
    )
    const requests = this.#unanswered.map(({ method, url }) => `${method} ${url}`)
    const hidden = this.#unnamed.filter(({ list }) => list === undefined || !this.#unchanged.includes(list))
    const unnamed = counted(hidden.map(({ request }) => request)).map(
      (request) =>
        `${request} succeeded, but no operation removes the item that it created: it is still there.`,
    )
    const unknown = counted(requests).map(
      (request) => `${request} got no answer. If it created an item, that is still there.`,
    )
    const unseen = this.lists > 0 ? [NOT_COMPARED] : []
    return [...this.#gone(), ...left, ...made, ...unnamed, ...unknown, ...this.#unexplained(), ...unseen]
  }

  #gone(): string[] {
    return this.#vanished.map(
      ({ operationId, address }) =>
        `${address} is gone, which ${operationId} listed before the run: a request of the run removed it, or somebody else did.`,
    )
  }

  /** Items that lists newly show and no other entry explains. */
  #unexplained(): string[] {
    return this.#appeared.flatMap(({ operationId, addresses }) => {
      const known = new Set([...this.#left.keys(), ...this.#made.keys()].map(nameIn))
      const unknown = addresses.filter((address) => !known.has(nameIn(address)))
      const removed = unknown.filter((address) => this.#removed.has(nameIn(address)))
      const strange = unknown.filter((address) => !removed.includes(address))
      return [
        ...(removed.length === 0
          ? []
          : [`${shownOf(removed)}: the run created and removed this, but ${operationId} still lists it.`]),
        ...(strange.length === 0
          ? []
          : [
              `${shownOf(strange)}: ${operationId} did not list this before the run. A request of the run created it as a side effect, or somebody else did.`,
            ]),
      ]
    })
  }

  #close(request: number, status: number | undefined): void {
    const sent = this.#open.get(request)
    this.#open.delete(request)
    if (sent === undefined) return
    if (status === undefined && this.#creates(sent)) this.#unanswered.push(sent)
    if (this.#mayChange(sent)) this.#count(sent, status ?? 0)
  }

  #count({ operationId }: SentEvent, status: number): void {
    const isDone = status >= 200 && status < 300
    if (!isDone && status < 500) return
    const own = this.#writes.get(operationId) ?? { done: 0, failed: 0 }
    own[isDone ? 'done' : 'failed']++
    this.#writes.set(operationId, own)
  }

  /** Writes of operations that make something or act on it; those that remove or change an item are seen by it, and searches do neither. */
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

  #mayChange({ operationId, method }: SentEvent): boolean {
    if (!isSafe(method)) return true
    const operation = operationOf(this.#document, operationId)
    return operation?.method === method && mayLeaveSomething(operation)
  }

  #creates({ operationId, method }: SentEvent): boolean {
    const operation = operationOf(this.#document, operationId)
    return operation?.resource?.role === 'create' && operation.method === method
  }

  #leave(address: string, why: string): void {
    this.#made.delete(address)
    this.#removing.delete(address)
    this.#left.set(address, why)
  }
}

/** The first of some addresses, and how many more there are. */
function shownOf(addresses: readonly string[]): string {
  const more = addresses.length - MOST_SHOWN
  return `${addresses.slice(0, MOST_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/**
 * Name of an item by its address: the same item may be listed at one path and made at another. A number alone
 * is no name without its collection.
 */
function nameIn(address: string): string {
  const [collection = '', name = ''] = address.split('/').slice(-2)
  return /^\d+$/.test(name) ? `${singularOf(collection)}/${name}` : name
}

/** Each text once: "POST /notes", "POST /notes, 3 times,". */
function counted(texts: readonly string[]): string[] {
  return [...Map.groupBy(texts, (text) => text)].map(([text, { length }]) =>
    length > 1 ? `${text}, ${length} times,` : text,
  )
}
