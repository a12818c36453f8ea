import type { OperationDescriptor } from '@concordat/runtime/http'
import { namesOfTemplate, templatesOf } from '../../document/place.ts'
import { findResource, idOf, operationOf } from '../../document/resource-lookup.ts'
import { isSuccess } from '../../exchange/answer.ts'
import { itemsIn } from '../../exchange/listed.ts'
import type { CheckContext, RuleItems } from '../../rule/check.ts'
import { configuredParameter } from '../../target/target.ts'
import { STRANGER } from './stranger.ts'

/** Ids by resource, asked for once a run. */
const known = new WeakMap<RuleItems, Map<string, Promise<string | undefined>>>()

/**
 * The first path parameter of the operation with an id that belongs to the other tenant: configured, or from its own list.
 * @returns `undefined` when no list without a parent shows one.
 */
export async function foreignRoot(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<Record<string, string> | undefined> {
  const [template] = templatesOf(operation.path)
  if (template === undefined) return undefined
  const configured = configuredParameter({ pathParameters: context.strangersPath }, namesOfTemplate(template))
  if (configured !== undefined) return { [template.name]: configured }
  const resource = findResource(context.document, template)
  const list = operationOf(context.document, resource?.operations.list)
  if (resource === undefined || list === undefined || list.path.includes('{')) return undefined
  const ids = known.get(context.items) ?? new Map<string, Promise<string | undefined>>()
  known.set(context.items, ids)
  const first = async (): Promise<string | undefined> => {
    const answer = await context.read(context.items.requests.best(list, new Map()), STRANGER)
    const items = isSuccess(answer) ? (itemsIn(list, answer.value) ?? []) : []
    return items.length > 0 ? idOf(resource, items[0]) : undefined
  }
  const pending = ids.get(resource.name) ?? first()
  ids.set(resource.name, pending)
  const id = await pending
  return id === undefined ? undefined : { [template.name]: id }
}
