import type { OperationDescriptor } from '@concordat/runtime/http'
import type { Place } from '../document/place.ts'
import { type Answer, isSuccess } from '../exchange/answer.ts'
import { NotRun } from '../outcome/not-run.ts'
import type { RequestFactory, RequestVariant } from '../requests/request-factory.ts'
import type { Call } from './item.ts'
import type { Recorder } from './recorder.ts'
import type { Supplies } from './supplies.ts'

export interface SenderOptions {
  readonly requests: RequestFactory
  readonly supplies: Supplies
  readonly recorder: Recorder
}

/** Failures that another body may mend: it may have named what does not exist. */
const BODY_REFUSED = [400, 404, 409, 415, 422]
/** Refusals that are learnt from, for one request. */
const MAX_LESSONS = 4

/** Sends valid requests to given places, and learns from refusals. */
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
    const { requests, supplies, recorder } = this.#options
    await supplies.prepare(operation)
    let refused: Call | undefined
    let crash: Answer | undefined
    const waiting = [...(only ?? requests.variants(operation))]
    let lessons = 0
    for (let variant = waiting.shift(); variant !== undefined; variant = waiting.shift()) {
      const plan = requests.plan(operation, place, variant)
      const call = await recorder.send(plan, place)
      const { answer } = call
      if (isSuccess(answer)) {
        if (only === undefined) requests.accept(operation, variant)
        return { ...call, ...(crash && { crash }) }
      }
      refused ??= call
      if (isCrash(answer)) crash ??= answer
      else if (!isBodyRefused(answer)) break
      else if (lessons++ < MAX_LESSONS && requests.learn(plan, answer.text)) waiting.unshift(variant)
    }
    if (refused === undefined) throw new NotRun(`no request could be made for ${operation.operationId}`)
    return refused
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
