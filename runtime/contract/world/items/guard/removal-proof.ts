import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { EACH } from '@concordat/runtime/schema-view'
import { type BoundValue, type PathBinding, pathTemplates } from '../../../data/document/path-binding.ts'
import { operationBeside } from '../../../data/document/resource-lookup.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import { itemsInAnswer } from '../../../data/exchange/listed.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { NotRun } from '../../../data/outcome/not-run.ts'

interface RemovalProofOptions {
  readonly document: DocumentDescriptor
  /** Reads a list. */
  readonly read: (list: OperationDescriptor, binding: PathBinding) => Promise<Answer>
}

/**
 * Guards requests that remove items by a list of their names. Such a request might remove more than it names,
 * so the list of the items must prove once that it does not. Until then, it is sent only if the list can be
 * read.
 */
export class RemovalProof {
  readonly #options: RemovalProofOptions
  /** Operations with proof, by operationId: true if only the named item was removed. */
  readonly #isRight = new Map<string, boolean>()
  #queue: Promise<unknown> = Promise.resolve()

  constructor(options: RemovalProofOptions) {
    this.#options = options
  }

  /** Sends a request. @throws NotRun for a removal that nothing proves to be right, or that was wrong. */
  around(plan: RequestPlan, send: () => Promise<Answer>): Promise<Answer> {
    if (!removesSeveral(plan) || this.#isRight.get(plan.operation.operationId) === true) return send()
    // One at a time, so that the list changes only because of this request.
    const turn = this.#queue.then(() => this.#prove(plan, send))
    this.#queue = turn.catch(() => undefined)
    return turn
  }

  async #prove(plan: RequestPlan, send: () => Promise<Answer>): Promise<Answer> {
    const { operationId } = plan.operation
    const isRight = this.#isRight.get(operationId)
    if (isRight === true) return send()
    const before = isRight === undefined ? await this.#shown(plan) : undefined
    if (before === undefined)
      throw new NotRun({
        kind: 'unproved removal',
        operation: operationId,
        isWrong: isRight === false,
      })
    const answer = await send()
    const after = isSuccess(answer) ? await this.#shown(plan) : undefined
    // If the list shows no other item, it proves nothing.
    if (after !== undefined && before > 1) this.#isRight.set(operationId, after >= before - 1)
    return answer
  }

  /** Returns the number of items in the list; `undefined` if it cannot be read. */
  async #shown({ operation, path = {} }: RequestPlan): Promise<number | undefined> {
    const { document, read } = this.#options
    const list = operationBeside(document, operation, 'list')
    if (list === undefined) return undefined
    const binding = pathTemplates(operation.path).flatMap(({ name, key }): [string, BoundValue][] => {
      const value = path[name]
      return value === undefined ? [] : [[key, value]]
    })
    const answer = await read(list, new Map(binding))
    return isSuccess(answer) ? itemsInAnswer(list, answer.value)?.length : undefined
  }
}

/** True for a DELETE at its address that sends a list with the name of its item. */
function removesSeveral({ operation, method = operation.method }: RequestPlan): boolean {
  const places = Object.values(operation.addressed?.names ?? {})
  return method === 'DELETE' && places.some(({ path }) => path.includes(EACH))
}
