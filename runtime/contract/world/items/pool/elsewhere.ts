import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { type PathBinding, pathTemplates } from '../../../data/document/path-binding.ts'
import { findResource } from '../../../data/document/resource-lookup.ts'
import { documentedResponseFor } from '../../../data/document/response-key.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import { resultIfThere } from '../../../data/outcome/missing.ts'
import { answerTask } from '../../needs/run-plan.ts'
import { Refusal } from '../../refusal/refusal.ts'
import type { ExistingItems } from '../existing-items.ts'
import type { Call } from '../item.ts'
import type { Sender } from '../sender.ts'

export interface ElsewhereOptions {
  readonly document: DocumentDescriptor
  readonly existing: ExistingItems
  readonly sender: Sender
}

/**
 * Reads below another user's item if a read below the run's own item is rejected as documented. For example,
 * a new store has no model yet, so reading its report fails.
 */
export class ItemsElsewhere {
  readonly #options: ElsewhereOptions

  constructor(options: ElsewhereOptions) {
    this.#options = options
  }

  /**
   * If a read was rejected as documented, repeats it below an item that the run did not create. Returns
   * `undefined` unless this succeeds.
   */
  async readInstead({ plan: { operation }, answer, binding }: Call): Promise<Call | undefined> {
    const { document, existing, sender } = this.#options
    if (!isDocumentedRefusal(operation, answer)) return undefined
    const above = pathTemplates(operation.path).findLast(({ key }) => binding.get(key)?.origin === 'created')
    // A read of the item itself is not replaced, because it must show the item that the run created.
    if (above === undefined || operation.path.endsWith(`{${above.name}}`)) return undefined
    const resource = findResource(document, above)
    const item = resource && (await existing.ofOthers(answerTask(operation), resource))
    if (item === undefined) return undefined
    const at: PathBinding = new Map([...binding, ...item.binding])
    const call = resultIfThere(await sender.callAt(operation, at, { by: answerTask(operation) }))
    return call !== undefined && isSuccess(call.answer) ? call : undefined
  }
}

function isDocumentedRefusal(operation: OperationDescriptor, answer: Answer): boolean {
  const isAboutState = new Refusal(answer, operation).mayBeAbout('content', 'absence', 'conflict', 'state')
  return isAboutState && documentedResponseFor(operation, answer.status) !== undefined
}
