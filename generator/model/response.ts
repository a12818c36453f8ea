import type { LinkDescriptor, ResponseDescriptor, ResponseHeaderDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { below } from '@concordat/runtime/pointer'
import { Components } from './components.ts'
import { readContent } from './content.ts'
import type { Node, Nodes } from './node.ts'

/** Reads the responses of operations. */
export class ResponseReader {
  readonly #nodes: Nodes
  /** Pointers of the operations by operationId: what links lead to. */
  readonly #pointers: ReadonlyMap<string, string>
  readonly #components = new Components<ResponseDescriptor>('#/components/responses')

  constructor(nodes: Nodes, pointers: ReadonlyMap<string, string>) {
    this.#nodes = nodes
    this.#pointers = pointers
  }

  /** Component responses that operations use, under unique names; each is one object wherever it is used. */
  get components(): ReadonlyMap<ResponseDescriptor, string> {
    return this.#components.names
  }

  /** The responses under their keys: "200", "4XX", "default". */
  read(value: unknown, pointer: string): Record<string, ResponseDescriptor> {
    const entries = Object.entries(isObject(value) ? value : {}).flatMap(([status, response]) => {
      const place = below(pointer, status)
      const node = this.#nodes.resolve(response, place)
      if (node === undefined || !/^([1-5]\d\d|[1-5]xx|default)$/i.test(status)) return []
      const key = status === 'default' ? status : status.toUpperCase()
      const read = () => this.#response(node, place)
      return [[key, this.#components.once(node.pointer, read)] as const]
    })
    return Object.fromEntries(entries)
  }

  #response({ value, pointer }: Node, place: string): ResponseDescriptor {
    const contentNode = { value: value['content'], pointer: below(pointer, 'content') }
    const content = readContent(this.#nodes, contentNode, 'read')
    const headers = isObject(value['headers']) ? Object.entries(value['headers']) : []
    const described = headers.flatMap(([name, header]) => {
      const own = below(pointer, 'headers', name)
      const node = this.#nodes.resolve(header, own)
      return node === undefined || name.toLowerCase() === 'content-type'
        ? []
        : [[name, this.#header(node, own)] as const]
    })
    return {
      ...(content !== undefined && { content }),
      ...(described.length > 0 && {
        headers: Object.fromEntries(described) as Record<string, ResponseHeaderDescriptor>,
      }),
      ...this.#links(value['links'], below(pointer, 'links')),
      ...(value['x-payload-not-shown'] === true && { payloadNotShown: true }),
      ...this.#nodes.elsewhere(pointer, place),
    }
  }

  /** Links to operations of other documents are left out: there is nothing to call. */
  #links(value: unknown, pointer: string): Pick<ResponseDescriptor, 'links'> {
    const links = Object.entries(isObject(value) ? value : {}).flatMap(([name, item]): LinkDescriptor[] => {
      const link = this.#nodes.resolve(item, below(pointer, name))?.value
      const { operationId, operationRef, parameters } = link ?? {}
      const target =
        typeof operationId === 'string'
          ? this.#pointers.get(operationId)
          : [...this.#pointers.values()].find((known) => known === operationRef)
      return target === undefined || !isObject(parameters) ? [] : [{ operation: target, parameters }]
    })
    return links.length === 0 ? {} : { links }
  }

  #header({ value, pointer }: Node, place: string): ResponseHeaderDescriptor {
    return {
      ...(value['required'] === true && { required: true }),
      ...(value['schema'] !== undefined && {
        schema: this.#nodes.schema(value['schema'], below(pointer, 'schema'), 'read'),
      }),
      ...this.#nodes.elsewhere(pointer, place),
    }
  }
}
