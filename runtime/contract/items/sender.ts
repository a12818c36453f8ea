import {
  mayRefuseFor,
  type OperationDescriptor,
  type ParameterDescriptor,
  refusesFor,
} from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Draft } from '../bodies/draft.ts'
import { isOwn, type Place } from '../document/place.ts'
import { type Answer, isCrash, isSuccess } from '../exchange/answer.ts'
import { NotRun } from '../outcome/not-run.ts'
import { furtherParameters } from '../requests/further-parameters.ts'
import { refusedMembers } from '../requests/refused-members.ts'
import type { RequestFactory } from '../requests/request-factory.ts'
import type { Call } from './item.ts'
import type { Places } from './places.ts'
import type { Recorder } from './recorder.ts'
import type { Supplies } from './supplies.ts'

export interface SenderOptions {
  readonly requests: RequestFactory
  readonly supplies: Supplies
  readonly recorder: Recorder
  readonly places: Places
  /** Whether a parameter would start work, and is left out. */
  readonly withholds: (operation: OperationDescriptor, parameter: ParameterDescriptor) => boolean
}

/** Refusals that are learnt from, for one request. */
const MAX_LESSONS = 6
/** Bodies with less in them that are tried where fuller ones end in a server error, or where what they name may be to blame. */
const MOST_UNSURE = 2

/** Sends valid requests to given places, and learns from refusals. */
export class Sender {
  readonly #options: SenderOptions

  constructor(options: SenderOptions) {
    this.#options = options
  }

