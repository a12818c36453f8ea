import type { DocumentDescriptor, OperationDescriptor, ParameterDescriptor } from '@concordat/runtime/http'
import { isOwnValue, type PathBinding, pathTemplates } from '../../data/document/path-binding.ts'
import { creatorOfItems, findResource, operationAt } from '../../data/document/resource-lookup.ts'
import { type Answer, isAbsence, isCrash, isSuccess } from '../../data/exchange/answer.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import { Missing, type Or, resultOrMissing } from '../../data/outcome/missing.ts'
import type { Waiting } from '../needs/run-plan.ts'
import { Refusal } from '../refusal/refusal.ts'
import type { BodyCandidate } from '../requests/bodies/body-candidate.ts'
import { type BodyRefusal, bodyRefusalOf, mayOtherBodySucceed } from '../requests/bodies/body-refusal.ts'
import { furtherParameters } from '../requests/further-parameters.ts'
import type { RequestFactory } from '../requests/request-factory.ts'
import type { AbsentReferences } from './absent-references.ts'
import { AbsentPaths } from './identity/absent-paths.ts'
import type { Call } from './item.ts'
import type { PathBindings } from './path-bindings.ts'
import type { Recorder } from './recorder.ts'
import type { PoolSupplies } from './supplies.ts'

export interface SenderOptions {
  readonly document: DocumentDescriptor
  readonly requests: RequestFactory
  readonly supplies: PoolSupplies
  readonly absent: AbsentReferences
  readonly recorder: Recorder
  readonly bindings: PathBindings
  /** True if a parameter is omitted because it would start work. */
  readonly withholds: (operation: OperationDescriptor, parameter: ParameterDescriptor) => boolean
}

/** Options for making a request. */
export interface CallOptions extends Waiting {
  /** The only bodies to try. */
  readonly only?: readonly BodyCandidate[] | undefined
}

/**
 * The result of a search for a body: a success with the first server error that preceded it, or else the
 * first rejection.
 */
interface Found {
  readonly call: Call
  readonly crash?: Answer
}

/** Milliseconds before each repetition of a read that work holds back. */
const WORK_PAUSES_MS = [200, 600, 1200]

/** Sends valid requests with given path bindings, and learns from rejections. */
export class Sender {
  readonly #options: SenderOptions
  /** operationIds of reads that were repeated until work ended. */
  readonly #awaited = new Set<string>()
  /** The last rejection of each create, keyed by operationId. */
  readonly #refused = new Map<string, Call>()
  readonly #absentPaths = new AbsentPaths()

  constructor(options: SenderOptions) {
    this.#options = options
  }

  /**
   * Sends a valid request with a given path binding. Tries all bodies in turn, or only the given ones, and
   * then other names, parameters and values. If every request is rejected, returns the first rejection,
   * because the response to a request with more properties says more about missing values.
   */
  callAt(operation: OperationDescriptor, asked: PathBinding, options: CallOptions = {}): Promise<Or<Call>> {
    return resultOrMissing(() => this.#callAt(operation, asked, options))
  }

  async #callAt(
    operation: OperationDescriptor,
    asked: PathBinding,
    { only, ...waiting }: CallOptions,
  ): Promise<Or<Call>> {
    const { requests, supplies, bindings } = this.#options
    const refused = only === undefined ? this.#refusalOf(operation) : undefined
    if (refused !== undefined) return refused
    await supplies.prepareFor(operation, waiting)
    const binding = await bindings.around(operation, bindings.newNames.complete(operation, asked), waiting)
    if (binding instanceof Missing) return binding
    if (waiting.isPlain !== true) await supplies.alignWith(operation, binding)
    const found = await this.#search(operation, binding, only)
    if (found instanceof Missing) return found
    const { call, crash } = found
    const isTaken = isSuccess(call.answer)
    const taken = isTaken ? call : await this.#furtherThan(call)
    if (taken === undefined) {
      if (only === undefined) this.#noteRefused(call)
      return call
    }
    requests.accept(taken)
    return { ...taken, ...(isTaken && crash && { crash }) }
  }

