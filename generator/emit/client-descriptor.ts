import {
  type DocumentDescriptor,
  isJson,
  type OperationDescriptor,
  type ParameterDescriptor,
} from '@concordat/runtime/http'
import type { Operation } from '../model/model.ts'
import type { Paging } from '../model/pages/prove-pages.ts'

/** What a client sends a credential by; how to get one is the caller's affair. */
export function clientSchemes({ securitySchemes }: DocumentDescriptor): object {
  return Object.fromEntries(
    Object.entries(securitySchemes).map(([name, { tokenUrls: _t, openIdConnectUrl: _u, ...sent }]) => [
      name,
      sent,
    ]),
  )
}

/** How to read every page of a list, and the schema of one item, where the document proves it. */
export function walkOf({ paging }: Operation): Extract<Paging, { readonly pages: unknown }> | undefined {
  return paging !== undefined && 'pages' in paging ? paging : undefined
}

/** What the client needs to send and read; schemas stay behind. */
export function clientDescriptor(operation: Operation): object {
  const { operationId, method, path, parameters, requestBody, responses, security } = operation.descriptor
  const pages = walkOf(operation)?.pages
  return {
    operationId,
    method,
    path,
    ...(parameters !== undefined && { parameters: parameters.map(withoutSchema) }),
    ...(requestBody !== undefined && { body: { content: withoutSchemas(requestBody.content) } }),
    ...acceptOf(responses),
    statuses: statusesOf(responses),
    ...(security !== undefined && { security }),
    ...(pages !== undefined && { pages }),
  }
}

/** Keys of `responses`; any status where the document names none. */
function statusesOf(responses: OperationDescriptor['responses']): readonly string[] {
  const statuses = Object.keys(responses)
  return statuses.length === 0 ? ['default'] : statuses
}

/** Of each response its JSON media types are asked for, or all where it has no JSON; what is left comes last. */
function acceptOf(responses: OperationDescriptor['responses']): object {
  const offered = Object.values(responses).map(({ content }) => Object.keys(content ?? {}))
  const asked = new Set(offered.flatMap((types) => (types.some(isJson) ? types.filter(isJson) : types)))
  const others = [...new Set(offered.flat())].filter((mediaType) => !asked.has(mediaType))
  if (asked.size === 0) return {}
  return {
    accept: [...asked].join(', '),
    ...(others.length > 0 && {
      acceptAny: [...asked, ...others.map((mediaType) => `${mediaType};q=0.9`)].join(', '),
    }),
  }
}

function withoutSchema({ schema: _, pointer: _p, ...parameter }: ParameterDescriptor): object {
  return parameter
}

function withoutSchemas(content: Readonly<Record<string, { schema?: unknown; encoding?: unknown }>>): object {
  return Object.fromEntries(
    Object.entries(content).map(([mediaType, { encoding }]) => [
      mediaType,
      encoding === undefined ? {} : { encoding },
    ]),
  )
}
