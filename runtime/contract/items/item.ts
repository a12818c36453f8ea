import type { OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import type { Place } from '../document/place.ts'
import type { Answer } from '../exchange/answer.ts'
import type { RequestPlan } from '../exchange/request.ts'

/** One item of a resource, and the place that addresses it. */
export interface Item {
  readonly resource: ResourceDescriptor
  readonly place: Place
  /** As the create or list operation answered it. */
  readonly value: unknown
}

/**
 * What happens to the item that the last template of a path names: `read` leaves it as it is and shares it; `change` gets
 * one that no other operation writes to; `refuse` expects to be refused, so one spare item serves every such call, and an
 * unknown value does where none can be created.
 */
export type Use = 'read' | 'change' | 'refuse'

/** A valid request, what was answered and the place it went to. */
export interface Call {
  readonly plan: RequestPlan
  readonly answer: Answer
  readonly place: Place
  /** What a create operation made. */
  readonly created?: Item
  /** A server error to a fuller request than the one that was answered with success. */
  readonly crash?: Answer
}

/** Hands out an item of a resource for one use by one operation. @throws NotRun when none can be had. */
export type ItemSource = (
  operation: OperationDescriptor,
  resource: ResourceDescriptor,
  use: Use,
) => Promise<Item>
