import type { OperationDescriptor } from '@concordat/runtime/http'
import { petDocument } from './pet-document.ts'

type JsonObject = { readonly [name: string]: unknown }

/**
 * The pet document as an author might write it: parts that operations have in common are in components or on
 * the path, drafts have a separate write schema, and reads use the security requirement of the whole
 * document.
 */
export function petOpenApi(): JsonObject {
  const { PetWrite, ...definitions } = petDocument.definitions as Record<string, JsonObject>
  const draft = {
    ...PetWrite,
    properties: { id: { type: 'string', readOnly: true }, ...properties(PetWrite) },
  }
  const schemas = { ...definitions, PetDraft: draft }
  const byPath = Map.groupBy(petDocument.operations, ({ path }) => path)
  const paths = [...byPath].map(([path, operations]) => [path, pathItem(operations)] as const)
  return toComponents({
    openapi: '3.1.0',
    info: { title: petDocument.title, version: petDocument.version },
    security: [{ PetKey: ['pet:read'] }],
    paths: Object.fromEntries(paths),
    components: {
      schemas,
      securitySchemes: petDocument.securitySchemes,
      headers: { Place: { required: true, schema: { type: 'string' } } },
      requestBodies: { Draft: body('PetWrite') },
      responses: {
        Refused: { description: 'Refused.', content: json('Problem') },
        Created: {
          description: 'Created.',
          content: json('Pet'),
          headers: { Location: { $ref: '#/components/headers/Place' } },
        },
      },
    },
  }) as JsonObject
}

function pathItem(operations: readonly OperationDescriptor[]): JsonObject {
  const inPath = operations[0]?.parameters?.filter((parameter) => parameter.in === 'path') ?? []
  return {
    parameters: inPath,
    ...Object.fromEntries(
      operations.map((operation) => [operation.method.toLowerCase(), written(operation)]),
    ),
  }
}

function written({
  operationId,
  method,
  parameters = [],
  requestBody,
  responses,
  effect,
  source,
}: OperationDescriptor) {
  const isDraft = JSON.stringify(requestBody ?? '').includes('PetWrite')
  return {
    operationId,
    tags: ['pets'],
    ...(source !== undefined && { 'x-source': source }),
    ...(method !== 'GET' && { security: [{ PetKey: ['pet:write'] }] }),
    parameters: parameters.filter((parameter) => parameter.in !== 'path'),
    ...(requestBody !== undefined && {
      requestBody: isDraft ? { $ref: '#/components/requestBodies/Draft' } : requestBody,
    }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, { content, headers }]) => {
        if (Number(status) >= 400) return [status, { $ref: '#/components/responses/Refused' }]
        if (headers !== undefined) return [status, { $ref: '#/components/responses/Created' }]
        return [status, { description: status, ...(content !== undefined && { content }) }]
      }),
    ),
    ...(effect !== undefined && { 'x-effect': effect }),
  }
}

function json(name: string) {
  return { 'application/json': { schema: { $ref: `#/$defs/${name}` } } }
}

function body(name: string) {
  return { required: true, content: json(name) }
}

function properties(schema: JsonObject | undefined): JsonObject {
  return schema?.['properties'] as JsonObject
}

/**
 * Converts references to definitions into references to components, and gives drafts their name in this
 * document.
 */
function toComponents(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(toComponents)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) =>
      name === '$ref' && typeof value === 'string'
        ? [name, value.replace('#/$defs/', '#/components/schemas/').replace(/PetWrite$/, 'PetDraft')]
        : [name, toComponents(value)],
    ),
  )
}
