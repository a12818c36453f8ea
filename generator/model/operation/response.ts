import { subjectsNamed } from '@concordat/contract/lexicon'
import {
  isSuccessKey,
  type LinkDescriptor,
  type MediaTypeDescriptor,
  type OperationDescriptor,
  type ResponseDescriptor,
  type ResponseHeaderDescriptor,
  refusesFor,
  usuallyRefusesFor,
} from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { HeaderObject, ResponseObject, ResponsesObject } from '../../document/document.ts'
import type { DocumentNode } from '../../document/reference.ts'
import { fieldNameNotAllowed, isFieldName } from '../naming/field-name.ts'
import { Components } from './components.ts'
import { readContent } from './content.ts'
import { readExamples, withExamples } from './example.ts'
import type { ReferenceNodes } from './node.ts'

/** Reads the responses of operations. */
export class ResponseReader {
  readonly #nodes: ReferenceNodes
  /** Pointers to all operations, by operationId. They are used to resolve links. */
  readonly #pointers: ReadonlyMap<string, string>
  readonly #components = new Components<ResponseDescriptor>('#/components/responses')

  constructor(nodes: ReferenceNodes, pointers: ReadonlyMap<string, string>) {
    this.#nodes = nodes
    this.#pointers = pointers
  }

  /**
   * Component responses that operations use, by unique name. Each response is one object, no matter how often
   * it is used.
   */
  get components(): ReadonlyMap<ResponseDescriptor, string> {
    return this.#components.names
  }

  /** The responses by key: "200", "4XX", "default". */
  read(responses: ResponsesObject | undefined, pointer: string): Record<string, ResponseDescriptor> {
    const all = Object.keys(responses ?? {})
    const entries = Object.entries(responses ?? {}).flatMap(([status, response]) => {
      if (!/^([1-5]\d\d|[1-5]xx|default)$/i.test(status)) return []
      const place = pointerBelow(pointer, status)
      const node = this.#nodes.resolve(response, place)
      const key = status === 'default' ? status : status.toUpperCase()
      const isFailure = !isSuccessKey(key, all)
      const read = () => this.#response(node, { place, isFailure })
      return [[key, this.#components.once(node.pointer, read)] as const]
    })
    return Object.fromEntries(entries)
  }

  /**
   * The subjects that the descriptions of 4xx responses mention, by status. A status is omitted if all its
   * subjects are usual for it, or if it only concerns the caller: "Invalid credentials".
   */
  refusals(responses: ResponsesObject | undefined, pointer: string): Pick<OperationDescriptor, 'refusals'> {
    const named = Object.entries(responses ?? {}).flatMap(([status, response]) => {
      if (!/^4\d\d$/.test(status) || refusesFor(Number(status), 'caller')) return []
      const { description = '' } = this.#nodes.resolve(response, pointerBelow(pointer, status)).value
      const subjects = [...subjectsNamed(description)]
      const isUsual = subjects.every((subject) => usuallyRefusesFor(Number(status), subject))
      return isUsual ? [] : [[status, subjects] as const]
    })
    return named.length === 0 ? {} : { refusals: Object.fromEntries(named) }
  }

  #response(
    { value, pointer }: DocumentNode<ResponseObject>,
    { place, isFailure }: { readonly place: string; readonly isFailure: boolean },
  ): ResponseDescriptor {
    const { 'x-payload-not-shown': payloadNotShown } = value
    const contentNode = { value: value.content, pointer: pointerBelow(pointer, 'content') }
    const read = readContent(this.#nodes, contentNode, 'read')
    const content = read && isFailure ? withoutStreams(read) : read
    const headers = Object.entries(value.headers ?? {}).flatMap(([name, header]) => {
      if (name.toLowerCase() === 'content-type') return []
      const own = pointerBelow(pointer, 'headers', name)
      if (!isFieldName(name)) {
        this.#nodes.report(fieldNameNotAllowed(own, { name, of: 'header' }))
        return []
      }
      return [[name, this.#header(this.#nodes.resolve(header, own), own)] as const]
    })
    return {
      ...(content !== undefined && { content }),
      ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
      ...this.#links(value.links, pointerBelow(pointer, 'links')),
      ...(payloadNotShown === true && { payloadNotShown }),
      ...this.#nodes.elsewhere(pointer, place),
    }
  }

  /** Reads links with parameters, except those to operations in other documents, which cannot be called. */
  #links(links: ResponseObject['links'], pointer: string): Pick<ResponseDescriptor, 'links'> {
    const described = Object.entries(links ?? {}).flatMap(([name, item]): LinkDescriptor[] => {
      const { operationId, operationRef, parameters } = this.#nodes.resolve(
        item,
        pointerBelow(pointer, name),
      ).value
      const target =
        operationId === undefined
          ? [...this.#pointers.values()].find((known) => known === operationRef)
          : this.#pointers.get(operationId)
      return target === undefined || parameters === undefined ? [] : [{ operation: target, parameters }]
    })
    return described.length === 0 ? {} : { links: described }
  }

  #header({ value, pointer }: DocumentNode<HeaderObject>, place: string): ResponseHeaderDescriptor {
    const { required, schema } = value
    const described = schema && this.#nodes.schema(schema, pointerBelow(pointer, 'schema'), 'read')
    return {
      ...(required === true && { required }),
      ...(described !== undefined && {
        schema: withExamples(described, readExamples(this.#nodes, { value, pointer })),
      }),
      ...this.#nodes.elsewhere(pointer, place),
    }
  }
}

/**
 * Only success responses are read item by item. In any other response, a stream's media type contains a
 * string.
 */
function withoutStreams(content: Readonly<Record<string, MediaTypeDescriptor>>): typeof content {
  return Object.fromEntries(
    Object.entries(content).map(([mediaType, media]) => [mediaType, media.stream === undefined ? media : {}]),
  )
}
