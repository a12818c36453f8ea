import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import type { Place } from '../document/place.ts'
import { creatorOf, operationOf, resourceOf } from '../document/resource-lookup.ts'
import { type Answer, isSuccess } from '../exchange/answer.ts'
import type { RequestPlan } from '../exchange/request.ts'
import { NotRun } from '../outcome/not-run.ts'
import { RequestFactory } from '../requests/request-factory.ts'
import type { Target } from '../target/target.ts'
import type { Names } from '../values/names.ts'
import { CleanUp, type CleanUpOptions } from './clean-up.ts'
import { ExistingItems } from './existing-items.ts'
import { ExpendableItems } from './expendable-items.ts'
import type { Call, Item, Use } from './item.ts'
import { Items } from './items.ts'
import { memoize } from './memoize.ts'
import { Places } from './places.ts'
import { Provenance } from './provenance.ts'
import { Sender } from './sender.ts'
import { Supplies } from './supplies.ts'

export interface FixtureOptions extends CleanUpOptions {
  readonly target: Target
  readonly names: Names
}

/**
 * What checks ask for requests, items and places. Makes, finds and shares what requests need, and removes what it made.
 * What it found it changes only when that is allowed, and what it was handed over it uses up.
 */
export class Fixtures {
  readonly requests: RequestFactory
  readonly #document: DocumentDescriptor
  readonly #cleanUp: CleanUp
  readonly #provenance: Provenance
  readonly #supplies: Supplies
  readonly #sender: Sender
  readonly #places: Places
  readonly #items: Items
  readonly #reads = new Map<string, Promise<Call>>()

  /** The parts need each other as the document's operations do: what is made later is handed on as a function. */
  constructor(options: FixtureOptions) {
    const { document, target, names, send } = options
    const changeExisting = target.changeExisting === true
    const requests = new RequestFactory(document, names)
    const cleanUp = new CleanUp(options)
    const provenance = new Provenance({ document, changeExisting })
    const supplies = new Supplies({
      document,
      target,
      requests,
      call: (operation) => this.call(operation),
      shared: (resource) => (this.#items.isSharing(resource) ? undefined : this.shared(resource)),
    })
    const sender = new Sender({ document, requests, supplies, cleanUp, send })
    const item = (...wanted: Parameters<Items['for']>) => this.#items.for(...wanted)
    const places = new Places({ document, target, names, supplies, provenance, item })
    const succeed = (operation: OperationDescriptor) => this.succeed(operation)
    const callAt = (...wanted: Parameters<Sender['callAt']>) => sender.callAt(...wanted)
    const expendable = new ExpendableItems({ document, target, provenance, callAt })
    const existing = new ExistingItems({ document, target, places, expendable, succeed })
    this.requests = requests
    this.#document = document
    this.#cleanUp = cleanUp
    this.#provenance = provenance
    this.#supplies = supplies
    this.#sender = sender
    this.#places = places
    this.#items = new Items({
      ...{ document, changeExisting, provenance },
      ...{ sender, supplies, places, existing, expendable },
    })
  }

  operation(operationId: string | undefined): OperationDescriptor | undefined {
    return operationOf(this.#document, operationId)
  }

  resource(name: string | undefined): ResourceDescriptor | undefined {
    return resourceOf(this.#document, name)
  }

  /** The operation that creates items of the resource. */
  creator(resource: ResourceDescriptor | undefined): OperationDescriptor | undefined {
    return creatorOf(this.#document, resource)
  }

  /**
   * Sends a valid request with real ids: a GET once for all who ask, any other method anew, to an item of its own.
   * @returns Whatever was answered, also a failure.
   * @throws NotRun when no valid request can be made.
   */
  call(operation: OperationDescriptor): Promise<Call> {
    const perform = async (): Promise<Call> =>
      this.callAt(operation, await this.place(operation, operation.method === 'GET' ? 'read' : 'change'))
    if (operation.method === 'GET') return memoize(this.#reads, operation.operationId, perform)
    return perform()
      .then((call) => (this.wantsPlainItem(operation, call.answer) ? perform() : call))
      .then((call) => {
        if (call.created !== undefined) this.#items.keepAsOwn(operation, call.created)
        return call
      })
  }

  /** As `call`, and the answer is a success. @throws NotRun when it is not. */
  async succeed(operation: OperationDescriptor): Promise<Call> {
    const call = await this.call(operation)
    if (!isSuccess(call.answer)) throw new NotRun(`${operation.operationId} answered ${call.answer.status}`)
    return call
  }

  /** Sends a valid request to a given place. @throws NotRun when none can be made. */
  callAt(operation: OperationDescriptor, place: Place): Promise<Call> {
    return this.#sender.callAt(operation, place)
  }

  /**
   * Takes note of what a successful call did: a created item is removed in the end, a deleted one is not.
   * @returns The created item; `undefined` for other operations and when the answer has no identifier.
   */
  settle(operation: OperationDescriptor, call: Call): Item | undefined {
    return this.#sender.settle(operation, call)
  }

  /** What an operation's request has to name and nothing supplied, with the configuration that would; or nothing. */
  whatIsMissing(operation: OperationDescriptor): string {
    return this.#supplies.whatIsMissing(operation)
  }

  /** Values for every template of the operation's path. @throws NotRun naming the configuration that would supply one. */
  place(operation: OperationDescriptor, use: Use): Promise<Place> {
    return this.#places.find(operation, use)
  }

  /** @throws NotRun when the request would change what the run did not create, and may not. */
  guard(plan: RequestPlan): void {
    this.#provenance.guard(plan)
  }

  /**
   * An item for the caller alone: created, handed over, or found where existing items may be changed.
   * @param user The operation that the item is for.
   * @throws NotRun when there is none.
   */
  create(resource: ResourceDescriptor, user?: OperationDescriptor): Promise<Item> {
    return this.#items.create(resource, user)
  }

  /** Whether an action, refused on a full item, is to be tried on one with no more than it must have; it gets such ones now. */
  wantsPlainItem(operation: OperationDescriptor, answer: Answer): boolean {
    return this.#items.wantsPlain(operation, answer)
  }

  /** The item that the checks of one operation write to, one after the other. @throws NotRun when none can be created. */
  own(operation: OperationDescriptor): Promise<Item> {
    return this.#items.own(operation)
  }

  /** Replaces the operation's own item: a write made it vanish. @throws NotRun when none can be created. */
  ownAnew(operation: OperationDescriptor): Promise<Item> {
    return this.#items.ownAnew(operation)
  }

  /** An item that everybody reads and nobody changes. @throws NotRun when there is none. */
  shared(resource: ResourceDescriptor): Promise<Item> {
    return this.#items.shared(resource)
  }

  /** Forgets the spare item that an operation was rightly allowed to act on. */
  spend(operation: OperationDescriptor): void {
    this.#items.spend(operation)
  }

  /** Forgets what is shared: the server did what it should have refused, and nobody knows to which item. */
  renew(): void {
    this.#items.clear()
    this.#reads.clear()
    this.#supplies.clear()
  }

  /** Removes what was created. @returns One sentence for each item that is still there. */
  cleanUp(): Promise<readonly string[]> {
    this.renew()
    return this.#cleanUp.run()
  }
}
