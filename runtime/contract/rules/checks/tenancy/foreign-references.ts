import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { securityClause } from '../../../data/document/clause.ts'
import { jsonBody } from '../../../data/document/json-body.ts'
import { boundItemId } from '../../../data/document/path-binding.ts'
import { type Reference, referencedResource } from '../../../data/document/reference.ts'
import { operationById } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { type Answer, isRefusal, isSuccess } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { NotRun, resultIfRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { itemIdSchema } from '../../../world/items/identity/candidates.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import { unknownValue } from '../../../world/values/unknown-value.ts'
import type { CheckContext } from '../../check.ts'
import { OTHER_TENANT } from './of-tenant.ts'
import { rules } from './rules.ts'

/** Properties of a create request's body that refer to an item of any resource. */
export function foreignReferences(
  operation: OperationDescriptor,
  document: CheckContext['document'],
): readonly (Reference & { readonly name: string })[] {
  const body = jsonBody(operation)
  if (operation.resource?.role !== 'create' || operation.path.includes('{') || body === undefined) return []
  return [...schemaIn(document, body.schema).properties].flatMap(([name, schema]) => {
    const reference = referencedResource(name, schema, { document })
    return reference === undefined ? [] : [{ ...reference, name }]
  })
}

/**
 * Checks that a tenant cannot refer to an item that it cannot read. If the server rejects a reference to a
 * nonexistent item, it must also reject one to another tenant's item. A server that checks no references
 * accepts both.
 */
export async function checkForeignReferences(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<Verdict> {
  const verdicts: (readonly Finding[])[] = []
  for (const reference of foreignReferences(operation, context.document)) {
    const findings = await resultIfRun(() => checkReference(context, operation, reference))
    if (findings !== undefined) verdicts.push(findings)
  }
  return verdicts.length === 0
    ? new NotRun({ kind: 'nothing of a tenant', operation: operation.operationId })
    : verdicts.flat()
}

/** @throws NotRun if it is unknown whether the item belongs to the tenant alone. */
async function checkReference(
  context: CheckContext,
  operation: OperationDescriptor,
  { name, resource, write }: Reference & { readonly name: string },
): Promise<readonly Finding[]> {
  const { document, pool } = context
  const item = await pool.items.shared(resource)
  const own = boundItemId(item.binding, resource)
  const read = operationById(document, resource.operations.read)
  const unknown = unknownValue(itemIdSchema(document, resource) ?? schemaIn(document, true), context.random)
  if (own?.origin !== 'created' || read === undefined || unknown === undefined)
    throw new NotRun({ kind: 'nothing of a tenant', operation: operation.operationId })
  const seen = await context.read(pool.requests.best(read, item.binding), OTHER_TENANT)
  if (!isRefusal(seen)) throw new NotRun({ kind: "perhaps everybody's", operation: operation.operationId })
  const ask = async (id: string): Promise<Answer> => {
    const plan = pool.requests.best(operation, new Map())
    const sending = requestWithBody(plan, {
      ...(isObject(plan.body?.value) && plan.body.value),
      [name]: write(id),
    })
    const attempt = { as: OTHER_TENANT, expecting: 'either', at: { binding: new Map() }, sending } as const
    return (await context.attempt(operation, attempt)).answer
  }
  if (!isRefusal(await ask(unknown))) return []
  const answer = await ask(own.text)
  if (!isSuccess(answer)) return []
  return [
    context.finding({
      ...{
        operation,
        answer,
        clause: securityClause(operation),
        breaks: rules.references,
        expecting: 'refusal',
      },
      fact: {
        kind: "others' item",
        wanted: ['4xx'],
        probe: `another tenant's credential and the id of the first tenant's item as "${name}"`,
      },
    }),
  ]
}
