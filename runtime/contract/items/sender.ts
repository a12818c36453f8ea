import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { extend, type Place, pathValues } from '../document/place.ts'
import { idOf, resourceOf } from '../document/resource-lookup.ts'
import { type Answer, isSuccess } from '../exchange/answer.ts'
import type { RequestPlan } from '../exchange/request.ts'
import { NotRun } from '../outcome/not-run.ts'
import type { RequestFactory, RequestVariant } from '../requests/request-factory.ts'
import type { CleanUp } from './clean-up.ts'
import type { Call, Item } from './item.ts'
import type { Supplies } from './supplies.ts'

export interface SenderOptions {
  readonly document: DocumentDescriptor
  readonly requests: RequestFactory
  readonly supplies: Supplies
  readonly cleanUp: CleanUp
  readonly send: (plan: RequestPlan) => Promise<Answer>
}

/** Failures that another body may mend: it may have named what does not exist. */
const BODY_REFUSED = [400, 404, 409, 415, 422]
/** Refusals that are learnt from, for one request. */
const MAX_LESSONS = 4

/** Sends valid requests to given places, learns from refusals, and takes note of what was created and deleted. */
export class Sender {
  readonly #options: SenderOptions

  constructor(options: SenderOptions) {
    this.#options = options
  }

  /**
   * Sends a valid request to a given place; tries the variants of its body in turn, or only those that are named. Of
   * several refusals the first counts: the fuller a request is, the more the server tells of what it lacks.
   * @throws NotRun when no valid request can be made.
   */
  async callAt(
    operation: OperationDescriptor,
    place: Place,
    only?: readonly RequestVariant[],
  ): Promise<Call> {
    const { requests, supplies, send } = this.#options
    await supplies.prepare(operation)
    let refused: Call | undefined
    let crash: Answer | undefined
    const waiting = [...(only ?? requests.variants(operation))]
    let lessons = 0
    for (let variant = waiting.shift(); variant !== undefined; variant = waiting.shift()) {
      const plan = requests.plan(operation, pathValues(operation.path, place), variant)
      const answer = await send(plan)
      const call = { plan, answer, place }
      if (isSuccess(answer)) {
        if (only === undefined) requests.accept(operation, variant)
        const created = this.settle(operation, call)
        return { ...call, ...(created && { created }), ...(crash && { crash }) }
      }
      refused ??= call
      if (isCrash(answer)) crash ??= answer
      else if (!isBodyRefused(answer)) break
      else if (lessons++ < MAX_LESSONS && requests.learn(plan, answer.text)) waiting.unshift(variant)
    }
    if (refused === undefined) throw new NotRun(`no request could be made for ${operation.operationId}`)
    return refused
  }

  /**
   * Takes note of what a successful call did: a created item is removed in the end, a deleted one is not.
   * @returns The created item; `undefined` for other operations and when the answer has no identifier.
   */
  settle(operation: OperationDescriptor, { answer, place }: Call): Item | undefined {
    const { document, cleanUp } = this.#options
    const resource = resourceOf(document, operation.resource?.name)
    if (resource?.item === undefined || !isSuccess(answer)) return undefined
    if (operation.resource?.role === 'delete') cleanUp.forget(resource.item, place)
    if (operation.resource?.role !== 'create') return undefined
    const id = createdId(resource, answer)
    if (id === undefined) return undefined
    const item = {
      resource,
      place: extend(place, resource.item, { text: id, origin: 'created' }),
      value: answer.value,
    }
    cleanUp.remember(resource.item, item)
    return item
  }
}

/** Whether another body may be answered with success. */
export function isBodyRefused({ status }: Answer): boolean {
  return BODY_REFUSED.includes(status)
}

/** 501 is no crash: the server says that it does not have the operation. */
function isCrash({ status }: Answer): boolean {
  return status >= 500 && status !== 501
}

/**
 * What names a created item in paths: the end of a Location below the collection, which is certain, before a property that
 * looks like it. A Location that names the collection names no item. @see RFC 9110, 10.2.2
 */
function createdId(resource: ResourceDescriptor, answer: Answer): string | undefined {
  const path = answer.headers.get('location')?.split(/[?#]/)[0]?.replace(/\/$/, '')
  const [parent, last] = path?.split('/').slice(-2) ?? []
  const located = last ? decodeURIComponent(last) : undefined
  const collection = resource.collection.split('/').at(-1)
  if (parent === collection && located !== undefined) return located
  return idOf(resource, answer.value) ?? (located === collection ? undefined : located)
}
