import type { OperationDescriptor } from '@concordat/runtime/http'
import type { DocumentObject, OperationObject } from '../../document/document.ts'
import { documentWebhooks } from '../../document/webhooks.ts'
import { isDeclarableInCode } from '../naming/identifier.ts'
import { declarableCamelCase, TakenNames } from '../naming/name.ts'
import type { OperationReader } from './operation.ts'

/** A webhook or callback as its receiver sees it. */
interface ReadWebhook {
  readonly webhook: string
  readonly name: string
  readonly descriptor: OperationDescriptor
  readonly operation: OperationObject
  /** URL of a callback, with runtime expressions. */
  readonly address?: string
}

/**
 * Reads webhooks and callbacks. Their bodies use the read variant, because it is the service that sends them.
 * @param taken function names that operations already use.
 */
export function readWebhooks(
  document: DocumentObject,
  { reader, taken }: { readonly reader: OperationReader; readonly taken: readonly string[] },
): ReadWebhook[] {
  const names = new TakenNames()
  for (const name of taken) names.unique(name)
  return [...documentWebhooks(document)].map(({ key, placed, address }) => {
    const name = names.unique(isDeclarableInCode(key) ? key : declarableCamelCase(key))
    const descriptor = reader.read(placed, { operationId: key, name, payload: 'read' })
    const { operation } = placed
    return { webhook: key, name, descriptor, operation, ...(address !== undefined && { address }) }
  })
}
