import type { OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import type { PathBinding } from '../../../data/document/path-binding.ts'
import { DEFAULT_CONCURRENCY, type Target } from '../../../traffic/target/target.ts'
import type { RequestFactory } from '../../requests/request-factory.ts'
import type { Names } from '../../values/names.ts'
import { CleanUp } from '../clean-up/clean-up.ts'
import { CreatedItems, type CreatedItemsOptions } from '../clean-up/created-items.ts'
import { ItemGuard } from '../guard/item-guard.ts'
import type { Permission } from '../guard/permission.ts'
import { RemovalProof } from '../guard/removal-proof.ts'
import { CreatedNames } from '../identity/created-names.ts'
import { Identities } from '../identity/identities.ts'
import type { LearntNames } from '../identity/learnt-names.ts'
import { SentNames } from '../identity/sent-names.ts'
import type { Item } from '../item.ts'
import { GuardedRequests, type GuardedRequestsOptions } from '../middleware/guarded-requests.ts'
import { RequestKeys } from '../middleware/request-keys.ts'
import { SettledReads } from '../middleware/settled-reads.ts'
import { Recorder, type WasThere } from '../recorder.ts'

export interface RecordingOptions extends CreatedItemsOptions {
  /** The identifying properties that the run has determined; `document` includes them. */
  readonly learnt: LearntNames
  readonly target: Target
  readonly names: Names
  readonly session: GuardedRequestsOptions['session']
  readonly wasThere?: WasThere | undefined
}

/** Handles all of a run's requests: checks them with the guard, and records what they created and removed. */
export class PoolRecording {
  readonly guard: ItemGuard
  readonly settled: SettledReads
  readonly sent: SentNames
  readonly identities: Identities
  /** Sends requests as they are, and notes what they created and removed. */
  readonly recorder: Recorder
  readonly removal: CleanUp
  readonly #created: CreatedItems

  constructor(
    options: RecordingOptions,
    { requests, permission }: { readonly requests: RequestFactory; readonly permission: Permission },
  ) {
    const { document, learnt, target, names, session, wasThere = () => false, tell = () => {} } = options
    const { changeExisting = false, concurrency = DEFAULT_CONCURRENCY } = target
    this.guard = new ItemGuard({
      ...{ document, changeExisting, permission },
      namesExisting: (plan) => requests.bodies.namesExisting(plan),
    })
    this.settled = new SettledReads()
    this.sent = new SentNames(names)
    const read = async (list: OperationDescriptor, binding: PathBinding) =>
      session.send(requests.best(list, binding))
    const middleware = new GuardedRequests({
      ...{ document, session, guard: this.guard, settled: this.settled },
      proof: new RemovalProof({ document, read }),
      keys: new RequestKeys(requests),
    })
    const made = new CreatedItems(options)
    this.#created = made
    this.removal = new CleanUp({
      ...{ document, tell, made, concurrency },
      send: (plan) => middleware.send(plan),
    })
    this.identities = new Identities({ document, learnt, requests, middleware })
    this.recorder = new Recorder({
      ...{ document, middleware, settled: this.settled, made, tell, requests, wasThere, sent: this.sent },
      names: new CreatedNames({ document, requests, middleware, identities: this.identities }),
    })
  }

  /** True if the run created the item. */
  isMade({ resource, binding }: Item): boolean {
    return resource.item !== undefined && this.#created.has(resource.item, binding)
  }

  /** Returns the run's items of a resource that it has not removed, without those of the other user. */
  live(resource: ResourceDescriptor): readonly Item[] {
    return this.#created.of(resource.item ?? '').map(({ binding, value }) => ({ resource, binding, value }))
  }

  /** True if the run has removed the item, and has created none with its name since. */
  isGone({ resource, binding }: Item): boolean {
    return resource.item !== undefined && this.#created.isGone(resource.item, binding)
  }
}
