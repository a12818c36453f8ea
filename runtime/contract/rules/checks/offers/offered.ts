import {
  type DocumentDescriptor,
  documentedSuccesses,
  isJson,
  isReadByGet,
  mediaTypeEssence,
  type OperationDescriptor,
} from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import { parameterClause, responseClause } from '../../../data/document/clause.ts'
import { jsonBody } from '../../../data/document/json-body.ts'
import { formatParameters } from '../../../data/document/response-key.ts'
import { type SchemaScope, schemaIn } from '../../../data/document/schema-in.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import { isKeptValue } from '../../../world/values/same.ts'
import type { CheckContext } from '../../check.ts'

/** A request that the document itself describes as valid. */
export interface Offer {
  /** Continues "status 200 for". */
  readonly what: string
  readonly clause: string
  readonly plan: RequestPlan
  /** The media type expected in the response. */
  readonly mediaType?: string
  /** Further media types that the response may have instead. */
  readonly others?: readonly string[]
}

/** Maximum number of body examples that are considered. The one that every rule uses is not sent again. */
const MOST_EXAMPLES = 4

/** The document's offers that ordinary valid requests do not use. */
export function* offersOf(
  context: CheckContext,
  operation: OperationDescriptor,
  plan: RequestPlan,
): Generator<Offer> {
  yield* examples(context, operation, plan)
  yield* charset(operation, plan)
  if (!isReadByGet(operation)) return
  yield* mediaTypes(context, operation, plan)
  yield* formats(context, operation, plan)
  yield* edges(context, operation, plan)
}

function* examples(
  { document }: CheckContext,
  operation: OperationDescriptor,
  plan: RequestPlan,
): Generator<Offer> {
  const body = jsonBody(operation)
  if (body === undefined) return
  const schema = schemaIn(document, body.schema)
  const right = body.examples.filter((value) => schema.allows(value))
  for (const value of right.slice(0, MOST_EXAMPLES))
    if (!isKeptValue(value, plan.body?.value) || !isKeptValue(plan.body?.value, value))
      yield { what: "the document's own example", clause: body.clause, plan: requestWithBody(plan, value) }
}

/**
 * Yields the usual request with a charset in the media type of its body, as many clients send it.
 * @see RFC 9110, 8.3.1
 */
function* charset(operation: OperationDescriptor, plan: RequestPlan): Generator<Offer> {
  const { body } = plan
  const json = jsonBody(operation)
  if (json === undefined || body?.mediaType !== 'application/json') return
  const mediaType = 'application/json; charset=utf-8'
  yield {
    ...{ what: `"Content-Type: ${mediaType}"`, clause: json.clause },
    plan: { ...plan, body: { ...body, mediaType } },
  }
}

/**
 * Yields an offer for each media type of a successful response that has several. If a parameter selects the
 * media type, the server is allowed to ignore Accept, so no particular type is expected.
 * @see RFC 9110, 12.5.1
 */
function* mediaTypes(
  { document }: CheckContext,
  operation: OperationDescriptor,
  plan: RequestPlan,
): Generator<Offer> {
  const chosen = new Set(
    formatParameters(operation, document).flatMap(({ selected }) => selected.flatMap(({ named }) => named)),
  )
  for (const key of documentedSuccesses(operation)) {
    const types = Object.keys(operation.responses[key]?.content ?? {})
    if (types.length < 2) continue
    for (const mediaType of types.filter((type) => !type.includes('*')))
      yield {
        what: `"Accept: ${mediaType}"`,
        clause: pointerBelow(responseClause(operation, key), 'content', mediaType),
        plan: { ...plan, accept: mediaType },
        ...(!chosen.has(mediaType) && { mediaType }),
      }
  }
}

function* formats(
  { document }: CheckContext,
  operation: OperationDescriptor,
  plan: RequestPlan,
): Generator<Offer> {
  for (const { parameter, selected } of formatParameters(operation, document))
    for (const { value, named, possible } of selected) {
      const [mediaType] = named
      yield {
        what: `${parameter.name}=${value}`,
        clause: parameterClause(operation, parameter),
        plan: { ...plan, query: { ...plan.query, [parameter.name]: value } },
        ...(mediaType !== undefined && { mediaType, others: possible }),
      }
    }
}

/** The query that selects a media type; empty if no parameter does. */
export function queryOfFormat(
  operation: OperationDescriptor,
  document: SchemaScope,
  isMeant: (mediaType: string) => boolean,
): Readonly<Record<string, unknown>> {
  for (const { parameter, selected } of formatParameters(operation, document)) {
    const found = selected.find(({ named }) => named.some(isMeant))
    if (found !== undefined) return { [parameter.name]: found.value }
  }
  return {}
}

/**
 * Up to two requests: one with all integer query parameters at their documented minimum, and one with all at
 * their maximum.
 */
function* edges(context: CheckContext, operation: OperationDescriptor, plan: RequestPlan): Generator<Offer> {
  for (const keyword of ['minimum', 'maximum'] as const) {
    const bounded = (operation.parameters ?? []).flatMap((parameter) => {
      const { name, in: location, schema, mediaType } = parameter
      const { types, keywords } = schemaIn(context.document, schema)
      const bound = keywords[keyword]
      const isPlain = location === 'query' && mediaType === undefined && types.includes('integer')
      const isKnown = bound !== undefined && Math.abs(bound) <= 2 ** 31
      return isPlain && isKnown && !context.pool.permission.withholds(operation, parameter)
        ? [{ name, bound, clause: parameterClause(operation, parameter) }]
        : []
    })
    const [first] = bounded
    if (first === undefined) continue
    const query = Object.fromEntries(bounded.map(({ name, bound }) => [name, bound]))
    yield {
      what: `the ${keyword} of ${bounded.map(({ name, bound }) => `"${name}", ${bound}`).join(', ')}`,
      clause: first.clause,
      plan: { ...plan, query: { ...plan.query, ...query } },
    }
  }
}

/** True if the document offers anything that ordinary valid requests do not use. */
export function hasOffers(operation: OperationDescriptor, document: DocumentDescriptor): boolean {
  const { parameters = [], requestBody } = operation
  const body = jsonBody(operation)
  const isAlwaysSent = requestBody?.required === true && body?.mediaType === 'application/json'
  if (isAlwaysSent || (body?.examples ?? []).length > 0) return true
  if (!isReadByGet(operation)) return false
  const isNegotiated = documentedSuccesses(operation).some(
    (key) => Object.keys(operation.responses[key]?.content ?? {}).length > 1,
  )
  const isBounded = parameters.some(({ in: location, schema }) => {
    if (location !== 'query') return false
    const { types, keywords } = schemaIn(document, schema)
    return types.includes('integer') && ('minimum' in keywords || 'maximum' in keywords)
  })
  return isNegotiated || isBounded
}

/** True if a response has a media type that the offer allows. All kinds of JSON are considered equal. */
export function isOfferedMediaType({ mediaType, others = [] }: Offer, received: string): boolean {
  if (mediaType === undefined) return true
  return [mediaType, ...others].some(
    (type) => mediaTypeEssence(type) === received || (isJson(type) && isJson(received)),
  )
}
