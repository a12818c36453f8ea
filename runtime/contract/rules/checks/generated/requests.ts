import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import * as fc from 'fast-check'
import { jsonBody } from '../../../data/document/json-body.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { bodyWithoutMembers, identifierMembers } from '../../../world/requests/members/identifier-members.ts'
import { arbitraryOf } from '../../../world/values/arbitraries/arbitrary.ts'
import { fittingArbitrary, makeableArbitrary } from '../../../world/values/arbitraries/fitting.ts'
import type { CheckContext } from '../../check.ts'
import { newRunLog } from '../../evidence/log/run-log.ts'
import { parameterCases } from '../../wrong-requests/parameter-cases.ts'
import { faultyValues } from '../../wrong-requests/value-faults.ts'
import { canGenerateQuery } from './writable.ts'

/**
 * Requests that the document allows. An action's body is excluded: a valid one may start years of work.
 * @returns `undefined` if there is nothing to vary.
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
  const schema = schemaIn(context.document, body.schema)
  const names = identifierMembers(operation, context.document)
  return makeableArbitrary(() => fittingArbitrary(arbitraryOf(schema), (value) => schema.allows(value)))?.map(
    (value) => ({
      mediaType: body.mediaType,
      value: bodyWithoutMembers(value, names),
    }),
  )
}

/**
 * Parameters with a schema of plain values; each may be omitted, as is one without any possible value. An
 * empty text counts as absent.
 */
function validQueries(
  context: CheckContext,
  operation: OperationDescriptor,
): fc.Arbitrary<Record<string, unknown>> | undefined {
  const parameters = (operation.parameters ?? []).filter(
    (parameter) =>
      canGenerateQuery(parameter) &&
      parameter.schema !== undefined &&
      !context.pool.permission.withholds(operation, parameter),
  )
  if (parameters.length === 0) return undefined
  const arbitraries = parameters.flatMap(({ name, mediaType, schema: written }) => {
    const schema = schemaIn(context.document, written)
    const values = makeableArbitrary(() =>
      fittingArbitrary(
        arbitraryOf(mediaType === undefined ? asText(schema) : schema),
        (value) => value !== '' && value !== null && schema.allows(value),
      ),
    )
    return values === undefined ? [] : [[name, values] as const]
  })
  if (arbitraries.length === 0) return undefined
  const made = new Set(arbitraries.map(([name]) => name))
  const requiredKeys = parameters
    .filter(({ name, required }) => required && made.has(name))
    .map(({ name }) => name)
  return fc.record(Object.fromEntries(arbitraries), { requiredKeys, noNullPrototype: true })
}

/** A schema without a type is a text in a query. */
function asText(schema: Schema): Schema {
  return schema.types.length > 0 ? schema : schema.document.of({ allOf: [schema.written], type: 'string' })
}

/**
 * Valid requests with one thing broken, in the body or in a parameter. Requests that another rule has sent
 * and judged are excluded.
 */
export function invalidRequests(
  context: CheckContext,
  operation: OperationDescriptor,
  plan: RequestPlan,
): fc.Arbitrary<RequestPlan> | undefined {
  const log = context.state.of(newRunLog)
  const cases = [...parameterCases(context, operation, plan)].flatMap(({ mayBeTaken, plan: sending }) =>
    mayBeTaken || log.hasRefused(sending) ? [] : [sending],
  )
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
  const schema = schemaIn(context.document, body.schema)
  const names = identifierMembers(operation, context.document)
  const broken = makeableArbitrary(() => {
    const faulty = fc.tuple(arbitraryOf(schema), fc.nat()).map(([value, index]) => {
      const faults = [...faultyValues(schema, isObject(value) ? value : {})]
      return bodyWithoutMembers(faults[index % faults.length]?.value, names)
    })
    return fittingArbitrary(faulty, (value) => value !== undefined && validate(value).length > 0)
  })
  if (broken === undefined) return []
  return [broken.map((value) => ({ ...plan, body: { mediaType: body.mediaType, value } }))]
}
