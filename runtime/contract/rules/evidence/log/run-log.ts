import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { resourceByName } from '../../../data/document/resource-lookup.ts'
import { type Answer, isRefusal, isSuccess } from '../../../data/exchange/answer.ts'
import { itemsInAnswer } from '../../../data/exchange/listed.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { Refusal } from '../../../world/refusal/refusal.ts'
import { loggedNumbers, type Numbers } from './numbers-of.ts'

/** Maximum number of different objects to keep for each kind. A run shows the same few objects repeatedly. */
const MOST_KEPT = 300

/** Maximum number of characters in a logged response, because the log keeps responses for the whole run. */
const MOST_TEXT = 2 ** 17

/** Maximum number of characters in a logged request. */
const MOST_REQUEST = 2 ** 11

/** An object in a response: an item, or an object in a list within an item. */
export interface ShownNumbers {
  readonly numbers: Numbers
  /** The object's strings, flags and nulls. */
  readonly others: Readonly<Record<string, unknown>>
  readonly operation: OperationDescriptor
  readonly answer: Answer
  /** Number of times that objects with these numbers were shown. */
  times: number
}

/** A rejected request. */
export interface Conflict {
  readonly plan: RequestPlan
  readonly answer: Answer
}

/** Number of conflicts to keep for each operation, beside the last one. */
const FIRST_CONFLICTS = 2

/** Objects in responses, first by kind (such as orders, or the lines of orders), then by their numbers. */
type ByKind = Map<string, Map<string, ShownNumbers>>

/**
 * Facts that a run's responses have shown so far, kept for all rules. Evidence from the log needs no
 * additional requests.
 */
export class RunLog {
  readonly #shown: ByKind = new Map()
  /** Rejected requests by operationId, as text. */
  readonly #refused = new Map<string, Set<string>>()
  /** For each operationId, the first and the last requests that were rejected because of a conflict. */
  readonly #conflicts = new Map<string, readonly Conflict[]>()

  /** Notes an exchange. */
  note(document: DocumentDescriptor, plan: RequestPlan, answer: Answer): void {
    const { operation, method = operation.method } = plan
    if (method !== operation.method || answer.text.length > MOST_TEXT) return
    if (isRefusal(answer)) {
      if (new Refusal(answer, operation).isAbout('conflict')) this.#noteConflict({ plan, answer })
      this.#noteRefused(plan)
    }
    const resource = resourceByName(document, operation.resource?.name)
    if (resource === undefined || !isSuccess(answer) || answer.value === undefined) return
    const items = operation.list === undefined ? undefined : itemsInAnswer(operation, answer.value)
    for (const item of items ?? [answer.value])
      if (isObject(item)) this.#keep(resource.name, item, { operation, answer })
  }

  /** Returns the objects of a kind, each with different numbers. */
  shown(kind: string): readonly ShownNumbers[] {
    return [...(this.#shown.get(kind)?.values() ?? [])]
  }

  /** Returns the kinds of objects in a resource's items, with the paths of their lists. */
  kindsOf(resource: string): readonly { readonly kind: string; readonly path: readonly string[] }[] {
    return [...this.#shown.keys()].flatMap((kind) => {
      const [name, ...path] = kind.split(SEPARATOR)
      return name === resource ? [{ kind, path }] : []
    })
  }

  /** Returns requests that were rejected because they conflict with an existing item, the last one first. */
  conflictsOf({ operationId }: OperationDescriptor): readonly Conflict[] {
    return this.#conflicts.get(operationId)?.toReversed() ?? []
  }

  /** True if a rule of this run has sent the same request, and the server rejected it. */
  hasRefused(plan: RequestPlan): boolean {
    return this.#refused.get(plan.operation.operationId)?.has(textOf(plan)) === true
  }

  #noteConflict(conflict: Conflict): void {
    const { operationId } = conflict.plan.operation
    const known = this.#conflicts.get(operationId) ?? []
    this.#conflicts.set(operationId, [...known.slice(0, FIRST_CONFLICTS), conflict])
  }

  #noteRefused(plan: RequestPlan): void {
    const { operationId } = plan.operation
    const text = textOf(plan)
    const known = this.#refused.get(operationId) ?? new Set()
    this.#refused.set(operationId, known)
    if (text.length <= MOST_REQUEST && known.size < MOST_KEPT) known.add(text)
  }

  #keep(
    kind: string,
    object: { readonly [name: string]: unknown },
    { operation, answer }: Pick<ShownNumbers, 'operation' | 'answer'>,
  ): void {
    const numbers = loggedNumbers(object)
    const key = JSON.stringify(Object.entries(numbers).map(([name, { value }]) => [name, value]))
    const known = this.#shown.get(kind) ?? new Map<string, ShownNumbers>()
    this.#shown.set(kind, known)
    const same = known.get(key)
    if (same !== undefined) same.times++
    else if (known.size < MOST_KEPT && Object.keys(numbers).length > 0)
      known.set(key, { numbers, others: othersOf(object), operation, answer, times: 1 })
    for (const [name, value] of Object.entries(object))
      if (Array.isArray(value))
        for (const part of value)
          if (isObject(part)) this.#keep(`${kind}${SEPARATOR}${name}`, part, { operation, answer })
  }
}

/** Returns everything in a request that rules vary, except the caller, as text. */
function textOf({ path, query, querystring, header, cookie, body, raw }: RequestPlan): string {
  return JSON.stringify([path, query, querystring, header, cookie, body?.mediaType, body?.value, raw])
}

/** Returns an object's strings, flags and nulls. */
function othersOf(object: { readonly [name: string]: unknown }): Readonly<Record<string, unknown>> {
  const isOther = (value: unknown) => ['string', 'boolean'].includes(typeof value) || value === null
  return Object.fromEntries(Object.entries(object).filter(([, value]) => isOther(value)))
}

/** A separator that is not expected in a property name. */
const SEPARATOR = '\n'

/** Creates the log for a run. */
export const newRunLog = (): RunLog => new RunLog()
