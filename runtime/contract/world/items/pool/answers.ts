import type { OperationDescriptor } from '@concordat/runtime/http'
import { isSuccess } from '../../../data/exchange/answer.ts'
import {
  Missing,
  type Or,
  onceOrMissing,
  resultIfThere,
  resultOrMissing,
} from '../../../data/outcome/missing.ts'
import { answerTask, type RunPlan, type Task, type Waiting } from '../../needs/run-plan.ts'
import { Refusal } from '../../refusal/refusal.ts'
import type { Call, ItemUse } from '../item.ts'
import type { Items } from '../items.ts'
import type { PathBindings } from '../path-bindings.ts'
import type { Sender } from '../sender.ts'
import type { PoolSupplies } from '../supplies.ts'
import type { ItemsElsewhere } from './elsewhere.ts'

export interface AnswersOptions {
  readonly plan: RunPlan
  readonly supplies: PoolSupplies
  readonly bindings: PathBindings
  readonly items: Items
  readonly sender: Sender
  readonly elsewhere: ItemsElsewhere
}

/**
 * The responses to valid requests with real ids. A GET is sent once for all callers; any other method is sent
 * each time, to an item to which no other operation writes. A response can be an error.
 */
export class PoolAnswers {
  readonly #options: AnswersOptions
  readonly #reads = new Map<string, Promise<Or<Call>>>()

  constructor(options: AnswersOptions) {
    this.#options = options
  }

  async ask(operation: OperationDescriptor): Promise<Or<Call>> {
    const { supplies, items } = this.#options
    await supplies.complete(operation)
    const call = await this.#answerTo(operation)
    if (call instanceof Missing || (operation.method === 'GET' && !isOfState(call))) return call
    // If the operation rejected its item but may succeed with another one, repeats the call.
    if (!(await items.wantsAnother(operation, call.answer))) return call
    this.#reads.delete(operation.operationId)
    return this.ask(operation)
  }

  /** Like `ask`, but for a task. Returns a reason if the response itself waits for that task. */
  async askFor(by: Task, operation: OperationDescriptor): Promise<Or<Call>> {
    const { plan, supplies } = this.#options
    const objection = plan.objection(by, answerTask(operation))
    if (objection !== undefined) return objection
    await supplies.complete(operation, by)
    return this.#answerTo(operation, { by: answerTask(operation) })
  }

  /** Forgets the responses to reads. */
  clear(): void {
    this.#reads.clear()
  }

  #answerTo(operation: OperationDescriptor, waiting: Waiting = {}): Promise<Or<Call>> {
    if (operation.method !== 'GET') return this.#write(operation, waiting)
    const by = answerTask(operation)
    return onceOrMissing(this.#reads, operation.operationId, async () => {
      const call = await this.#send(operation, 'read', { by })
      if (call instanceof Missing) return call
      return resultIfThere(await resultOrMissing(() => this.#options.elsewhere.readInstead(call))) ?? call
    })
  }

  async #write(operation: OperationDescriptor, waiting: Waiting): Promise<Or<Call>> {
    const call = await this.#send(operation, 'change', waiting)
    if (!(call instanceof Missing) && call.created !== undefined)
      this.#options.items.keepAsExclusive(operation, call.created)
    return call
  }

  #send(operation: OperationDescriptor, use: ItemUse, waiting: Waiting): Promise<Or<Call>> {
    const { bindings, sender } = this.#options
    return resultOrMissing(async () => {
      const binding = await bindings.find(operation, use, waiting)
      return binding instanceof Missing ? binding : sender.callAt(operation, binding, waiting)
    })
  }
}

/** True if a read was certainly rejected because of its item's state. */
function isOfState({ plan, answer }: Call): boolean {
  return !isSuccess(answer) && new Refusal(answer, plan.operation).isAbout('state', 'conflict')
}
