import { documentedRefusals, type OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { jsonBody } from '../../../data/document/json-body.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { NotRun } from '../../../data/outcome/not-run.ts'
import { counts, isReferenceName } from '../../../lexicon/lexicon.ts'
import type { Item } from '../../../world/items/item.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import { isKeptValue } from '../../../world/values/same.ts'
import type { CheckContext } from '../../check.ts'
import { requiredBesideChange, visibleFields } from '../fields.ts'

/**
 * Creates a request that changes one property, or returns a deletion's usual request. @param except a
 * property to keep.
 */
export function memberChange(
  context: CheckContext,
  operation: OperationDescriptor,
  { item, before, except }: { readonly item: Item; readonly before: unknown; readonly except?: string },
): RequestPlan {
  const { requests } = context.pool
  const plan = requests.best(operation, item.binding)
  const { role } = operation.resource ?? {}
  if (role === 'delete') return plan
  const isWhole = role === 'replace' && isObject(plan.body?.value)
  const whole = isWhole ? plan.body.value : requiredBesideChange(context, operation, before)
  for (const { name, schema } of visibleFields(context, operation, operation)) {
    if (name === except) continue
    const other = isObject(before) ? before[name] : undefined
    const value = requests.value(schema, { variant: 'full', hint: name, other })
    if (!isKeptValue(value, other)) return requestWithBody(plan, { ...whole, [name]: value })
  }
  throw new NotRun({ kind: 'nothing shown to change', operation: operation.operationId })
}

/**
 * Creates a new value for a property. Free strings in a list are in descending order, because a server might
 * sort them.
 */
export function changedMemberValue(
  { pool }: CheckContext,
  schema: Schema,
  options: { readonly variant: 'full'; readonly hint: string; readonly other?: unknown },
): unknown {
  const value = pool.requests.value(schema, options)
  const { types, values, keywords } = schema.items
  const isFree = types.includes('string') && values.listed === undefined && keywords.format === undefined
  if (!Array.isArray(value) || !isFree || isReferenceName(options.hint)) return value
  const { variant, hint } = options
  const others = Array.from({ length: 2 }, () => pool.requests.value(schema.items, { variant, hint }))
  const several = [...new Set([...value, ...others].map(String))].sort().toReversed()
  return schema.allows(several) ? several : value
}

/**
 * Returns the body property in which a write states the version that it is based on; `undefined` if it has
 * none, or documents no conflict.
 */
export function versionMemberToChange(
  { document }: Pick<CheckContext, 'document'>,
  operation: OperationDescriptor,
): string | undefined {
  const { role = '' } = operation.resource ?? {}
  const body = jsonBody(operation)
  const hasConflicts = documentedRefusals(operation, 'conflict', 'precondition').some((key) =>
    /\d\d\d/.test(key),
  )
  if (body === undefined || !['update', 'replace'].includes(role) || !hasConflicts) return undefined
  const { properties } = schemaIn(document, body.schema)
  return [...properties.keys()].find(counts.versions.has)
}
