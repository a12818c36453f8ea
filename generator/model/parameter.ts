import type { Location, ParameterDescriptor, Style } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { below } from '@concordat/runtime/pointer'
import { Components } from './components.ts'
import type { Node, Nodes } from './node.ts'
import type { OperationSource } from './operation-source.ts'

/** Header parameters with these names are ignored: other parts of the document describe them. @see OpenAPI 3.1.1, Parameter Object */
const IGNORED_HEADERS = new Set(['accept', 'content-type', 'authorization'])
const DEFAULT_STYLE: Readonly<Record<Location, Style>> = {
  path: 'simple',
  query: 'form',
  header: 'simple',
  cookie: 'form',
}

/** Reads the parameters of operations. */
export class ParameterReader {
  readonly #nodes: Nodes
  readonly #components = new Components<ParameterDescriptor>('#/components/parameters')

  constructor(nodes: Nodes) {
    this.#nodes = nodes
  }

  /** Component parameters that operations use, under unique names; each is one object wherever it is used. */
  get components(): ReadonlyMap<ParameterDescriptor, string> {
    return this.#components.names
  }

  /** The operation's own parameters over those of its path. */
  read({ path, pathItem, operation, pointer }: OperationSource): ParameterDescriptor[] {
    const inherited = this.#nodes.list(pathItem['parameters'], below('#/paths', path, 'parameters'))
    const own = this.#nodes.list(operation['parameters'], below(pointer, 'parameters'))
    const byKey = new Map<string, Node>()
    for (const node of [...inherited, ...own]) byKey.set(`${node.value['in']} ${node.value['name']}`, node)
    const parameters: ParameterDescriptor[] = []
    for (const node of byKey.values()) {
      const place = below(pointer, 'parameters', parameters.length)
      const parameter = this.#components.once(node.pointer, () => this.#parameter(node, place))
      if (parameter !== undefined) parameters.push(parameter)
    }
    return parameters
  }

  #parameter({ value, pointer }: Node, place: string): ParameterDescriptor | undefined {
    const { name, in: location, style, explode } = value
    if (typeof name !== 'string' || !isLocation(location)) return undefined
    if (location === 'header' && IGNORED_HEADERS.has(name.toLowerCase())) return undefined
    const content = isObject(value['content']) ? Object.entries(value['content'])[0] : undefined
    const [mediaType, media] = content ?? []
    const schemaPlace =
      content === undefined ? below(pointer, 'schema') : below(pointer, 'content', content[0], 'schema')
    const schema = content === undefined ? value['schema'] : isObject(media) ? media['schema'] : undefined
    const example = value['example'] ?? firstExample(value['examples'])
    const described = schema === undefined ? undefined : this.#nodes.schema(schema, schemaPlace, 'write')
    const usedStyle = typeof style === 'string' ? (style as Style) : DEFAULT_STYLE[location]
    const usedExplode = typeof explode === 'boolean' ? explode : usedStyle === 'form'
    return {
      name,
      in: location,
      ...((value['required'] === true || location === 'path') && { required: true }),
      ...(mediaType === undefined && usedStyle !== DEFAULT_STYLE[location] && { style: usedStyle }),
      ...(mediaType === undefined && usedExplode !== (usedStyle === 'form') && { explode: usedExplode }),
      ...(value['allowReserved'] === true && { allowReserved: true }),
      ...(mediaType !== undefined && { mediaType }),
      ...(described !== undefined && {
        schema:
          isObject(described) && example !== undefined ? { ...described, examples: [example] } : described,
      }),
      ...this.#nodes.elsewhere(pointer, place),
    }
  }
}

function isLocation(value: unknown): value is Location {
  return typeof value === 'string' && Object.hasOwn(DEFAULT_STYLE, value)
}

function firstExample(examples: unknown): unknown {
  const [first] = isObject(examples) ? Object.values(examples) : []
  return isObject(first) ? first['value'] : undefined
}