  /**
   * Returns the last rejection of a create that the server keeps rejecting in the same way, so that no
   * further request is sent.
   */
  #refusalOf(operation: OperationDescriptor): Call | undefined {
    const { bodies } = this.#options.requests
    const isGivenUp = bodies.known(operation).isGivenUp(bodies.shownFor(operation))
    return isGivenUp ? this.#refused.get(operation.operationId) : undefined
  }

  #noteRefused(call: Call): void {
    const { operation } = call.plan
    if (operation.resource?.role !== 'create') return
    const isOfItems = new Refusal(call.answer, operation).isAbout('conflict', 'state')
    const { bodies } = this.#options.requests
    bodies.known(operation).end(call.answer, { isOfItems, shown: bodies.shownFor(operation) })
    this.#refused.set(operation.operationId, call)
  }

  /** Sends one body after another. */
  async #search(
    operation: OperationDescriptor,
    binding: PathBinding,
    only: readonly BodyCandidate[] | undefined,
  ): Promise<Or<Found>> {
    const { requests, recorder, absent } = this.#options
    const search = requests.bodies.search(operation, only)
    const asked = requests.asked.of(operation).size
    const sent = new Set<string>()
    let refused: Call | undefined
    let crash: Answer | undefined
    let unmakeable: Missing | undefined
    let last: { readonly call: Call; readonly refusal: BodyRefusal } | undefined
    for (const candidate of search) {
      const plan = await resultOrMissing(() => requests.plan(operation, binding, candidate))
      if (plan instanceof Missing) {
        unmakeable ??= plan
        continue
      }
      // The server has refused this very request.
      if (last !== undefined && sent.has(textOfPlan(plan))) {
        search.refuse(last.refusal, { isTaught: await absent.renew(last.call) })
        continue
      }
      sent.add(textOfPlan(plan))
      const call = await recorder.send(plan, binding)
      if (isSuccess(call.answer)) {
        if (only === undefined) requests.bodies.accept(operation, candidate)
        absent.accept(operation)
        const names = [...requests.asked.of(operation).keys()].slice(asked)
        return { call: withRefusal(call, refused?.answer, names), ...(crash && { crash }) }
      }
      refused ??= call
      const refusal = bodyRefusalOf(call, (sent) => requests.namesOthers(sent))
      last = { call, refusal }
      if (isCrash(call.answer)) crash ??= call.answer
      if (!refusal.mayBeBody) break
      search.refuse(refusal, { isTaught: await this.#learn(call) })
      if (requests.bodies.known(operation).isAskedInVain) break
    }
    if (refused !== undefined) return { call: refused }
    return unmakeable ?? new Missing({ kind: 'no request', operation: operation.operationId })
  }

  /** @returns True if another request with a body of the same kind is more likely to succeed. */
  async #learn(call: Call): Promise<boolean> {
    const { absent, requests } = this.#options
    return (
      (await absent.supply(call)) ||
      (await absent.supplyAsked(call)) ||
      requests.learn(call.plan, call.answer) ||
      (await absent.renew(call))
    )
  }

  /**
   * Repeats a request that was rejected with every body, using another new name, other parameters or other
   * guessed values.
   * @returns The first success.
   */
  async #furtherThan(refused: Call): Promise<Call | undefined> {
    return (
      (await this.#onceWorkEnds(refused)) ??
      (await this.#oncePut(refused)) ??
      (await this.#withPlainName(refused)) ??
      (await this.#withScope(refused)) ??
      (await this.#withFreeParameters(refused)) ??
      (await this.#withOtherGuesses(refused))
    )
  }

  /** Repeats a read below an item on which the server still works, such as the download of an export. */
  async #onceWorkEnds({ plan: { operation }, answer, binding }: Call): Promise<Call | undefined> {
    const { document, requests, recorder } = this.#options
    const { operationId, method, path } = operation
    const template = pathTemplates(path).at(-1)
    const create = creatorOfItems(document, template && findResource(document, template))
    const isOfWork = method === 'GET' && create?.responses['202'] !== undefined
    if (
      !isOfWork ||
      this.#awaited.has(operationId) ||
      !new Refusal(answer, operation).mayBeAbout('conflict', 'state')
    )
      return undefined
    this.#awaited.add(operationId)
    for (const pause of WORK_PAUSES_MS) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      const call = await recorder.send(requests.best(operation, binding), binding)
      if (isSuccess(call.answer)) return call
    }
    return undefined
  }

  /**
   * Repeats a request that found nothing after a PUT at its path, below an item of the run. A PUT without a
   * body can change the state of the item, which reads share.
   */
  async #oncePut({ plan: { operation }, answer, binding }: Call): Promise<Call | undefined> {
    const { document, requests, recorder } = this.#options
    const { method, path } = operation
    const put = operationAt(document, { method: 'PUT', path })
    const isOfOwn = [...binding.values()].some(isOwnValue)
    const isMeant = method === 'DELETE' || (method === 'GET' && put?.requestBody !== undefined)
    if (!isMeant || put === undefined || !isAbsence(answer) || !isOfOwn) return undefined
    const made = await resultOrMissing(() => recorder.send(requests.best(put, binding), binding))
    if (made instanceof Missing || !isSuccess(made.answer)) return undefined
    const call = await recorder.send(requests.best(operation, binding), binding)
    return isSuccess(call.answer) ? call : undefined
  }

  /** Creates an item with another name if the name in the path was rejected because of its spelling. */
  async #withPlainName({ plan: { operation }, answer, binding }: Call): Promise<Call | undefined> {
    const { requests, recorder, bindings } = this.#options
    const refusal = new Refusal(answer, operation)
    if (!refusal.mayBeAbout('content') || !refusal.objectsTo('spelling')) return undefined
    const elsewhere = bindings.newNames.respell(operation, binding)
    if (elsewhere === undefined) return undefined
    const call = await recorder.send(requests.best(operation, elsewhere), elsewhere)
    return isSuccess(call.answer) ? call : undefined
  }

  /** Repeats a rejected list request with parameters that select the run's own items. */
  async #withScope({ plan: { operation }, answer, binding }: Call): Promise<Call | undefined> {
    const { requests, recorder } = this.#options
    const isScopable = operation.resource?.role === 'list' && mayOtherBodySucceed(operation, answer)
    const scopes = isScopable ? requests.supplied.furtherScopes(operation) : []
    if (scopes.length === 0) return undefined
    requests.supplied.scopeFurther(operation, scopes)
    const call = await recorder.send(requests.best(operation, binding), binding)
    const names = [...new Refusal(answer, operation).namesOf(scopes)]
    if (isSuccess(call.answer)) return withRefusal(call, answer, names)
    requests.supplied.scopeFurther(operation, [])
    return undefined
  }

  /**
   * Repeats a rejected read with optional parameters, in case the server requires them. A write without a
   * body is repeated with parameters that the rejection names, if it creates an item or if its path or one of
   * these parameters names an item of the run.
   */
  async #withFreeParameters({ plan: { operation }, answer, binding }: Call): Promise<Call | undefined> {
    const { requests, withholds } = this.#options
    const isRead = operation.method === 'GET'
    const isOfOwn = operation.resource?.role === 'create' || [...binding.values()].some(isOwnValue)
    const mayLackOne = new Refusal(answer, operation).mayBeAbout('content')
    if (!(isRead || operation.requestBody === undefined) || !mayLackOne) return undefined
    const free = (operation.parameters ?? []).filter((parameter) => !withholds(operation, parameter))
    for (const names of furtherParameters(free, answer, { isRead })) {
      const call = await this.#withNamed(operation, names, {
        binding,
        free,
        answer,
        isSafe: isRead || isOfOwn,
      })
      if (call !== undefined) return withRefusal(call, answer, names)
    }
    requests.supplied.ask(operation, [])
    return undefined
  }

  /** Sends the request with these optional parameters, and with others that the next rejection names. */
  async #withNamed(
    operation: OperationDescriptor,
    names: readonly string[],
    request: {
      readonly binding: PathBinding
      readonly free: readonly ParameterDescriptor[]
      readonly isSafe: boolean
      readonly answer: Answer
    },
  ): Promise<Call | undefined> {
    const { requests, recorder, supplies } = this.#options
    const { binding, free, isSafe } = request
    await supplies.prepareFurther(operation, names, new Refusal(request.answer))
    const sources = requests.supplied.sourcesOf(operation)
    const namesOwn = sources.some(({ name, origin }) => names.includes(name) && origin === 'created')
    if (!isSafe && !namesOwn) return undefined
    requests.supplied.ask(operation, names)
    const further = await resultOrMissing(() => requests.plan(operation, binding, 'empty'))
    if (further instanceof Missing) return undefined
    const call = await recorder.send(further, binding)
    if (isSuccess(call.answer)) return call
    const others = free.filter(({ name }) => !names.includes(name))
    const [named] = furtherParameters(others, call.answer, { isRead: false })
    return named && this.#withNamed(operation, [...names, ...named], { ...request, answer: call.answer })
  }

  /**
   * Repeats the request with other guesses for parameters that do not identify a known item, until it
   * succeeds or no guess is left.
   */
  async #withOtherGuesses(refused: Call): Promise<Call | undefined> {
    const { requests, recorder, bindings } = this.#options
    const {
      plan: { operation },
      answer,
      binding,
    } = refused
    const isElsewhere = isOfPath(answer) && [...binding.values()].some(({ origin }) => origin === 'guessed')
    if (!mayOtherBodySucceed(operation, answer) && !isCrash(answer) && !isElsewhere) return undefined
    const named = [...bindings.namedAsShown(operation, binding)]
    const isBelowNothing = this.#absentPaths.covers(operation, binding)
    this.#absentPaths.note(refused)
    while (named.length > 0 || requests.guesses.next(operation)) {
      const elsewhere = named.shift() ?? bindings.guessedAnew(operation, binding)
      const isVain = isBelowNothing && isMadeUp(elsewhere)
      if (isVain || this.#absentPaths.covers(operation, elsewhere)) continue
      const call = await recorder.send(requests.best(operation, elsewhere), elsewhere)
      if (isSuccess(call.answer)) return call
      this.#absentPaths.note(call)
    }
    return undefined
  }
}

/** Notes on a call that the server rejected an earlier one without these optional names. */
function withRefusal(call: Call, answer: Answer | undefined, names: readonly string[]): Call {
  if (answer === undefined || names.length === 0) return call
  return { ...call, withoutOptional: { answer, names } }
}

/** The parts of a request that a search for a body can change. */
function textOfPlan({ body, query, querystring }: RequestPlan): string {
  return JSON.stringify([body?.mediaType, body?.value, query, querystring])
}

/** True if the path contains a guess that only the schema supports. */
function isMadeUp(binding: PathBinding): boolean {
  return [...binding.values()].some(({ origin, from }) => origin === 'guessed' && from === 'made')
}

/** Status with which some gateways respond to a path that no route matches. */
const NOT_IMPLEMENTED = 501

/**
 * True if a value in the path may have led to another resource, as one with a slash does: the server
 * redirects, or has no route for the path.
 */
function isOfPath({ status }: Answer): boolean {
  return (status >= 300 && status < 400) || status === NOT_IMPLEMENTED
}
