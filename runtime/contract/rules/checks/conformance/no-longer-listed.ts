import type { OperationDescriptor } from '@concordat/runtime/http'
import { itemIdOf } from '../../../data/document/identifier.ts'
import { pathTemplates } from '../../../data/document/path-binding.ts'
import { operationById, resourceByName } from '../../../data/document/resource-lookup.ts'
import { isAbsence } from '../../../data/exchange/answer.ts'
import { resultIfRun } from '../../../data/outcome/not-run.ts'
import type { Call } from '../../../world/items/item.ts'
import type { CheckContext } from '../../check.ts'
import { Collection } from '../../evidence/collection.ts'

/**
 * True if a documented 404 concerns an item that the run did not create, and the list shows it no longer. It
 * can have ended by itself, like a query or a session.
 */
export async function isNoLongerListed(
  context: CheckContext,
  { path, responses, resource: ofOperation }: OperationDescriptor,
  { answer, binding }: Call,
): Promise<boolean> {
  const template = pathTemplates(path).at(-1)
  const last = template && binding.get(template.key)
  const isDocumented = isAbsence(answer) && responses[answer.status] !== undefined
  const resource = resourceByName(context.document, ofOperation?.name)
  const list = operationById(context.document, resource?.operations.list)
  if (!isDocumented || last?.origin !== 'discovered' || !resource || !list) return false
  const page = await resultIfRun(() => new Collection(context, list, { binding }).page())
  return page !== undefined && !page.items.some((item) => itemIdOf(resource, item) === last.text)
}
