import type { OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { blankPath } from '../../../data/document/path-binding.ts'
import { createsInTree, onlyCreatesByPath, resourceByName } from '../../../data/document/resource-lookup.ts'
import type { Reason } from '../../../data/outcome/kinds/reason.ts'
import { Missing, type Or, resultIfThere } from '../../../data/outcome/missing.ts'
import type { Session } from '../../../traffic/session/session.ts'
import { RunPlan } from '../../needs/run-plan.ts'
import { RequestFactory } from '../../requests/request-factory.ts'
import { AbsentReferences } from '../absent-references.ts'
import { ExistingItems } from '../existing-items.ts'
import { ExpendableItems } from '../expendable-items.ts'
import { Permission } from '../guard/permission.ts'
import type { Fixture, Item, ItemSources } from '../item.ts'
import { Items } from '../items.ts'
import { LastingItems } from '../lasting-items.ts'
import { StateWays } from '../middleware/state-ways.ts'
import { NewItems } from '../new-items.ts'
import { PathBindings } from '../path-bindings.ts'
import { Sender } from '../sender.ts'
import { SharedItems } from '../shared-items.ts'
import { PoolSupplies } from '../supplies.ts'
import { PoolAnswers } from './answers.ts'
import { ItemsElsewhere } from './elsewhere.ts'
import { PoolRecording, type RecordingOptions } from './recording.ts'

export interface PoolOptions extends RecordingOptions {
  readonly session: Pick<Session, 'send' | 'writes'>
}

/**
 * The items of a run. It creates, finds and shares items for requests, and removes those that it created. It
 * changes existing items only if that is allowed, and uses up items that were provided for this.
 */
export class Pool implements ItemSources {
  readonly requests: RequestFactory
  readonly permission: Permission
  readonly recording: PoolRecording
  readonly bindings: PathBindings
  /** Sends valid requests, and adapts to error responses. */
  readonly sender: Sender
  readonly made: NewItems
  readonly shared: SharedItems
  readonly items: Items
  readonly answers: PoolAnswers
  readonly #options: PoolOptions
  readonly #supplies: PoolSupplies

  constructor(options: PoolOptions) {
    const { document, target, names } = options
    const changeExisting = target.changeExisting === true
    const plan = new RunPlan({ document, target })
    const requests = new RequestFactory(document, names)
    const permission = new Permission({ document, target })
    const recording = new PoolRecording(options, { requests, permission })
    const { recorder, identities } = recording
    const supplies = new PoolSupplies({ document, target, requests, plan, sources: this })
    const absent = new AbsentReferences({ document, supplies, requests, sources: this })
    const bindings = new PathBindings({ document, target, names, supplies, requests, sources: this })
    const sender = new Sender({
      ...{ document, requests, supplies, absent, recorder, bindings },
      withholds: (operation, parameter) => permission.withholds(operation, parameter),
    })
    const expendable = new ExpendableItems({ document, target, sender })
    const existing = new ExistingItems({
      ...{ document, target, bindings, expendable, identities },
      sources: this,
      isMade: (item) => recording.isMade(item),
    })
    const ways = new StateWays({ document, call: (...given) => sender.callAt(...given) })
    const isGone = (item: Item): boolean => recording.isGone(item)
    const discard = (item: Item) => recording.removal.discard([item])
    const made = new NewItems({
      ...{
        document,
        changeExisting,
        sender,
        supplies,
        bindings,
        existing,
        expendable,
        ways,
        isGone,
        discard,
      },
    })
    const shared = new SharedItems({ document, changeExisting, plan, made, existing, expendable, isGone })
    const lasting = new LastingItems({ document, sender })
    const items = new Items({ document, plan, made, shared, lasting, ways })
    const elsewhere = new ItemsElsewhere({ document, existing, sender })
    this.answers = new PoolAnswers({ plan, supplies, bindings, items, sender, elsewhere })
    this.#options = options
    this.requests = requests
    this.permission = permission
    this.recording = recording
    this.#supplies = supplies
    this.bindings = bindings
    this.sender = sender
    this.made = made
    this.shared = shared
    this.items = items
  }

  /**
   * Number of writes in the run so far that were not rejected. As long as it is unchanged, earlier
   * observations remain valid.
   */
  get writes(): number {
    return this.#options.session.writes
  }

  /** Returns the resource whose items an operation concerns. */
  resourceFor({ operationId, resource }: OperationDescriptor): Or<ResourceDescriptor> {
    const found = resourceByName(this.#options.document, resource?.name)
    return found ?? new Missing({ kind: 'no resource', operation: operationId })
  }

  /**
   * Returns the required values that were not found, with the settings that would provide them; empty if none
   * is missing.
   */
  whatIsMissing(operation: OperationDescriptor): readonly Reason[] {
    const references = this.#supplies.whatIsMissing(operation)
    return references.length > 0 ? references : this.bindings.whatIsMissing(operation)
  }

  /**
   * Returns the fixture for a rule's requests that should be rejected. A write to an item gets a separate
   * one, which shows whether the request had an effect. If none can be created, it gets the disposable item
   * (see `ItemUse`). Reads share one item.
   */
  async fixture(operation: OperationDescriptor): Promise<Or<Fixture>> {
    const resource = resourceByName(this.#options.document, operation.resource?.name)
    const isCollection = !blankPath(operation.path).startsWith(blankPath(resource?.item ?? operation.path))
    const isNew =
      resource !== undefined && (onlyCreatesByPath(operation, resource) || createsInTree(operation, resource))
    const isOwn = operation.method !== 'GET' && !isCollection && !isNew && resource?.item !== undefined
    const item = isOwn ? resultIfThere(await this.items.exclusive(operation)) : undefined
    const own = item && resultIfThere(await this.bindings.around(operation, item.binding))
    if (item !== undefined && own !== undefined) return { binding: own, item }
    const binding = await this.bindings.find(operation, 'refuse')
    return binding instanceof Missing ? binding : { binding }
  }

  /**
   * Forgets all shared items, because a request that should have been rejected may have changed any of them.
   */
  forget(): void {
    this.items.clear()
    this.answers.clear()
    this.#supplies.clear()
  }

  /** Removes the items that the run created. @returns One sentence for each item that still exists. */
  cleanUp(): Promise<readonly string[]> {
    this.forget()
    return this.recording.removal.run()
  }
}
