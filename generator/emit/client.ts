import {
  type DocumentDescriptor,
  isJson,
  type PagesDescriptor,
  type ParameterDescriptor,
  RANGE,
} from '@concordat/runtime/http'
import { keywordsOf } from '@concordat/runtime/subschemas'
import type { Model, Operation } from '../model/model.ts'
import { definitionName } from '../model/view.ts'
import { type Code, docComment, identifier, join, literal, source, stringLiteral } from './code.ts'
import { header } from './header.ts'
import { render } from './template.ts'
import { origin } from './types.ts'

/** `client.ts`: one function for each operation, and one object that groups them by tag. */
export function emitClient(model: Model): string {
  return render('client', {
    header: header(model),
    operations: model.operations.map(operationView),
    runtime: stringLiteral(RANGE),
    securitySchemes: literal(clientSchemes(model.descriptor)),
    clientName: identifier(`${model.name}Client`),
    factoryDoc: docComment([`A client of ${model.title}, its operations grouped by tag.`, model.description]),
    groups: model.tags.map((tag) => ({
      doc: docComment([tag.description ?? tag.name]),
      name: identifier(tag.identifier),
      members: join(
        tag.operations.map((operation) => identifier(operation.descriptor.operationId)),
        ', ',
      ),
    })),
  })
}

/** What a client sends a credential by; how to get one is the caller's affair. */
function clientSchemes({ securitySchemes }: DocumentDescriptor) {
  return Object.fromEntries(
    Object.entries(securitySchemes).map(([name, { tokenUrls: _t, openIdConnectUrl: _u, ...sent }]) => [
      name,
      sent,
    ]),
  )
}

function operationView(operation: Operation) {
  const { descriptor } = operation
  return {
    doc: operationDoc(operation),
    name: identifier(descriptor.operationId),
    requestName: identifier(operation.requestName),
    responseName: identifier(operation.responseName),
    itemType: itemType(operation),
    descriptor: literal(clientDescriptor(operation)),
  }
}

/** Summary, description and origin of an operation, as its doc comment. */
export function operationDoc({ descriptor, description, deprecated }: Operation, indent = 0): Code {
  const title = descriptor.summary ?? `${descriptor.method} ${descriptor.path}`
  const details = description === undefined || description === title ? [] : ['', description]
  return docComment(
    [
      title,
      ...details,
      ...(deprecated ? ['@deprecated'] : []),
      origin(descriptor.pointer, descriptor.source),
    ],
    indent,
  )
}

/** How to read every page of a list, where the document proves it. */
function pagesOf({ paging }: Operation): PagesDescriptor | undefined {
  return paging !== undefined && 'pages' in paging ? paging.pages : undefined
}

/** The type of what iterating over a list yields; `never` for an operation whose pages cannot be walked. */
function itemType(operation: Operation): Code {
  const { descriptor, responseName, item } = operation
  const pages = pagesOf(operation)
  if (pages === undefined) return source`never`
  const name = definitionName(keywordsOf(item).$ref)
  if (name !== undefined) return source`types.${identifier(name)}`
  const [status, response] = Object.entries(descriptor.responses).find(([key]) => /^2\d\d$/.test(key)) ?? []
  if (status === undefined) return source`unknown`
  const mediaTypes = Object.keys(response?.content ?? {})
  const mediaType = mediaTypes.length > 1 ? mediaTypes.find(isJson) : undefined
  const answer = literal({ status: Number(status), ...(mediaType !== undefined && { mediaType }) })
  const body = source`Extract<types.${identifier(responseName)}, ${answer}>['body']`
  const list = pages.items.reduce<Code>(
    (type, step) => source`NonNullable<${type}>[${stringLiteral(step)}]`,
    body,
  )
  return source`NonNullable<${list}>[number]`
}

/** What the client needs to send and read; schemas stay behind. */
function clientDescriptor(operation: Operation): object {
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
