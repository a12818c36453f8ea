import type {
  EffectDescriptor,
  OperationDescriptor,
  ParameterDescriptor,
  RequestBodyDescriptor,
  ResponseDescriptor,
  SecurityRequirement,
} from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { below } from '@concordat/runtime/pointer'
import { readContent } from './content.ts'
import type { JsonObject } from './model.ts'
import { Nodes, type NodesOptions } from './node.ts'
import { type OperationSource, operationSources } from './operation-source.ts'
import { ParameterReader } from './parameter.ts'
import { ResponseReader } from './response.ts'

/** Reads operations with all their parts; schemas come out in the view of their direction. */
export class OperationReader {
  readonly #document: JsonObject
  readonly #withPlaces: boolean
  readonly #nodes: Nodes
  readonly #parameters: ParameterReader
  readonly #responses: ResponseReader

  constructor(document: JsonObject, options: NodesOptions) {
    this.#document = document
    this.#withPlaces = options.withPlaces
    this.#nodes = new Nodes(document, options)
    this.#parameters = new ParameterReader(this.#nodes)
    this.#responses = new ResponseReader(this.#nodes, pointersOf(document))
  }

  read(source: OperationSource, names: { operationId: string }): OperationDescriptor {
    const { operation, pointer } = source
    const parameters = this.#parameters.read(source)
    const requestBody = this.#requestBody(operation['requestBody'], below(pointer, 'requestBody'))
    const security = readSecurity(operation['security'] ?? this.#document['security'])
    const effect = readEffect(operation['x-effect'])
    const tags = Array.isArray(operation['tags']) ? operation['tags'] : []
    return {
      operationId: names.operationId,
      method: source.method,
      path: source.path,
      pointer,
      ...(typeof operation['x-source'] === 'string' && { source: operation['x-source'] }),
      tag: typeof tags[0] === 'string' ? tags[0] : 'default',
      ...(tags.length > 1 && { moreTags: tags.slice(1).filter((tag) => typeof tag === 'string') }),
      ...(typeof operation['summary'] === 'string' && { summary: operation['summary'] }),
      ...(parameters.length > 0 && { parameters }),
      ...(requestBody !== undefined && { requestBody }),
      responses: this.#responses.read(operation['responses'], below(pointer, 'responses')),
      ...(security.length > 0 && { security }),
      ...(this.#withPlaces &&
        security.length > 0 &&
        operation['security'] === undefined && { inheritsSecurity: true }),
      ...(effect !== undefined && { effect }),
    }
  }

  /** Component responses that operations use, under unique names; each is one object wherever it is used. */
  get responses(): ReadonlyMap<ResponseDescriptor, string> {
    return this.#responses.components
  }

  /** Component parameters, likewise. */
  get parameters(): ReadonlyMap<ParameterDescriptor, string> {
    return this.#parameters.components
  }

  #requestBody(value: unknown, pointer: string): RequestBodyDescriptor | undefined {
    const node = this.#nodes.resolve(value, pointer)
    if (node === undefined) return undefined
    const contentNode = { value: node.value['content'], pointer: below(node.pointer, 'content') }
    const content = readContent(this.#nodes, contentNode, 'write')
    if (content === undefined) return undefined
    return {
      ...(node.value['required'] === true && { required: true }),
      content,
      ...this.#nodes.elsewhere(node.pointer, pointer),
    }
  }
}

/** Pointers of the operations by operationId. */
function pointersOf(document: JsonObject): ReadonlyMap<string, string> {
  return new Map(
    [...operationSources(document)].map(({ operation, pointer }) => [
      String(operation['operationId'] ?? pointer),
      pointer,
    ]),
  )
}

function readSecurity(value: unknown): SecurityRequirement[] {
  const requirements = (Array.isArray(value) ? value : []).filter(isObject)
  return requirements.map((requirement) => {
    const schemes = Object.entries(requirement)
    return Object.fromEntries(
      schemes.map(([scheme, scopes]) => [
        scheme,
        Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === 'string') : [],
      ]),
    ) as SecurityRequirement
  })
}

function readEffect(value: unknown): EffectDescriptor | undefined {
  if (!isObject(value) || !isObject(value['set'])) return undefined
  return { set: value['set'], ...(value['conditional'] === true && { conditional: true }) }
}
