import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject, valueAt } from '@concordat/runtime/json'
import { securityClause } from '../../../data/document/clause.ts'
import { jsonBody } from '../../../data/document/json-body.ts'
import type { PathBinding } from '../../../data/document/path-binding.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { itemAtDocumentedPlace } from '../../../data/document/shown.ts'
import { isAbsence, isSuccess } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { pathMembers } from '../../../world/requests/members/path-members.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import type { CheckContext } from '../../check.ts'
import { requestItem } from '../../evidence/observe.ts'
import { foreignRoot } from './foreign-root.ts'
import { rules } from './rules.ts'

/**
 * Checks that a body that names another tenant's parent, in contradiction to the path, creates nothing below
 * that parent. The server has to reject the body or follow the path.
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
  const plan = context.pool.requests.best(operation, binding)
  const sent = plan.body?.value
  const parent = parentMember(context, operation, { name: root.template.name, sent })
  if (parent === undefined || !isObject(sent)) return []
  const { member, isDocumented } = parent
  const value = typeof sent[member] === 'number' ? Number(root.name.text) : root.name.text
  const sending = requestWithBody(plan, { ...sent, [member]: value })
  const { answer, created } = await context.attempt(operation, {
    expecting: 'either',
    at: { binding },
    sending,
  })
  const shown = itemAtDocumentedPlace(context.pool.resourceFor(operation), operation, answer.value)
  const isElsewhere = !isDocumented || String(valueAt(shown, [member])) === root.name.text
  if (!isSuccess(answer) || created === undefined || !isElsewhere) return []
  // Only the item's location matters, because the server is allowed to store any value in the property.
  const seen = await requestItem(context, created)
  if (seen === undefined || !isAbsence(seen.answer)) return []
  return [
    context.finding({
      ...{ operation, answer, clause: securityClause(operation), breaks: rules['below-another-parent'] },
      fact: {
        kind: "others' item",
        wanted: ['4xx'],
        mayBeBelow: true,
        probe: `a body that names another tenant's "${member}"`,
      },
    }),
  ]
}

/**
 * Finds the body property that names the parent in the path: a documented property or, if the body allows it,
 * one with the path parameter's name. Servers that store whole bodies as items accept such a property.
 */
function parentMember(
  context: CheckContext,
  operation: OperationDescriptor,
  { name, sent }: { readonly name: string; readonly sent: unknown },
): { readonly member: string; readonly isDocumented: boolean } | undefined {
  const documented = [...pathMembers(operation, context.document)].find(([, key]) => key === name)
  if (documented !== undefined) return { member: documented[0], isDocumented: true }
  const schema = schemaIn(context.document, jsonBody(operation)?.schema)
  return schema.allows({ ...Object(sent), [name]: '' }) ? { member: name, isDocumented: false } : undefined
}
