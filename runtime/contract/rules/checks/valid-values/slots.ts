import { isIdempotencyKey, type OperationDescriptor, type ParameterDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { Schema } from '@concordat/runtime/schema'
import { parameterClause } from '../../../data/document/clause.ts'
import { jsonBody } from '../../../data/document/json-body.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { identifierMembers } from '../../../world/requests/members/identifier-members.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import type { CheckContext } from '../../check.ts'
import { fieldClause } from '../../evidence/fields.ts'

/** A part of a request whose value can be replaced. */
export interface Slot {
  readonly in: 'query' | 'header' | 'cookie' | 'body'
  readonly name: string
  readonly schema: Schema
  readonly isRequired: boolean
  /** JSON Pointer of the parameter, or of the property's schema. */
  readonly clause: string
  /** Returns the request with the value in this slot. */
  give(plan: RequestPlan, value: unknown): RequestPlan
}

/** Headers that OpenAPI does not describe as parameters, and headers whose values other rules test. */
const TAKEN: ReadonlySet<string> = new Set([
  ...['accept', 'authorization', 'content-type'],
  ...['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'],
])

/** Returns parameters whose values can be replaced, except path parameters. */
export function parameterSlots(context: CheckContext, operation: OperationDescriptor): readonly Slot[] {
  return (operation.parameters ?? []).flatMap((parameter): readonly Slot[] => {
    const { in: location, name, mediaType, schema } = parameter
    if (location === 'path' || location === 'querystring') return []
    if (mediaType !== undefined || isTaken(context, parameter)) return []
    if (context.pool.permission.withholds(operation, parameter)) return []
    return [
      {
        ...{ in: location, name, schema: schemaIn(context.document, schema) },
        isRequired: parameter.required === true,
        clause: parameterClause(operation, parameter),
        give: (plan, value) => ({ ...plan, [location]: { ...plan[location], [name]: value } }),
      },
    ]
  })
}

function isTaken({ document }: CheckContext, { in: location, name }: ParameterDescriptor): boolean {
  if (location !== 'header') return false
  const isOfScheme = Object.values(document.securitySchemes).some(
    (scheme) => scheme.in === 'header' && scheme.name?.toLowerCase() === name.toLowerCase(),
  )
  return isOfScheme || TAKEN.has(name.toLowerCase()) || isIdempotencyKey(name)
}

/**
 * Returns properties of a JSON body whose values can be replaced, except those that are read-only or that
 * identify an item or its position.
 */
export function memberSlots({ document }: CheckContext, operation: OperationDescriptor): readonly Slot[] {
  const body = jsonBody(operation)
  if (body === undefined) return []
  const whole = schemaIn(document, body.schema)
  const named = identifierMembers(operation, document)
  return [...whole.properties].flatMap(([name, schema]): readonly Slot[] => {
    if (named.has(name) || schema.keywords.readOnly === true) return []
    return [
      {
        ...{ in: 'body', name, schema, isRequired: whole.required.has(name) },
        clause: fieldClause(whole, name, pointerBelow(body.clause, 'schema')),
        give: (plan, value) => {
          const { value: sent } = plan.body ?? {}
          return requestWithBody(plan, { ...(isObject(sent) && sent), [name]: value })
        },
      },
    ]
  })
}
