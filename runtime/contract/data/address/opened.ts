import { rememberedByObject } from '@concordat/runtime/bounded'
import {
  type DocumentDescriptor,
  documentedSuccesses,
  isJson,
  type ListDescriptor,
  type MediaTypeDescriptor,
  matchContent,
  type OperationDescriptor,
  type ResourceDescriptor,
  type ResponseDescriptor,
} from '@concordat/runtime/http'
import { isObject, valueAt } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { EACH } from '@concordat/runtime/schema-view'
import { envelopes } from '../../lexicon/lexicon.ts'
import { operationById, resourceByName } from '../document/resource-lookup.ts'
import { documentedResponseFor } from '../document/response-key.ts'
import { schemaIn } from '../document/schema-in.ts'
import { type Answer, isSuccess } from '../exchange/answer.ts'
import { addressedDocument, addressedOperation } from './addressed.ts'

/**
 * The document as rules read it. Each operation is at its address. A response with its item in an envelope
 * ("{ data: {…} }") becomes that item if none of the resource's requests has an envelope, apart from actions,
 * so that the properties of both are comparable.
 */
export const openedDocument = rememberedByObject((document: DocumentDescriptor) =>
  open(addressedDocument(document)),
)

/** One of the document's operations, as rules read it. */
export function openedOperation(
  operation: OperationDescriptor,
  document: DocumentDescriptor,
): OperationDescriptor {
  const opened = operationById(openedDocument(document), operation.operationId)
  return opened ?? addressedOperation(operation, document)
}

function open(document: DocumentDescriptor): DocumentDescriptor {
  const operations = document.operations.map((operation) => openOperation(operation, document))
  const isOpened = new Set(
    operations.filter((operation, at) => operation !== document.operations[at]).map((one) => one.operationId),
  )
  if (isOpened.size === 0) return document
  const resources = document.resources.map((resource): ResourceDescriptor => {
    if (resource.envelopes === undefined) return resource
    const [opened, others] = [true, false].map((isOne) =>
      Object.entries(resource.envelopes ?? {}).filter(([id]) => isOpened.has(id) === isOne),
    )
    const paths = (opened ?? []).flatMap(([, { shown }]) => (shown === undefined ? [] : [shown]))
    return {
      ...resource,
      envelopes: Object.fromEntries(others ?? []),
      ...(resource.names && { names: resource.names.map((name) => within(name, paths)) }),
    }
  })
  return { ...document, operations, resources }
}

type Name = NonNullable<ResourceDescriptor['names']>[number]

/** Makes the path of an identifying property relative to the item if it leads through an envelope. */
function within(name: Name, envelopes: readonly (readonly string[])[]): Name {
  const around = envelopes.find((path) => path.every((step, at) => name.path[at] === step))
  return around === undefined || name.path.length === around.length
    ? name
    : { ...name, path: name.path.slice(around.length) }
}

function openOperation(operation: OperationDescriptor, document: DocumentDescriptor): OperationDescriptor {
  const { envelopes: around = {}, operations = {} } = resourceByName(document, operation.resource?.name) ?? {}
  const { shown: path = [] } = around[operation.operationId] ?? {}
  // The body of an action contains other things, even if they resemble the item.
  const isSentSo = Object.values(operations).some((id) => (around[id]?.written ?? []).length > 0)
  // If the path leads through a list, the response contains several items, so none of them is opened.
  const isOfOne = path.length > 0 && !path.some((step) => step === EACH || /^\d+$/.test(step))
  const list = listWithin(operation, path)
  if (!isOfOne || isSentSo || list === 'around') return operation
  const successes = documentedSuccesses(operation)
  const responses = Object.entries(operation.responses).map(
    ([key, response]): [string, ResponseDescriptor] =>
      successes.includes(key) ? [key, openResponse(response, { path, document })] : [key, response],
  )
  const isOpened = responses.some(([key, response]) => response !== operation.responses[key])
  if (!isOpened) return operation
  return { ...operation, responses: Object.fromEntries(responses), ...(list && { list }) }
}

/**
 * The list inside the item that an operation reads, with its path relative to the item; "around" for any
 * other list, including a paged one; `undefined` if the response has no list.
 */
function listWithin(
  { list, resource }: OperationDescriptor,
  path: readonly string[],
): ListDescriptor | 'around' | undefined {
  if (list === undefined) return undefined
  const { items, count, pages, previous } = list
  const isWithin = items.length > path.length && path.every((step, at) => items[at] === step)
  const isPaged = [count, pages, previous].some((part) => part !== undefined)
  if (resource?.role !== 'read' || !isWithin || isPaged) return 'around'
  return { ...list, items: items.slice(path.length) }
}

function openResponse(
  response: ResponseDescriptor,
  { path, document }: { readonly path: readonly string[]; readonly document: DocumentDescriptor },
): ResponseDescriptor {
  const content = Object.entries(response.content ?? {}).map(
    ([type, media]): [string, MediaTypeDescriptor] => {
      const { schema: whole } = media
      const shown = schemaIn(document, whole)
      const schema = isEnvelope(shown, path) ? shown.at(path)?.written : undefined
      const isKept = whole === undefined || schema === undefined || !isJson(type) || media.octets === true
      return [type, isKept ? media : { ...media, schema, enclosed: { schema: whole, path } }]
    },
  )
  const isOpened = content.some(([, { enclosed }]) => enclosed !== undefined)
  return isOpened ? { ...response, content: Object.fromEntries(content) } : response
}

/**
 * True if each wrapping property has a usual name for an envelope, or has no other object next to it, unlike
 * those in "{ group: {…}, role: {…} }".
 */
function isEnvelope(whole: Schema, [step, ...deeper]: readonly string[]): boolean {
  const inner = step === undefined ? undefined : whole.properties.get(step)
  if (step === undefined || inner === undefined) return true
  const others = [...whole.properties].filter(([name]) => name !== step)
  const isAlone = envelopes.ofOne.has(step) || others.every(([, { properties }]) => properties.size === 0)
  return isAlone && isEnvelope(inner, deeper)
}

/** The response, with the item in its envelope as `value`; unchanged if the envelope contains no item. */
export function openedAnswer(operation: OperationDescriptor, answer: Answer): Answer {
  const content = isSuccess(answer)
    ? documentedResponseFor(operation, answer.status)?.response.content
    : undefined
  const key = matchContent(Object.keys(content ?? {}), answer.mediaType)
  const path = content?.[key ?? '']?.enclosed?.path
  const item = path === undefined ? undefined : valueAt(answer.value, path)
  return isObject(item) ? { ...answer, value: item, whole: answer.value } : answer
}
