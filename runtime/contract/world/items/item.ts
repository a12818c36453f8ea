import type { OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import type { PathBinding } from '../../data/document/path-binding.ts'
import { type Answer, isSuccess } from '../../data/exchange/answer.ts'
import { exchangeExcerpt } from '../../data/exchange/excerpt.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import { Missing, type Or } from '../../data/outcome/missing.ts'
import type { Task, Waiting } from '../needs/run-plan.ts'
import { Refusal } from '../refusal/refusal.ts'

/** One item of a resource, and its path binding. */
export interface Item {
  readonly resource: ResourceDescriptor
  readonly binding: PathBinding
  /** The item's value, as a response showed it; `undefined` if none did. */
  readonly value: unknown
}

/**
 * Specifies how a request uses the item that its path's last template identifies.
 * - `read`: leaves the item unchanged, so all such requests share one.
 * - `change`: gets an item to which no other operation writes.
 * - `disposable`: should be rejected, but may not be. All such requests share one item; if none can be
 *   created, they get an unknown value.
 * - `refuse`: `disposable` for a write, `read` for a GET.
 */
export type ItemUse = 'read' | 'change' | 'disposable' | 'refuse'

/** The path binding of a request, and the item if no other operation uses it. */
export interface Fixture {
  readonly binding: PathBinding
  readonly item?: Item
}

/** A request, its response and its path binding. */
export interface Call {
  readonly plan: RequestPlan
  readonly answer: Answer
  readonly binding: PathBinding
  /** The item that the request created. */
  readonly created?: Item
  /** True if a create returned an existing item that has the same name. */
  readonly isFoundAgain?: true
  /**
   * The error response and the names of the parameters, if the read was rejected without its optional
   * parameters.
   */
  readonly withoutOptional?: { readonly answer: Answer; readonly names: readonly string[] }
  /** The server error that a request with more properties caused before this one succeeded. */
  readonly crash?: Answer
}

/**
 * The interface between the sources of items, path bindings and values, which depend on each other: a binding
 * can contain several items, and a request might have to refer to more of them. Each call states the task
 * that waits for its result, so that the plan can detect circular dependencies.
 */
export interface ItemSources {
  readonly answers: {
    /** Returns an operation's response, whatever its status. A GET is sent once for all callers. */
    askFor(by: Task, operation: OperationDescriptor): Promise<Or<Call>>
  }
  readonly items: {
    /** Returns a resource's item for one use by an operation. */
    for(operation: OperationDescriptor, resource: ResourceDescriptor, use: ItemUseBy): Promise<Or<Item>>
  }
  readonly shared: {
    /** Returns an item that is only read and never changed. */
    find(resource: ResourceDescriptor): Promise<Or<Item>>
    /** Returns an item that is only read, for a task. */
    findFor(by: Task, resource: ResourceDescriptor): Promise<Or<Item>>
  }
  readonly made: {
    /** Creates an item with a request that does not depend on other items' values. */
    createPlain(by: Task, resource: ResourceDescriptor): Promise<Or<Item>>
    /** Returns an item below these parents, which is created for the first request for it. */
    createBelow(resource: ResourceDescriptor, parents: PathBinding): Promise<Or<Item>>
    /**
     * Returns the item that has this path binding and that the run created for one use; `undefined` if there
     * is none.
     */
    madeAt(resource: ResourceDescriptor, binding: PathBinding): Item | undefined
  }
}

/** The use of an item by the task that waits for it. */
export interface ItemUseBy extends Waiting {
  readonly use: ItemUse
}

const CREATED = 201

/**
 * True if a create returned an existing item and its status says so, which means that nothing from the
 * create's body was stored.
 */
export function isFoundItem({ answer, isFoundAgain }: Pick<Call, 'answer' | 'isFoundAgain'>): boolean {
  return isFoundAgain === true && answer.status !== CREATED
}

/** Returns the call itself if it succeeded. */
export function succeededCall(call: Or<Call>): Or<Call> {
  if (call instanceof Missing) return call
  const { plan, answer } = call
  if (isSuccess(answer)) return call
  // The wording of an error response is included if it may concern the content, because it then helps to
  // explain the reason.
  const isTelling = new Refusal(answer, plan.operation).mayBeAbout('content', 'conflict')
  return new Missing({
    kind: 'answered',
    operation: plan.operation.operationId,
    status: answer.status,
    ...(isTelling && { words: exchangeExcerpt(answer.text) }),
  })
}

/** Returns an item that no other operation uses, as a fixture. */
export function asFixture(item: Item): Fixture {
  return { binding: item.binding, item }
}
