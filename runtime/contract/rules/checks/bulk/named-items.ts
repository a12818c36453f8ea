import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { jsonBody } from '../../../data/document/json-body.ts'
import { boundItemName } from '../../../data/document/path-binding.ts'
import { type Reference, referencedResource } from '../../../data/document/reference.ts'
import { creatorOfItems, operationById } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { isRefusal } from '../../../data/exchange/answer.ts'
import type { Assertion } from '../../../data/outcome/assertion.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { absentItemReference } from '../../../world/items/identity/reference-to-nothing.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import type { CheckContext } from '../../check.ts'
import { isSameToClients } from '../../evidence/client-members.ts'
import { shownFieldText } from '../../evidence/fields.ts'
import { observeItem } from '../../evidence/observe.ts'

/** The property with which an action names several items. */
export interface NamedItems {
  readonly member: string
  readonly reference: Reference
}

/** The only list of references in an action's body, if the run can create and read such items. */
export function namedItemsOf(
  operation: OperationDescriptor,
  document: DocumentDescriptor,
): NamedItems | undefined {
  if (operation.resource?.role !== 'action') return undefined
  const named = [...schemaIn(document, jsonBody(operation)?.schema).properties].flatMap(
    ([member, schema]): NamedItems[] => {
      const reference = schema.types.includes('array')
        ? referencedResource(member, schema, { document })
        : undefined
      return reference === undefined ? [] : [{ member, reference }]
    },
  )
  const [only, ...others] = named
  const { resource } = only?.reference ?? {}
  const isShown = operationById(document, resource?.operations.read) !== undefined
  return others.length === 0 && isShown && creatorOfItems(document, resource) !== undefined ? only : undefined
}

/**
 * Names an existing item and then one that does not exist, with each value of the flags beside them. If the
 * server rejects this, the existing item must stay as it was.
 */
export async function checkNamedItems(
  context: CheckContext,
  operation: OperationDescriptor,
  { named: { member, reference }, breaks }: { readonly named: NamedItems; readonly breaks: Assertion },
): Promise<readonly Finding[]> {
  const { pool, document } = context
  const item = await pool.items.create(reference.resource)
  const binding = await pool.bindings.around(operation, item.binding)
  const schema = schemaIn(document, jsonBody(operation)?.schema).property(member)
  const names = [reference.write(boundItemName(item) ?? ''), absentItemReference(context, member, schema)]
  const { value: before } = await observeItem(context, item)
  const plan = pool.requests.best(operation, binding)
  const sent = isObject(plan.body?.value) ? plan.body.value : {}
  const flags = Object.entries(sent).filter(([, value]) => typeof value === 'boolean')
  if (names.includes(undefined) || !schema.allows(names.flat())) return []
  for (const turned of flags.length === 0 ? [false] : [false, true]) {
    const others = turned ? Object.fromEntries(flags.map(([name, value]) => [name, value !== true])) : {}
    const sending = requestWithBody(plan, { ...sent, ...others, [member]: names.flat() })
    const call = await context.attempt(operation, { expecting: 'either', at: { binding }, sending })
    if (!isRefusal(call.answer)) return []
    const { value: after, answer } = await observeItem(context, item)
    if (!isObject(before) || isSameToClients(before, after, answer)) continue
    return [
      context.finding({
        ...{ operation, answer, beside: [call.answer], breaks, clause: operation.pointer },
        fact: {
          kind: 'refused, yet changed',
          before: shownFieldText(before),
          received: shownFieldText(after),
        },
      }),
    ]
  }
  return []
}
