import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { jsonBody } from '../../../data/document/json-body.ts'
import {
  blankPath,
  extendBinding,
  parameterOfTemplate,
  pathTemplates,
} from '../../../data/document/path-binding.ts'
import { operationAt } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { isSuccess } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { resultIfRun } from '../../../data/outcome/not-run.ts'
import type { Item } from '../../../world/items/item.ts'
import type { CheckContext } from '../../check.ts'
import { itemWith } from '../../evidence/own-item.ts'
import { isFreeName, lastFixedSegment, nameFaults, RESERVED_SIGNS } from './free-names.ts'

/**
 * Checks parts of an item that clients name, and that have their own path, such as
 * "/pets/{id}/labels/{name}". They are entries of a map in the item, or are created by a PUT to the path.
 */
export async function tryEntries(
  context: CheckContext,
  operation: OperationDescriptor,
  item: Item,
): Promise<readonly Finding[]> {
  const { document } = context
  const { properties } = schemaIn(document, jsonBody(operation)?.schema)
  const above = `${blankPath(item.resource.item ?? '')}/`
  const found: Finding[] = []
  for (const by of document.operations) {
    const [member = '', name, ...deeper] = blankPath(by.path).slice(above.length).split('/')
    const isPart = blankPath(by.path).startsWith(above) && name === '{}' && deeper.length === 0
    if (by.method !== 'GET' || !isPart || !isNamedFreely(by, document)) continue
    const setting = { context, operation, item, by }
    const map = properties.get(member)
    const ofPut = await resultIfRun(() => tryPut(setting))
    const ofMap = map && (await resultIfRun(() => tryMap(setting, { member, map })))
    found.push(...(ofPut ?? []), ...(ofMap ?? []))
  }
  return found
}

function isNamedFreely(by: OperationDescriptor, document: CheckContext['document']): boolean {
  const template = pathTemplates(by.path).at(-1)
  const parameter = template && parameterOfTemplate(by, template)
  return parameter !== undefined && isFreeName(schemaIn(document, parameter.schema))
}

interface Setting {
  readonly context: CheckContext
  readonly operation: OperationDescriptor
  readonly item: Item
  /** The operation that reads a part by its name. */
  readonly by: OperationDescriptor
}

/** Creates a part with a PUT to its name, and reads it. */
async function tryPut({ context, item, by }: Setting): Promise<readonly Finding[]> {
  const { document, pool } = context
  const put = operationAt(document, { method: 'PUT', path: by.path })
  if (put === undefined) return []
  const around = await pool.bindings.around(put, item.binding)
  const plain = `${lastFixedSegment(by.path)}-${pool.requests.names.tag()}`
  for (const text of [plain + RESERVED_SIGNS, plain]) {
    const binding = extendBinding(around, put.path, { text, origin: 'unknown' })
    const sending = pool.requests.best(put, binding)
    const { answer } = await context.attempt(put, { expecting: 'either', at: { binding, item }, sending })
    if (!isSuccess(answer)) continue
    const plan = pool.requests.best(by, binding)
    return nameFaults(context, put, { answer, by, plan, read: await context.read(plan) })
  }
  return []
}

/** Creates an item with a map that has two entries, and reads both of them. */
async function tryMap(
  { context, operation, item, by }: Setting,
  { member, map }: { readonly member: string; readonly map: Schema },
): Promise<readonly Finding[]> {
  const { pool } = context
  const tag = pool.requests.names.tag()
  const names = [tag, tag + RESERVED_SIGNS]
  const value = () => pool.requests.value(map.additionalProperties.written, { variant: 'full', hint: member })
  const values = { [member]: Object.fromEntries(names.map((name) => [name, value()])) }
  if (!map.types.includes('object') || map.properties.size > 0 || !map.allows(values[member])) return []
  const made = await itemWith(context, operation, { binding: item.binding, values: () => values })
  const shown = isObject(made?.value) ? made.value[member] : undefined
  if (made === undefined || !isObject(shown) || !names.every((name) => Object.hasOwn(shown, name))) return []
  const around = await pool.bindings.around(by, made.binding)
  const reading = (text: string): RequestPlan =>
    pool.requests.best(by, extendBinding(around, by.path, { text, origin: 'unknown' }))
  const usual = await context.read(reading(tag))
  const plan = reading(tag + RESERVED_SIGNS)
  return isSuccess(usual)
    ? nameFaults(context, operation, { answer: usual, by, plan, read: await context.read(plan) })
    : []
}
