import type { OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import type { PathBinding } from '../../data/document/path-binding.ts'
import { type Answer, isSuccess } from '../../data/exchange/answer.ts'
import { excerpt } from '../../data/exchange/excerpt.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import { Missing, type Or } from '../../data/outcome/missing.ts'
import { Refusal } from '../refusal/refusal.ts'

/** One item of a resource, and the path binding that addresses it. */
export interface Item {
  readonly resource: ResourceDescriptor
  readonly binding: PathBinding
  /** As the create or list operation answered it. */
  readonly value: unknown
}

/**
 * How a request uses the item that the last template of its path names. `read` leaves it unchanged and shares
 * it; `change` gets one that no other operation writes to. One `disposable` item serves all requests that
 * should be refused, or an unknown value if none can be created. `refuse` follows the method: a write gets
 * the disposable item, a GET a readable one.
 */
export type Use = 'read' | 'change' | 'disposable' | 'refuse'

/** Path binding of a request, and its item if no other operation uses it. */
export interface Fixture {
  readonly binding: PathBinding
  readonly item?: Item
}

/** A request, its answer and its path binding. */
export interface Call {
  readonly plan: RequestPlan
  readonly answer: Answer
  readonly binding: PathBinding
  /** Item that a create operation made. */
  readonly created?: Item
  /** Set if a create answered with an item of before: the same name leads to it. */
  readonly isFoundAgain?: true
  /** Refusal of a read without parameters that the document leaves free, and their names. */
  readonly withoutOptional?: { readonly answer: Answer; readonly names: readonly string[] }
  /** A server error to a fuller request than the one that was answered with success. */
  readonly crash?: Answer
}

/**
 * Requests between the makers of items, path bindings and values: a binding addresses an item and names
 * others, and a request may have to name more of them.
 */
export interface Sources {
  /** A valid request with real ids, whatever is answered: a GET once for all who ask. */
  call(operation: OperationDescriptor): Promise<Or<Call>>
  readonly items: {
    /** An item of a resource for one use by one operation. */
    for(operation: OperationDescriptor, resource: ResourceDescriptor, use: Use): Promise<Or<Item>>
    /** An item that everybody reads and nobody changes; `undefined` while it is being made. */
    sharedUnlessPending(resource: ResourceDescriptor): Promise<Or<Item>> | undefined
    /** Item of a path binding that the run made for one use; `undefined` if it made none. */
    madeAt(resource: ResourceDescriptor, binding: PathBinding): Item | undefined
  }
}

const CREATED = 201

/**
 * True if a create answered with what was there before, and says so by its status: it stores nothing of its
 * body.
 */
export function isFound({ answer, isFoundAgain }: Pick<Call, 'answer' | 'isFoundAgain'>): boolean {
  return isFoundAgain === true && answer.status !== CREATED
}

/** The call itself, if it was answered with success. */
export function succeeded(call: Or<Call>): Or<Call> {
  if (call instanceof Missing) return call
  const { plan, answer } = call
  if (isSuccess(answer)) return call
  // A server that refuses a request for what it says tells why.
  const isTelling = new Refusal(answer, plan.operation).mayBeAbout('content', 'conflict')
  return new Missing({
    kind: 'answered',
    operation: plan.operation.operationId,
    status: answer.status,
    ...(isTelling && { words: excerpt(answer.text) }),
  })
}

/** An item that no other operation uses, as a fixture. */
export function asFixture(item: Item): Fixture {
  return { binding: item.binding, item }
}
