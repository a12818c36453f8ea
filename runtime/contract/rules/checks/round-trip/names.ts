import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { idPathOf } from '../../../data/document/identifier.ts'
import { jsonBody } from '../../../data/document/json-body.ts'
import {
  boundItemName,
  extendBinding,
  parameterOfTemplate,
  pathTemplates,
} from '../../../data/document/path-binding.ts'
import { creatorOfItems } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { isSuccess } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Call, Item } from '../../../world/items/item.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import type { CheckContext } from '../../check.ts'
import { requestItem } from '../../evidence/observe.ts'
import { tryEntries } from './entries.ts'
import { isFreeName, lastFixedSegment, nameFaults, RESERVED_SIGNS } from './free-names.ts'
import { rules } from './rules.ts'

/**
 * Checks that an item can be read by a name that its client chose, even if the name begins like a part of the
 * path, or has characters that are reserved in paths. The server is allowed to reject such names.
 * @see RFC 3986, 2.2
 */
export async function tryNames(
  context: CheckContext,
  operation: OperationDescriptor,
  item: Item,
): Promise<readonly Finding[]> {
  const { document, pool } = context
  const { resource } = item
  const isCreate = creatorOfItems(document, resource)?.operationId === operation.operationId
  if (!isCreate || !context.asks(rules.name)) return []
  const create = namedCreate(context, operation, item)
  const known = create && (await requestItem(context, item))
  const entries = await tryEntries(context, operation, item)
  if (create === undefined || known === undefined || !isSuccess(known.answer)) return entries
  const plain = `${lastFixedSegment(resource.collection)}-${pool.requests.names.tag()}`
  for (const name of [plain + RESERVED_SIGNS, plain]) {
    const call = await create(name)
    const { created, answer } = call
    if (!isSuccess(answer) || created === undefined || boundItemName(created) !== name) continue
    const read = await requestItem(context, created)
    if (read === undefined) return entries
    const plan = pool.requests.best(read.by, created.binding)
    return [
      ...entries,
      ...(await nameFaults(context, operation, { answer, by: read.by, plan, read: read.answer })),
    ]
  }
  return entries
}

/** Returns a function that creates an item with a name; `undefined` if clients cannot choose any name. */
function namedCreate(
  context: CheckContext,
  operation: OperationDescriptor,
  { resource, binding }: Item,
): ((name: string) => Promise<Call>) | undefined {
  const { document, pool } = context
  const template = pathTemplates(operation.path).at(-1)
  const send = (at: typeof binding, values: object): Promise<Call> => {
    const plan = pool.requests.best(operation, at)
    const sending = isObject(plan.body?.value)
      ? requestWithBody(plan, { ...plan.body.value, ...values })
      : plan
    return context.attempt(operation, { expecting: 'either', at: { binding: at }, sending })
  }
  if (operation.method === 'PUT') {
    const parameter = template && parameterOfTemplate(operation, template)
    if (parameter === undefined || !isFreeName(schemaIn(document, parameter.schema))) return undefined
    return (text) => send(extendBinding(binding, operation.path, { text, origin: 'unknown' }), {})
  }
  const [member, ...deeper] = idPathOf(resource) ?? []
  const schema = schemaIn(document, jsonBody(operation)?.schema).properties.get(member ?? '')
  if (member === undefined || deeper.length > 0 || schema === undefined || !isFreeName(schema))
    return undefined
  return async (name) => send(await pool.bindings.find(operation, 'read'), { [member]: name })
}
