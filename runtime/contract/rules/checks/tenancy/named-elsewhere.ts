import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject, valueAt } from '@concordat/runtime/json'
import { securityClause } from '../../../data/document/clause.ts'
import { jsonBody } from '../../../data/document/json-body.ts'
import type { PathBinding } from '../../../data/document/path-binding.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { itemShown } from '../../../data/document/shown.ts'
import { isAbsence, isSuccess } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { pathMembers } from '../../../world/requests/path-members.ts'
import { withBody } from '../../../world/requests/with-body.ts'
import type { CheckContext } from '../../check.ts'
import { requestItem } from '../../evidence/observe.ts'
import { foreignRoot } from './foreign-root.ts'
import { rules } from './rules.ts'

/**
 * A body that names another tenant's parent than the path puts nothing there: it is refused, or the path
 * decides.
 */
export async function checkNamedElsewhere(
  context: CheckContext,
  operation: OperationDescriptor,
  binding: PathBinding,
): Promise<readonly Finding[]> {
  if (operation.resource?.role !== 'create' || !context.asks(rules['below-another-parent'])) return []
  const root = await foreignRoot(context, operation)
  const own = root && binding.get(root.template.key)?.text
  if (root === undefined || own === root.name.text) return []
  const resource = context.pool.resourceFor(operation)
  const plan = context.pool.requests.best(operation, binding)
  const sent = plan.body?.value
  const named = [...pathMembers(operation, context.document)].find(([, name]) => name === root.template.name)
  // Servers that take a whole body for an item take members as well that no document has.
  const isOpen = schemaIn(context.document, jsonBody(operation)?.schema).allows({
    ...Object(sent),
    [root.template.name]: '',
  })
  const member = named?.[0] ?? (isOpen ? root.template.name : undefined)
  if (member === undefined || !isObject(sent)) return []
  const value = typeof sent[member] === 'number' ? Number(root.name.text) : root.name.text
  const sending = withBody(plan, { ...sent, [member]: value })
  const { answer, created } = await context.attempt(operation, {
    expecting: 'either',
    at: { binding },
    sending,
  })
  const shown = valueAt(itemShown(resource, operation, answer.value), [member])
  const isElsewhere = named === undefined || String(shown) === root.name.text
  if (!isSuccess(answer) || created === undefined || !isElsewhere) return []
  // A member may say anything, as long as the item stands where the path says.
  const seen = await requestItem(context, created)
  if (seen === undefined || !isAbsence(seen.answer)) return []
  return [
    context.finding({
      ...{ operation, answer, clause: securityClause(operation), breaks: rules['below-another-parent'] },
      fact: { kind: "others' item", probe: `a body that names another tenant's "${member}"` },
    }),
  ]
}
