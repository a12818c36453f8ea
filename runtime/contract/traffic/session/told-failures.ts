import { type Answer, wholeAnswerValue } from '../../data/exchange/answer.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import { isSuccessCode, outcomeTold, type ToldOutcome } from '../../lexicon/lexicon.ts'

type Code = ToldOutcome['code']

/**
 * Learns the codes with which a server reports failures in responses with 2xx, such as `{"code": 500, "data":
 * null}`. Two responses prove that: one with content and another code, and one without content that has an
 * HTTP error status as its code, or that rejects a wrong request to an operation which returned another code
 * for a valid one.
 */
export class ToldFailures {
  /** Codes that came with content, keyed by the name of their property. */
  readonly #withContent = new Map<string, Set<Code>>()
  /** Codes in response to valid requests, keyed by operationId. */
  readonly #toValid = new Map<string, Set<Code>>()
  /** Codes without content in response to wrong requests whose operation returned others for valid ones. */
  readonly #toWrong = new Set<Code>()

  /** Notes a response, and returns it with `isFailure` if its code reports one. */
  judged(plan: RequestPlan, answer: Answer): Answer {
    const isRead = answer.status >= 200 && answer.status < 300
    const told = isRead ? outcomeTold(wholeAnswerValue(answer)) : undefined
    if (told === undefined) return answer
    this.#note(plan, told)
    return this.#isFailure(told) ? { ...answer, isFailure: true } : answer
  }

  #note({ operation, path = {}, isWrong = false, method }: RequestPlan, told: ToldOutcome): void {
    const { name, code, hasContent } = told
    if (hasContent) setIn(this.#withContent, name).add(code)
    if (method !== undefined && method !== operation.method) return
    const toValid = setIn(this.#toValid, operation.operationId)
    const isMadeUp = Object.values(path).some(({ origin }) => origin === 'unknown')
    if (isWrong && !hasContent && toValid.size > 0 && !toValid.has(code)) this.#toWrong.add(code)
    if (!isWrong && !isMadeUp) toValid.add(code)
  }

  #isFailure({ name, code, hasContent }: ToldOutcome): boolean {
    const withContent = this.#withContent.get(name) ?? new Set()
    if (hasContent || withContent.size === 0 || withContent.has(code) || isSuccessCode(code)) return false
    return isErrorStatus(Number(code)) || this.#toWrong.has(code)
  }
}

function isErrorStatus(code: number): boolean {
  return code >= 400 && code < 600
}

function setIn(sets: Map<string, Set<Code>>, key: string): Set<Code> {
  const set = sets.get(key) ?? new Set()
  sets.set(key, set)
  return set
}
