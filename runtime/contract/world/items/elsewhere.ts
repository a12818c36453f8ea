import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { type PathBinding, templatesOf } from '../../data/document/path-binding.ts'
import { findResource } from '../../data/document/resource-lookup.ts'
import { documentedResponse } from '../../data/document/response-key.ts'
import { type Answer, isSuccess } from '../../data/exchange/answer.ts'
import { ifThere } from '../../data/outcome/missing.ts'
import { Refusal } from '../refusal/refusal.ts'
import type { ExistingItems } from './existing-items.ts'
import type { Call } from './item.ts'
import type { Sender } from './sender.ts'

export interface ElsewhereOptions {
  readonly document: DocumentDescriptor
  readonly existing: ExistingItems
  readonly sender: Sender
}

/**
 * Reads below an item of others what an item of the run does not have yet: a store that was just made has no
 * model, and its report is refused as the document says.
 */
export class Elsewhere {
  readonly #options: ElsewhereOptions

  constructor(options: ElsewhereOptions) {
    this.#options = options
  }

  /** The same read below an item that was there before; `undefined` where that is not answered either. */
  async readInstead({ plan: { operation }, answer, binding }: Call): Promise<Call | undefined> {
    const { document, existing, sender } = this.#options
    if (!isDocumentedRefusal(operation, answer)) return undefined
    const above = templatesOf(operation.path).findLast(({ key }) => binding.get(key)?.origin === 'created')
    // A read of the item itself is to show the one that was made.
    if (above === undefined || operation.path.endsWith(`{${above.name}}`)) return undefined
    const resource = findResource(document, above)
    const item = resource && (await existing.ofOthers(resource))
    if (item === undefined) return undefined
    const at: PathBinding = new Map([...binding, ...item.binding])
    const call = ifThere(await sender.callAt(operation, at))
    return call !== undefined && isSuccess(call.answer) ? call : undefined
  }
}

function isDocumentedRefusal(operation: OperationDescriptor, answer: Answer): boolean {
  const isAboutState = new Refusal(answer, operation).mayBeAbout('content', 'absence', 'conflict', 'state')
  return isAboutState && documentedResponse(operation, answer.status) !== undefined
}