  /**
   * Sends a valid request to a given place; tries bodies in turn, or only those that are named: what the document shows, all
   * members, only those that are required, and where all are refused what lies between. Of several refusals the first
   * counts: the fuller a request is, the more the server tells of what it lacks.
   * @throws NotRun when no valid request can be made.
   */
  async callAt(operation: OperationDescriptor, asked: Place, only?: readonly Draft[]): Promise<Call> {
    const { requests, supplies, recorder, places } = this.#options
    await supplies.prepare(operation)
    const place = await places.around(operation, places.completed(operation, asked))
    let refused: Call | undefined
    let crash: Answer | undefined
    let unmakeable: NotRun | undefined
    const waiting = [...(only ?? requests.bodies.inOrder(operation))]
    let isLean = only !== undefined
    let isWorded = only !== undefined
    let lessons = 0
    for (let draft = waiting.shift(); draft !== undefined; draft = waiting.shift()) {
      const plan = this.#planOr(operation, { place, draft })
      if (plan instanceof NotRun) {
        unmakeable ??= plan
        continue
      }
      const call = await recorder.send(plan, place)
      const { answer } = call
      if (isSuccess(answer)) {
        if (only === undefined) requests.bodies.accept(operation, draft)
        this.#keep(call)
        return { ...call, ...(crash && { crash }) }
      }
      refused ??= call
      const isBroken = isCrash(answer)
      if (isBroken) crash ??= answer
      else if (!isBodyRefused(answer) && !this.#mayBeNames(call) && !this.#mayBeMember(call)) break
      const isWiser = (await supplies.prepareAbsent(call)) || requests.learn(plan, answer)
      if (isWiser && !isBroken && lessons++ < MAX_LESSONS) waiting.unshift(draft)
      else if (waiting.length === 0 && !isLean && (isAboutContent(answer) || this.#mayBeNames(call))) {
        isLean = true
        const isSure = isAboutContent(answer) && !isBroken
        waiting.push(...requests.bodies.leaner(operation).slice(0, isSure ? undefined : MOST_UNSURE))
      }
      if (waiting.length === 0 && !isWorded && !isBroken) {
        isWorded = true
        waiting.push(...requests.bodies.alternatives(operation), ...requests.bodies.worded(operation))
      }
    }
    if (refused !== undefined)
      return (
        (await this.#scopeOn(refused)) ??
        (await this.#askFurther(refused)) ??
        (await this.#guessOn(refused)) ??
        refused
      )
    throw unmakeable ?? new NotRun({ kind: 'no request', operation: operation.operationId })
  }

  /** Whether a write may be refused for what its body names: a body that names nothing else may do. */
  #mayBeNames({ plan, answer: { status } }: Call): boolean {
    return (
      isWrite(plan.operation) &&
      mayRefuseFor(status, 'absence', 'conflict') &&
      this.#options.requests.namesOthers(plan)
    )
  }

  /** Whether a write may be forbidden for one of its members, which the refusal names: the rest of it may do. */
  #mayBeMember({ plan: { operation, body }, answer }: Call): boolean {
    if (answer.status !== 403 || !isObject(body?.value) || !isWrite(operation)) return false
    const names = Object.keys(body.value)
    return refusedMembers(answer, names).size > 0
  }

  /** Asks a list for what the things that the run made there say of it. @returns A success. */
  async #scopeOn({ plan: { operation }, answer, place }: Call): Promise<Call | undefined> {
    const { requests, recorder } = this.#options
    const isScopable = operation.resource?.role === 'list' && isBodyRefused(answer)
    if (!isScopable || !requests.supplied.scopeFurther(operation, { isTaken: true })) return undefined
    const call = await recorder.send(requests.best(operation, place), place)
    if (isSuccess(call.answer)) this.#keep(call)
    else requests.supplied.scopeFurther(operation, { isTaken: false })
    return isSuccess(call.answer) ? call : undefined
  }

  /**
   * Asks a read that was refused with what the document leaves free, and the server may want all the same; or a request to what the run
   * made, which has no body, with what the refusal names. @returns A success.
   */
  async #askFurther({ plan: { operation }, answer, place }: Call): Promise<Call | undefined> {
    const { requests, recorder, supplies, withholds } = this.#options
    const isRead = operation.method === 'GET'
    const isOfOwn = operation.requestBody === undefined && [...place.values()].some(isOwn)
    if (!(isRead || isOfOwn) || !isAboutContent(answer) || isCrash(answer)) return undefined
    const free = (operation.parameters ?? []).filter((parameter) => !withholds(operation, parameter))
    for (const names of furtherParameters(free, answer, { isRead })) {
      await supplies.prepareFurther(operation, names)
      requests.supplied.ask(operation, names)
      const plan = this.#planOr(operation, { place, draft: 'empty' })
      const call = plan instanceof NotRun ? undefined : await recorder.send(plan, place)
      if (call === undefined || !isSuccess(call.answer)) continue
      this.#keep(call)
      return { ...call, withoutOptional: { answer, names } }
    }
    requests.supplied.ask(operation, [])
    return undefined
  }

  /** Asks with other values for what names nothing known, while there are any. @returns The first success. */
  async #guessOn({ plan: { operation }, answer, place }: Call): Promise<Call | undefined> {
    const { requests, recorder, places } = this.#options
    if (!isBodyRefused(answer) && !isCrash(answer)) return undefined
    const named = [...places.namedAsShown(operation, place)]
    while (named.length > 0 || requests.guesses.next(operation)) {
      const elsewhere = named.shift() ?? places.guessedAnew(operation, place)
      const call = await recorder.send(requests.best(operation, elsewhere), elsewhere)
      if (!isSuccess(call.answer)) continue
      this.#keep(call)
      return call
    }
    return undefined
  }

  /** What was taken holds; what was shown and sent is known from now on. */
  #keep({ plan, answer }: Call): void {
    const { guesses } = this.#options.requests
    guesses.settle(plan.operation)
    guesses.dictionary.learn(plan.operation, answer.value)
    guesses.dictionary.learn(plan.operation, plan.body?.value)
  }

  /** The request, or why there is none with such a body. */
  #planOr(operation: OperationDescriptor, { place, draft }: { place: Place; draft: Draft }) {
    try {
      return this.#options.requests.plan(operation, place, draft)
    } catch (error) {
      if (error instanceof NotRun) return error
      throw error
    }
  }
}

function isWrite({ resource }: OperationDescriptor): boolean {
  return ['create', 'update', 'replace'].includes(resource?.role ?? '')
}

/** Whether another body may be answered with success. */
export function isBodyRefused({ status }: Answer): boolean {
  // It may have named what does not exist.
  return mayRefuseFor(status, 'content', 'media type', 'conflict') || refusesFor(status, 'absence')
}

/** Whether the body's content may be to blame, and not what it names. */
function isAboutContent(answer: Answer): boolean {
  return mayRefuseFor(answer.status, 'content') || isCrash(answer)
}
