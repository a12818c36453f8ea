import type { OperationDescriptor, ParameterDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { blank, type Place } from '../document/place.ts'
import { isNamedByPath, resourceOf } from '../document/resource-lookup.ts'
import type { Answer } from '../exchange/answer.ts'
import type { RequestPlan } from '../exchange/request.ts'
import { GuardedWay } from '../guard/guarded-way.ts'
import { ItemGuard } from '../guard/item-guard.ts'
import { Permission } from '../guard/permission.ts'
import type { Reason } from '../outcome/kinds/reason.ts'
import { NotRun } from '../outcome/not-run.ts'
import { RequestFactory } from '../requests/request-factory.ts'
import type { Session } from '../session/session.ts'
import { DEFAULT_CONCURRENCY, type Target } from '../target/target.ts'
import type { Names } from '../values/names.ts'
import { CleanUp, type CleanUpOptions } from './clean-up.ts'
import { ExistingItems } from './existing-items.ts'
import { ExpendableItems } from './expendable-items.ts'
import { CreatedNames } from './identity/created-names.ts'
import { Identities } from './identity/identities.ts'
import type { LearntNames } from './identity/learnt-names.ts'
import type { Call, Item, Sources, Subject, Use } from './item.ts'
import { Items } from './items.ts'
import { memoize } from './memoize.ts'
import { Places } from './places.ts'
import { Recorder, type WasThere } from './recorder.ts'
import { Sender } from './sender.ts'
import { Supplies } from './supplies.ts'
import { EntityTags } from './way/entity-tags.ts'
import { type Look, SettledReads } from './way/settled-reads.ts'

export interface PoolOptions extends Omit<CleanUpOptions, 'send' | 'concurrency'> {
  /** Names of items that the run finds out; `document` shows them. */
  readonly learnt: LearntNames
  readonly target: Target
  readonly names: Names
  readonly session: Pick<Session, 'send' | 'writes'>
  readonly wasThere?: WasThere | undefined
}

/**
 * The items of a run. Makes, finds and shares what requests need, and removes what it made. What it found it changes only
 * when that is allowed, and what it was handed over it uses up.
 */
export class Pool implements Sources {
  readonly requests: RequestFactory
  readonly #options: PoolOptions
  readonly #permission: Permission
  readonly #guard: ItemGuard
  readonly #cleanUp: CleanUp
  readonly #supplies: Supplies
  readonly #recorder: Recorder
  readonly #sender: Sender
  readonly #places: Places
  readonly #settled: SettledReads
  readonly #items: Items
  readonly #reads = new Map<string, Promise<Call>>()

  constructor(options: PoolOptions) {
    const { document, learnt, target, names, session, wasThere = () => false } = options
    const changeExisting = target.changeExisting === true
    const requests = new RequestFactory(document, names)
    const permission = new Permission({ document, target })
    const guard = new ItemGuard({ document, changeExisting, permission })
    const settled = new SettledReads(new GuardedWay(session, guard))
    const way = new EntityTags({ document, way: settled })
    const { concurrency = DEFAULT_CONCURRENCY } = target
    const cleanUp = new CleanUp({ ...options, concurrency, send: (plan) => way.send(plan) })
    const identities = new Identities({ document, learnt, requests, way })
    const created = new CreatedNames({ document, requests, way, identities })
    const recorder = new Recorder({ document, way, settled, cleanUp, requests, names: created, wasThere })
    const supplies = new Supplies({ document, target, requests, sources: this })
    const places = new Places({
      ...{ document, target, names, supplies, requests },
      sources: this,
    })
    const sender = new Sender({
      ...{ requests, supplies, recorder, places },
      withholds: (operation, parameter) => permission.withholds(operation, parameter),
    })
    const expendable = new ExpendableItems({ document, target, sender })
    const existing = new ExistingItems({
      ...{ document, target, places, expendable, identities },
      sources: this,
    })
    this.requests = requests
    this.#options = options
    this.#settled = settled
    this.#permission = permission
    this.#guard = guard
    this.#cleanUp = cleanUp
    this.#supplies = supplies
    this.#recorder = recorder
    this.#sender = sender
    this.#places = places
    this.#items = new Items({
      ...{ document, changeExisting },
      ...{ sender, supplies, places, existing, expendable },
      isGone: ({ resource, place }) => resource.item !== undefined && cleanUp.isGone(resource.item, place),
    })
  }

  /** Writes of the run so far that were not refused: while it stays, what was seen is still so. */
  get writes(): number {
    return this.#options.session.writes
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

  /** Sends a valid request to a given place, whatever is answered. @throws NotRun when none can be made. */
  callAt(operation: OperationDescriptor, place: Place): Promise<Call> {
    return this.#sender.callAt(operation, place)
  }

  /** Sends a request as it is, and takes note of what it made and removed. @throws NotRun for one that is not let through. */
  send(plan: RequestPlan, place: Place): Promise<Call> {
    return this.#recorder.send(plan, place)
  }

  /** Looks again for what was just made, where a server shows it a moment later. @see SettledReads.onceShown */
  onceShown<Seen>(where: string, look: Look<Seen>): Promise<Seen> {
    return this.#settled.onceShown(where, look)
  }

  /** Whether a request may be sent: it harms nothing that the run did not make. */
  allows(plan: RequestPlan): boolean {
    return this.#guard.allows(plan)
  }

  /** Whether a parameter is left out of requests, as it would start work. */
  withholds(operation: OperationDescriptor, parameter: ParameterDescriptor): boolean {
    return this.#permission.withholds(operation, parameter)
  }

  /** What an operation's request has to name and nothing supplied, with the configuration that would; or nothing. */
  whatIsMissing(operation: OperationDescriptor): readonly Reason[] {
    const references = this.#supplies.whatIsMissing(operation)
    return references.length > 0 ? references : this.#places.whatIsMissing(operation)
  }

  /** Values for every template of the operation's path. @throws NotRun naming the configuration that would supply one. */
  place(operation: OperationDescriptor, use: Use): Promise<Place> {
    return this.#places.find(operation, use)
  }

  /** The item's place with values for what else the operation's path names. @throws NotRun as `place` does. */
  around(operation: OperationDescriptor, { place }: Pick<Item, 'place'>): Promise<Place> {
    return this.#places.around(operation, place)
  }

  /** The place with another name, where the operation creates under the name of its path: each request makes its own. */
  renamed(operation: OperationDescriptor, place: Place): Place {
    return this.#places.renamed(operation, place)
  }

  /**
   * What requests of a rule go to that should be refused: a write has an item of its own, which tells whether it was, and
   * the spare one where none can be made. Reads share theirs.
   * @throws NotRun as `place` does.
   */
  async subject(operation: OperationDescriptor): Promise<Subject> {
    const resource = resourceOf(this.#options.document, operation.resource?.name)
    const isCollection = !blank(operation.path).startsWith(blank(resource?.item ?? operation.path))
    const isNew = resource !== undefined && isNamedByPath(operation, resource)
    if (operation.method === 'GET' || isCollection || isNew || resource?.item === undefined)
      return { place: await this.place(operation, 'refuse') }
    try {
      const item = await this.own(operation)
      return { place: await this.around(operation, item), item }
    } catch (error) {
      if (error instanceof NotRun) return { place: await this.place(operation, 'refuse') }
      throw error
    }
  }

  itemFor(operation: OperationDescriptor, resource: ResourceDescriptor, use: Use): Promise<Item> {
    return this.#items.for(operation, resource, use)
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

  sharedUnlessPending(resource: ResourceDescriptor): Promise<Item> | undefined {
    return this.#items.isSharing(resource) ? undefined : this.shared(resource)
  }

  /** Forgets the spare item that an operation was rightly allowed to act on. */
  spend(operation: OperationDescriptor): void {
    this.#items.spend(operation)
  }

  /** Forgets all that is kept for several requests: the server did what it should not, to an item that cannot be told. */
  forget(): void {
    this.#items.clear()
    this.#reads.clear()
    this.#supplies.clear()
  }

  /** Removes what no rule goes on with. */
  discard(items: readonly Item[]): Promise<void> {
    return this.#cleanUp.discard(items)
  }

  /** Removes what was created. @returns One sentence for each item that is still there. */
  cleanUp(): Promise<readonly string[]> {
    this.forget()
    return this.#cleanUp.run()
  }
}
