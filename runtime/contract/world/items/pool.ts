import type { OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { blankPath } from '../../data/document/path-binding.ts'
import { onlyCreatesByPath, resourceByName } from '../../data/document/resource-lookup.ts'
import type { Reason } from '../../data/outcome/kinds/reason.ts'
import { Missing, type Or, once, resultIfThere, resultOrMissing } from '../../data/outcome/missing.ts'
import type { Session } from '../../traffic/session/session.ts'
import { DEFAULT_CONCURRENCY, type Target } from '../../traffic/target/target.ts'
import { answerTask, RunPlan, type Task, type Waiting } from '../needs/run-plan.ts'
import { RequestFactory } from '../requests/request-factory.ts'
import type { Names } from '../values/names.ts'
import { CleanUp } from './clean-up/clean-up.ts'
import { CreatedItems, type CreatedItemsOptions } from './clean-up/created-items.ts'
import { Elsewhere } from './elsewhere.ts'
import { ExistingItems } from './existing-items.ts'
import { ExpendableItems } from './expendable-items.ts'
import { ItemGuard } from './guard/item-guard.ts'
import { Permission } from './guard/permission.ts'
import { CreatedNames } from './identity/created-names.ts'
import { Identities } from './identity/identities.ts'
import type { LearntNames } from './identity/learnt-names.ts'
import { SentNames } from './identity/sent-names.ts'
import type { Call, Fixture, Item, Sources, Use } from './item.ts'
import { Items } from './items.ts'
import { GuardedRequests } from './middleware/guarded-requests.ts'
import { SettledReads } from './middleware/settled-reads.ts'
import { StateWays } from './middleware/state-ways.ts'
import { NewItems } from './new-items.ts'
import { PathBindings } from './path-bindings.ts'
import { Recorder, type WasThere } from './recorder.ts'
import { Sender } from './sender.ts'
import { SharedItems } from './shared-items.ts'
import { Supplies } from './supplies.ts'

export interface PoolOptions extends CreatedItemsOptions {
  /** Names of items that the run learns; `document` shows them. */
  readonly learnt: LearntNames
  readonly target: Target
  readonly names: Names
  readonly session: Pick<Session, 'send' | 'writes'>
  readonly wasThere?: WasThere | undefined
}

/**
 * The items of a run. Creates, finds and shares items for requests, and removes those it created. It changes
 * existing items only if allowed, and uses up items provided for that.
 */
export class Pool implements Sources {
  readonly requests: RequestFactory
  readonly bindings: PathBindings
  readonly items: Items
  readonly shared: SharedItems
  readonly made: NewItems
  /** Sends valid requests, and learns from refusals. */
  readonly sender: Sender
  /** Sends requests unchanged, and notes what they created and removed. */
  readonly recorder: Recorder
  readonly permission: Permission
  readonly guard: ItemGuard
  readonly settled: SettledReads
  readonly sent: SentNames
  readonly removal: CleanUp
  readonly #options: PoolOptions
  readonly #supplies: Supplies
  readonly #elsewhere: Elsewhere
  readonly #plan: RunPlan
  readonly #reads = new Map<string, Promise<Or<Call>>>()

  constructor(options: PoolOptions) {
    const { document, target, names } = options
    const changeExisting = target.changeExisting === true
    const requests = new RequestFactory(document, names)
    const permission = new Permission({ document, target })
    const { guard, settled, created, cleanUp, identities, sent, recorder } = recordingOf(options, {
      requests,
      permission,
    })
    const plan = new RunPlan({ document, target })
    const supplies = new Supplies({ document, target, requests, plan, sources: this })
    const bindings = new PathBindings({
      ...{ document, target, names, supplies, requests },
      sources: this,
    })
    const sender = new Sender({
      ...{ requests, supplies, recorder, bindings },
      withholds: (operation, parameter) => permission.withholds(operation, parameter),
    })
    const expendable = new ExpendableItems({ document, target, sender })
    const existing = new ExistingItems({
      ...{ document, target, bindings, expendable, identities },
      sources: this,
      isMade: ({ resource, binding }) => resource.item !== undefined && created.has(resource.item, binding),
    })
    this.#elsewhere = new Elsewhere({ document, existing, sender })
    this.requests = requests
    this.#options = options
    this.settled = settled
    this.permission = permission
    this.guard = guard
    this.removal = cleanUp
    this.sent = sent
    this.#supplies = supplies
    this.#plan = plan
    this.recorder = recorder
    this.sender = sender
    this.bindings = bindings
    const ways = new StateWays({ document, call: (...given) => sender.callAt(...given) })
    const isGone = ({ resource, binding }: Item): boolean =>
      resource.item !== undefined && created.isGone(resource.item, binding)
    this.made = new NewItems({
      ...{ document, changeExisting, sender, supplies, bindings, existing, expendable, ways, isGone },
    })
    this.shared = new SharedItems({
      ...{ document, changeExisting, plan, made: this.made, existing, expendable, isGone },
    })
    this.items = new Items({ document, plan, made: this.made, shared: this.shared, ways })
  }

  /**
   * Number of the run's writes so far that were not refused: while it is unchanged, earlier observations
   * remain valid.
   */
  get writes(): number {
    return this.#options.session.writes
  }

  /**
   * Sends a valid request with real ids: a GET once for all callers, any other method anew each time, to a
   * separate item.
   * @returns Any answer, including a failure.
   */
  async call(operation: OperationDescriptor): Promise<Or<Call>> {
    await this.#supplies.complete(operation)
    const call = await this.#answerTo(operation)
    if (call instanceof Missing || operation.method === 'GET') return call
    // To another item if the operation requires it.
    return (await this.items.wantsAnother(operation, call.answer)) ? this.call(operation) : call
  }

  async answerFor(by: Task, operation: OperationDescriptor): Promise<Or<Call>> {
    const objection = this.#plan.objection(by, answerTask(operation))
    if (objection !== undefined) return objection
    await this.#supplies.complete(operation, by)
    return this.#answerTo(operation, { by: answerTask(operation) })
  }

  #answerTo(operation: OperationDescriptor, waiting: Waiting = {}): Promise<Or<Call>> {
    if (operation.method !== 'GET') return this.#write(operation, waiting)
    const by = answerTask(operation)
    return once(this.#reads, operation.operationId, async () => {
      const call = await this.#send(operation, 'read', { by })
      if (call instanceof Missing) return call
      return resultIfThere(await resultOrMissing(() => this.#elsewhere.readInstead(call))) ?? call
    })
  }

  async #write(operation: OperationDescriptor, waiting: Waiting): Promise<Or<Call>> {
    const call = await this.#send(operation, 'change', waiting)
    if (!(call instanceof Missing) && call.created !== undefined)
      this.items.keepAsExclusive(operation, call.created)
    return call
  }

  #send(operation: OperationDescriptor, use: Use, waiting: Waiting): Promise<Or<Call>> {
    return resultOrMissing(async () => {
      const binding = await this.bindings.find(operation, use, waiting)
      return binding instanceof Missing ? binding : this.sender.callAt(operation, binding, waiting)
    })
  }

  /** The resource of the items that an operation concerns. */
  resourceFor({ operationId, resource }: OperationDescriptor): Or<ResourceDescriptor> {
    const found = resourceByName(this.#options.document, resource?.name)
    return found ?? new Missing({ kind: 'no resource', operation: operationId })
  }

  /**
   * Required names for which no value was found, with the configuration that would provide them; empty if
   * none.
   */
  whatIsMissing(operation: OperationDescriptor): readonly Reason[] {
    const references = this.#supplies.whatIsMissing(operation)
    return references.length > 0 ? references : this.bindings.whatIsMissing(operation)
  }

  /**
   * Fixture for a rule's requests that should be refused: a write gets a separate item, which shows whether
   * it was refused, or the disposable item if none can be created. Reads share one item.
   */
  async fixture(operation: OperationDescriptor): Promise<Or<Fixture>> {
    const resource = resourceByName(this.#options.document, operation.resource?.name)
    const isCollection = !blankPath(operation.path).startsWith(blankPath(resource?.item ?? operation.path))
    const isNew = resource !== undefined && onlyCreatesByPath(operation, resource)
    const isOwn = operation.method !== 'GET' && !isCollection && !isNew && resource?.item !== undefined
    const item = isOwn ? resultIfThere(await this.items.exclusive(operation)) : undefined
    const own = item && resultIfThere(await this.bindings.around(operation, item.binding))
    if (item !== undefined && own !== undefined) return { binding: own, item }
    const binding = await this.bindings.find(operation, 'refuse')
    return binding instanceof Missing ? binding : { binding }
  }

  /** Forgets all shared items: a request that should have been refused may have changed any of them. */
  forget(): void {
    this.items.clear()
    this.#reads.clear()
    this.#supplies.clear()
  }

  /** Removes the created items. @returns One sentence for each item that still exists. */
  cleanUp(): Promise<readonly string[]> {
    this.forget()
    return this.removal.run()
  }
}

/** The chain of middlewares for requests, with the recorder of what they created and removed. */
function recordingOf(
  options: PoolOptions,
  { requests, permission }: { readonly requests: RequestFactory; readonly permission: Permission },
) {
  const { document, learnt, target, names, session, wasThere = () => false, tell = () => {} } = options
  const { changeExisting = false, concurrency = DEFAULT_CONCURRENCY } = target
  const guard = new ItemGuard({ document, changeExisting, permission })
  const settled = new SettledReads()
  const middleware = new GuardedRequests({ document, session, guard, settled })
  const created = new CreatedItems(options)
  const cleanUp = new CleanUp({
    ...{ document, tell, made: created, concurrency },
    send: (plan) => middleware.send(plan),
  })
  const identities = new Identities({ document, learnt, requests, middleware })
  const createdNames = new CreatedNames({ document, requests, middleware, identities })
  const sent = new SentNames(names)
  const recorder = new Recorder({
    ...{ document, middleware, settled, made: created, tell, requests, wasThere, sent },
    names: createdNames,
  })
  return { guard, settled, created, cleanUp, identities, sent, recorder }
}
