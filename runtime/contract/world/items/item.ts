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
  /** As answered by the create or list operation. */
  readonly value: unknown
}

/**
 * How a request uses the item that the last template of its path names. `read` leaves it unchanged and shares
 * it; `change` gets one that no other operation writes to. One `disposable` item serves all requests that
 * should be refused, or an unknown value if none can be created. With `refuse`, a write gets the disposable
 * item and a GET gets a readable one.
 */
export type Use = 'read' | 'change' | 'disposable' | 'refuse'

/** The path binding of a request, and the item if no other operation uses it. */
export interface Fixture {
  readonly binding: PathBinding
  readonly item?: Item
}

/** A request, its answer and its path binding. */
export interface Call {
  readonly plan: RequestPlan
  readonly answer: Answer
  readonly binding: PathBinding
  /** Item that the request created. */
  readonly created?: Item
  /** Set if a create returned an existing item with the same name. */
  readonly isFoundAgain?: true
  /** The refusal, if the read was refused without its optional parameters; and their names. */
  readonly withoutOptional?: { readonly answer: Answer; readonly names: readonly string[] }
  /** A server error for a fuller request than the successful one. */
  readonly crash?: Answer
}

/**
 * Requests between the sources of items, path bindings and values: a binding addresses one item and names
 * further ones, and a request may have to name more. Each request says which task waits for it, so that the
 * plan can object to circular needs.
 */
export interface Sources {
  readonly answers: {
    /** An operation's answer, whatever it is: a GET is sent once for all callers. */
    askFor(by: Task, operation: OperationDescriptor): Promise<Or<Call>>
  }
  readonly items: {
    /** An item of a resource for one use by one operation. */
    for(operation: OperationDescriptor, resource: ResourceDescriptor, use: UseBy): Promise<Or<Item>>
  }
  readonly shared: {
    /** An item that is only read and never changed. */
    find(resource: ResourceDescriptor): Promise<Or<Item>>
    /** The same for a task. */
    findFor(by: Task, resource: ResourceDescriptor): Promise<Or<Item>>
  }
  readonly made: {
    /** A new item, created by a request that waits for no values of other items. */
    createPlain(by: Task, resource: ResourceDescriptor): Promise<Or<Item>>
    /** The item in a path binding that the run created for one use; `undefined` if none. */
    madeAt(resource: ResourceDescriptor, binding: PathBinding): Item | undefined
  }
}

/** A use of an item, by the task that waits for it. */
export interface UseBy extends Waiting {
  readonly use: Use
}

const CREATED = 201

/**
 * True if a create returned an existing item and its status says so: then it stored nothing from its body.
 */
export function isFoundItem({ answer, isFoundAgain }: Pick<Call, 'answer' | 'isFoundAgain'>): boolean {
  return isFoundAgain === true && answer.status !== CREATED
}

/** The call itself, if it succeeded. */
export function succeededCall(call: Or<Call>): Or<Call> {
  if (call instanceof Missing) return call
  const { plan, answer } = call
  if (isSuccess(answer)) return call
  // A refusal because of the content explains the reason.
  const isTelling = new Refusal(answer, plan.operation).mayBeAbout('content', 'conflict')
  return new Missing({
    kind: 'answered',
    operation: plan.operation.operationId,
    status: answer.status,
    ...(isTelling && { words: exchangeExcerpt(answer.text) }),
  })
}

/** An item that no other operation uses, as a fixture. */
export function asFixture(item: Item): Fixture {
  return { binding: item.binding, item }
}
