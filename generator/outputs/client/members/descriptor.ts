import {
  documentedSuccesses,
  idempotencyKeyOf,
  isJson,
  isWithoutContent,
  type MediaTypeDescriptor,
  type OperationDescriptor,
  type ParameterDescriptor,
  type RequestBodyDescriptor,
  successContents,
} from '@concordat/runtime/http'
import { alternativesOf, keywordsOf } from '@concordat/runtime/subschemas'
import type { Operation } from '../../../model/model.ts'
import type { Paging } from '../../../model/pages/pages.ts'

/** Properties of the runtime's descriptor that other printers need. */
export interface ClientDescriptor {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly statuses: string
  readonly accept?: string
  readonly acceptAny?: string
  readonly security?: readonly (readonly string[])[]
}

/** Cached because an operation's function, its line in a group and its parts all need the descriptor. */
const described = new WeakMap<OperationDescriptor, ClientDescriptor>()

/** An operation's descriptor for the client, without schemas and without OpenAPI's defaults. */
export function clientDescriptor(operation: Operation): ClientDescriptor {
  const known = described.get(operation.descriptor) ?? describe(operation)
  described.set(operation.descriptor, known)
  return known
}

function describe(operation: Operation): ClientDescriptor {
  const {
    operationId,
    method,
    path,
    parameters = [],
    requestBody,
    responses,
    security,
    server,
  } = operation.descriptor
  const styled = parameters.filter(isStyledInClient)
  const pages = clientWalk(operation)?.pages
  const idempotencyHeader = idempotencyKeyOf(operation.descriptor)?.name
  return {
    operationId,
    method,
    path,
    // "default" means any status.
    statuses: Object.keys(responses).join(' ') || 'default',
    ...emptyOf(responses),
    ...(server !== undefined && { server }),
    ...acceptOf(responses),
    ...streamsOf(responses),
    ...octetsOf(responses),
    ...(styled.length > 0 && { parameters: styled.map(withoutSchema) }),
    ...(requestBody !== undefined &&
      !isPlainJsonInClient(requestBody.content) && {
        body: { content: withoutSchemas(requestBody.content) },
      }),
    ...(security !== undefined && { security: security.map((schemes) => Object.keys(schemes)) }),
    ...(pages !== undefined && { pages }),
    ...(idempotencyHeader !== undefined && { idempotencyHeader }),
  }
}

/** A list's paging and item schema; `undefined` unless the client can walk the list. */
export function clientWalk({ paging }: Operation): Extract<Paging, { readonly pages: unknown }> | undefined {
  return paging !== undefined && 'pages' in paging ? paging : undefined
}

/** True if a parameter needs more than its name and OpenAPI's default style. */
export function isStyledInClient(parameter: ParameterDescriptor): boolean {
  const { style, explode, allowReserved, mediaType, encoding } = parameter
  const rules = [style, explode, allowReserved, mediaType, encoding]
  return rules.some((rule) => rule !== undefined) || mayNotBeSent(parameter)
}

/**
 * True for a required parameter in the query, a header or a cookie if it has no media type and its value can
 * be null or an empty array, neither of which has a text form.
 */
function mayNotBeSent({ in: location, required, mediaType, schema }: ParameterDescriptor): boolean {
  if (!required || location === 'path' || location === 'querystring' || mediaType !== undefined) return false
  const keywords = keywordsOf(schema)
  const { type, minItems = 0 } = keywords
  const types = [schema, ...alternativesOf(keywords)].flatMap((part) => keywordsOf(part).type ?? [])
  return types.includes('null') || (type === 'array' && minItems === 0)
}

/** True if all content is `application/json` without octets. */
export function isPlainJsonInClient(content: RequestBodyDescriptor['content']): boolean {
  return Object.entries(content).every(([type, { octets }]) => type === 'application/json' && !octets)
}

/**
 * Values of `Accept`. `accept` has each response's JSON media types, or all its media types if none is JSON;
 * absent if that is only `application/json`. `acceptAny` appends the others with a lower weight.
 */
function acceptOf(responses: OperationDescriptor['responses']): {
  readonly accept?: string
  readonly acceptAny?: string
} {
  const offered = Object.values(responses).map(({ content }) => Object.keys(content ?? {}))
  const asked = new Set(offered.flatMap((types) => (types.some(isJson) ? types.filter(isJson) : types)))
  const others = [...new Set(offered.flat())].filter((mediaType) => !asked.has(mediaType))
  const accept = [...asked].join(', ')
  return {
    ...(accept !== 'application/json' && { accept }),
    ...(others.length > 0 && {
      acceptAny: [...asked, ...others.map((mediaType) => `${mediaType};q=0.9`)].join(', '),
    }),
  }
}

/**
 * Documented success statuses without content, if another response has content. Statuses that never have
 * content, such as 204, are omitted.
 */
function emptyOf(responses: OperationDescriptor['responses']): { readonly empty?: string } {
  if (Object.values(responses).every(({ content }) => content === undefined)) return {}
  const empty = documentedSuccesses({ responses }).filter(
    (status) => responses[status]?.content === undefined && !isWithoutContent(Number(status)),
  )
  return empty.length === 0 ? {} : { empty: empty.join(' ') }
}

function withoutSchema(parameter: ParameterDescriptor): object {
  const { schema: _, pointer: _p, required: _r, as: _a, ...rest } = parameter
  return mayNotBeSent(parameter) ? { ...rest, required: true } : rest
}

function withoutSchemas(content: Readonly<Record<string, MediaTypeDescriptor>>): object {
  return Object.fromEntries(
    Object.entries(content).map(([mediaType, { schema: _, examples: _e, ...rest }]) => [mediaType, rest]),
  )
}

/**
 * Streams in successful responses, keyed by media type. If several responses have the same media type, the
 * first stream is used.
 */
function streamsOf(responses: OperationDescriptor['responses']): object {
  const streams = successContents({ responses }).flatMap(({ type, media: { stream } }) =>
    stream === undefined ? [] : [[type, stream] as const],
  )
  return streams.length === 0 ? {} : { streams: Object.fromEntries(streams.toReversed()) }
}

/** For each status with octets, its media types that are not octets. */
function octetsOf(responses: OperationDescriptor['responses']): object {
  const octets = Object.entries(responses).flatMap(([status, { content = {} }]) => {
    const media = Object.entries(content)
    const others = media.filter(([, one]) => !one.octets).map(([mediaType]) => mediaType)
    return others.length === media.length ? [] : [[status, others] as const]
  })
  return octets.length === 0 ? {} : { octets: Object.fromEntries(octets) }
}
