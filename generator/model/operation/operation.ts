import { deliveryTold, descriptions } from '@concordat/contract/lexicon'
import {
  type EffectDescriptor,
  isSafe,
  type OperationDescriptor,
  type ParameterDescriptor,
  type RequestBodyDescriptor,
  type ResponseDescriptor,
} from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { DocumentObject, EffectObject, OperationObject } from '../../document/document.ts'
import { documentOperations, type PlacedOperation } from '../../document/operations.ts'
import { documentNamedMembers } from '../../document/shape.ts'
import type { ParameterNaming } from '../naming/parameter-names.ts'
import { tagNamingGroup } from '../naming/tag-naming.ts'
import type { SchemaView } from '../schema/schema-view.ts'
import { operationServer } from '../server/server.ts'
import { readContent } from './content.ts'
import { type NodesOptions, ReferenceNodes } from './node.ts'
import { type ParameterNote, ParameterReader } from './parameter.ts'
import { ResponseReader } from './response.ts'

/** An operation's names in descriptors and in generated code. */
type OperationNames = Pick<OperationDescriptor, 'operationId'> & { readonly name: string }

/** Reads operations with all their parts; each schema is returned in the variant for its direction. */
export class OperationReader {
  readonly #document: DocumentObject
  readonly #withPlaces: boolean
  readonly #nodes: ReferenceNodes
  readonly #parameters: ParameterReader
  readonly #responses: ResponseReader

  constructor(
    document: DocumentObject,
    options: NodesOptions & { readonly parameterNames?: ParameterNaming },
  ) {
    this.#document = document
    this.#withPlaces = options.withPlaces
    this.#nodes = new ReferenceNodes(document, options)
    this.#parameters = new ParameterReader(this.#nodes, options.parameterNames)
    this.#responses = new ResponseReader(this.#nodes, pointersOf(document))
  }

  /** @param payload the variant for the body; `read` for a webhook, because the service sends its body. */
  read(
    placed: PlacedOperation,
    { operationId, name, payload = 'write' }: OperationNames & { readonly payload?: SchemaView },
  ): OperationDescriptor {
    const { operation, pointer } = placed
    const { summary, tags = [], 'x-source': source, 'x-effect': effectObject } = operation
    const tag = tagNamingGroup(tags, this.#document.tags) ?? 'default'
    const moreTags = tags.filter((other) => other !== tag)
    const parameters = this.#parameters.read(placed)
    const requestBody = this.#requestBody(operation.requestBody, {
      pointer: pointerBelow(pointer, 'requestBody'),
      payload,
    })
    const effect = readEffect(effectObject)
    const server = operationServer(this.#document, placed)
    return {
      operationId,
      ...(name !== operationId && { name }),
      method: placed.method,
      path: placed.path,
      pointer,
      ...(source !== undefined && { source }),
      ...(server !== undefined && { server }),
      tag,
      ...(moreTags.length > 0 && { moreTags }),
      ...(operation.deprecated === true && { deprecated: true }),
      ...(summary !== undefined && { summary }),
      ...(parameters.length > 0 && { parameters }),
      ...(requestBody !== undefined && { requestBody }),
      responses: this.#responses.read(operation.responses, pointerBelow(pointer, 'responses')),
      ...this.#responses.refusals(operation.responses, pointerBelow(pointer, 'responses')),
      ...this.#security(operation),
      ...(effect !== undefined && { effect }),
      ...statedOf(placed),
    }
  }

  #security(operation: OperationObject): Pick<OperationDescriptor, 'security' | 'inheritsSecurity'> {
    const security = operation.security ?? this.#document.security ?? []
    if (security.length === 0) return {}
    const isInherited = this.#withPlaces && operation.security === undefined
    return { security, ...(isInherited && { inheritsSecurity: true }) }
  }

  /**
   * Component responses that operations use, by unique name. Each response is one object, no matter how often
   * it is used.
   */
  get responses(): ReadonlyMap<ResponseDescriptor, string> {
    return this.#responses.components
  }

  /** Component parameters, likewise. */
  get parameters(): ReadonlyMap<ParameterDescriptor, string> {
    return this.#parameters.components
  }

  /** The document's notes about parameters, for human readers. */
  get parameterNotes(): ReadonlyMap<ParameterDescriptor, ParameterNote> {
    return this.#parameters.notes
  }

  #requestBody(
    written: OperationObject['requestBody'],
    { pointer, payload }: { pointer: string; payload: SchemaView },
  ): RequestBodyDescriptor | undefined {
    if (written === undefined) return undefined
    const node = this.#nodes.resolve(written, pointer)
    const contentNode = { value: node.value.content, pointer: pointerBelow(node.pointer, 'content') }
    const content = readContent(this.#nodes, contentNode, payload)
    if (content === undefined) return undefined
    return {
      ...(node.value.required === true && { required: true }),
      content,
      ...this.#nodes.elsewhere(node.pointer, pointer),
    }
  }
}

/** The operations' pointers, by operationId. */
function pointersOf(document: DocumentObject): ReadonlyMap<string, string> {
  return new Map(
    [...documentOperations(document)].map(({ operation, pointer }) => [
      operation.operationId ?? pointer,
      pointer,
    ]),
  )
}

/** Effects of an operation that are stated in its summary, its description or `x-harmless`. */
function statedOf({
  method,
  operation,
}: PlacedOperation): Pick<
  OperationDescriptor,
  'idempotent' | 'marks' | 'keepsOthers' | 'makesNew' | 'awaits' | 'delivery' | 'harmless'
> {
  const { summary = '', description = '', 'x-harmless': harmless } = operation
  const told = `${summary}. ${description}`
  const delivery = isSafe(method) ? undefined : deliveryTold(told)
  return {
    ...(descriptions.isIdempotent(told) && { idempotent: true }),
    ...(method === 'GET' && descriptions.marks(told) && { marks: true }),
    ...(method === 'DELETE' && descriptions.keepsOthers(told) && { keepsOthers: true }),
    ...(!isSafe(method) && descriptions.makesNew(told) && { makesNew: true }),
    ...(descriptions.awaits(`${told}. ${answersTold(operation)}`) && { awaits: true }),
    ...(delivery !== undefined && { delivery }),
    ...(harmless === true && { harmless }),
  }
}

/** The descriptions of an operation's responses that are not shared. */
function answersTold({ responses = {} }: PlacedOperation['operation']): string {
  return documentNamedMembers(responses)
    .flatMap(([, response]) => ('description' in response ? (response.description ?? '') : ''))
    .join('. ')
}

function readEffect(effect: EffectObject | undefined): EffectDescriptor | undefined {
  const { set, conditional } = effect ?? {}
  return set === undefined ? undefined : { set, ...(conditional === true && { conditional }) }
}
