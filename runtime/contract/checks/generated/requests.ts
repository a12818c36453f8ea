import type { OperationDescriptor } from '@concordat/runtime/http'
import * as fc from 'fast-check'
import type { CheckContext } from '../../check.ts'
import { arbitraryOf } from '../../fixtures/arbitrary.ts'
import { isObject } from '../../fixtures/shape.ts'
import { jsonBody } from '../../json-body.ts'
import type { RequestPlan } from '../../request.ts'
import { parameterCases } from '../negative/parameter-cases.ts'
import { faultsOf } from '../negative/value-faults.ts'

/**
 * Requests that the document allows. An action's body is the action's own affair: a valid one may ask for years of work.
 * @returns `undefined` when the operation leaves nothing to choose.
 */
export function validRequests(
  context: CheckContext,
  operation: OperationDescriptor,
  plan: RequestPlan,
): fc.Arbitrary<RequestPlan> | undefined {
  const body = operation.resource?.role === 'action' ? undefined : validBodies(context, operation)
  const query = validQueries(context, operation)
  if (body === undefined && query === undefined) return undefined
  return fc
    .record({ body: body ?? fc.constant(undefined), query: query ?? fc.constant({}) })
    .map(({ body: made, query: chosen }) => ({
      ...plan,
      query: { ...plan.query, ...chosen },
      ...(made !== undefined && { body: made }),
    }))
}

function validBodies(
  context: CheckContext,
  operation: OperationDescriptor,
): fc.Arbitrary<NonNullable<RequestPlan['body']>> | undefined {
  const body = jsonBody(operation)
  if (body === undefined) return undefined
  const validate = context.validator(body.schema)
  return arbitraryOf(body.schema, context.document.definitions)
    .filter((value) => validate(value).length === 0)
    .map((value) => ({ mediaType: body.mediaType, value }))
}

/** Parameters with a schema of plain values; each may be left out, and an empty text is no value. */
function validQueries(
  context: CheckContext,
  operation: OperationDescriptor,
): fc.Arbitrary<Record<string, unknown>> | undefined {
  const parameters = (operation.parameters ?? []).filter(
    ({ in: location, mediaType, schema }) =>
      location === 'query' && mediaType === undefined && schema !== undefined,
  )
  if (parameters.length === 0) return undefined
  const arbitraries = parameters.map(({ name, schema = true }) => {
    const validate = context.validator(schema)
    const values = arbitraryOf(schema, context.document.definitions).filter(
      (value) => value !== '' && value !== null && validate(value).length === 0,
    )
    return [name, values] as const
  })
  const requiredKeys = parameters.filter(({ required }) => required).map(({ name }) => name)
  return fc.record(Object.fromEntries(arbitraries), { requiredKeys, noNullPrototype: true })
}

/** Valid requests with one thing broken, in the body or in a parameter. */
export function invalidRequests(
  context: CheckContext,
  operation: OperationDescriptor,
  plan: RequestPlan,
): fc.Arbitrary<RequestPlan> | undefined {
  const cases = [...parameterCases(context, operation, plan)].map((negativeCase) => negativeCase.plan)
  const choices = [
    ...(cases.length === 0 ? [] : [fc.constantFrom(...cases)]),
    ...invalidBodies(context, operation, plan),
  ]
  return choices.length === 0 ? undefined : fc.oneof(...choices)
}

function invalidBodies(
  context: CheckContext,
  operation: OperationDescriptor,
  plan: RequestPlan,
): fc.Arbitrary<RequestPlan>[] {
  const body = jsonBody(operation)
  if (body === undefined) return []
  const validate = context.validator(body.schema)
  const { definitions } = context.document
  const broken = fc
    .tuple(arbitraryOf(body.schema, definitions), fc.nat())
    .map(([value, index]) => {
      const faults = [...faultsOf(body.schema, isObject(value) ? value : {}, definitions)]
      return faults[index % faults.length]?.value
    })
    .filter((value) => value !== undefined && validate(value).length > 0)
  return [broken.map((value) => ({ ...plan, body: { mediaType: body.mediaType, value } }))]
}
