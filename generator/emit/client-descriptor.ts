import type { DocumentDescriptor, PagesDescriptor, ParameterDescriptor } from '@concordat/runtime/http'
import type { Operation } from '../model/model.ts'

/** What a client sends a credential by; how to get one is the caller's affair. */
export function clientSchemes({ securitySchemes }: DocumentDescriptor): object {
  return Object.fromEntries(
    Object.entries(securitySchemes).map(([name, { tokenUrls: _t, openIdConnectUrl: _u, ...sent }]) => [
      name,
      sent,
    ]),
  )
}

/** How to read every page of a list, where the document proves it. */
export function pagesOf({ paging }: Operation): PagesDescriptor | undefined {
  return paging !== undefined && 'pages' in paging ? paging.pages : undefined
}

/** What the client needs to send and read; schemas stay behind. */
export function clientDescriptor(operation: Operation): object {
  const { operationId, method, path, parameters, requestBody, responses, security } = operation.descriptor
  const pages = pagesOf(operation)
  const accept = [
    ...new Set(Object.values(responses).flatMap((response) => Object.keys(response.content ?? {}))),
  ].join(', ')
  return {
    operationId,
    method,
    path,
    ...(parameters !== undefined && { parameters: parameters.map(withoutSchema) }),
    ...(requestBody !== undefined && { body: { content: withoutSchemas(requestBody.content) } }),
    ...(accept !== '' && { accept }),
    statuses: Object.keys(responses),
    ...(security !== undefined && { security }),
    ...(pages !== undefined && { pages }),
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
