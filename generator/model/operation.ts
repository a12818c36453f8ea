import type {
  EffectDescriptor,
  EncodingDescriptor,
  LinkDescriptor,
  Location,
  MediaTypeDescriptor,
  OperationDescriptor,
  ParameterDescriptor,
  RequestBodyDescriptor,
  ResponseDescriptor,
  ResponseHeaderDescriptor,
  SecurityRequirement,
  Style,
} from '../../runtime/http/operation.ts'
import { Components } from './components.ts'
import type { Definitions } from './definitions.ts'
import { resolvePointer } from './definitions.ts'
import type { JsonObject } from './model.ts'
import { below, fromEntries, isObject } from './schema.ts'
import type { View } from './view.ts'

export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

/** Header parameters with these names are ignored: other parts of the document describe them. @see OpenAPI 3.1.1, Parameter Object */
const IGNORED_HEADERS = new Set(['accept', 'content-type', 'authorization'])
const DEFAULT_STYLE: Readonly<Record<Location, Style>> = {
  path: 'simple',
  query: 'form',
  header: 'simple',
  cookie: 'form',
}

/** An operation as it stands in the document. */
export interface OperationSource {
  readonly path: string
  readonly pathItem: JsonObject
  readonly method: (typeof METHODS)[number]
  readonly operation: JsonObject
  readonly pointer: string
}

/** A node with the place where it really stands, its `$ref` followed. */
interface Node {
  readonly value: JsonObject
  readonly pointer: string
}

export function* operationSources(document: JsonObject): Generator<OperationSource> {
  for (const [path, pathItem] of Object.entries(isObject(document['paths']) ? document['paths'] : {})) {
    if (!isObject(pathItem) || !path.startsWith('/')) continue
    for (const method of METHODS) {
      const operation = pathItem[method]
      if (isObject(operation))
        yield { path, pathItem, method, operation, pointer: below('#/paths', path, method) }
    }
  }
}

/** Reads the parts of operations; schemas come out in the view of their direction. */
export class OperationReader {
  readonly #document: JsonObject
  readonly #definitions: Definitions
  readonly #responseComponents = new Components<ResponseDescriptor>('#/components/responses')
  /** Pointers of the operations by operationId. */
  readonly #pointers: ReadonlyMap<string, string>
  readonly #parameterComponents = new Components<ParameterDescriptor>('#/components/parameters')

  readonly #withPlaces: boolean

  /** @param options `withPlaces`: whether parts that stand elsewhere than in their operation say where. */
  constructor(document: JsonObject, options: { definitions: Definitions; withPlaces: boolean }) {
    this.#document = document
    this.#definitions = options.definitions
    this.#withPlaces = options.withPlaces
    this.#pointers = new Map(
      [...operationSources(document)].map(({ operation, pointer }) => [
        String(operation['operationId'] ?? pointer),
        pointer,
      ]),
    )
  }

  read(source: OperationSource, names: { operationId: string }): OperationDescriptor {
    const { operation, pointer } = source
    const parameters = this.#parameters(source)
    const requestBody = this.#requestBody(operation['requestBody'], below(pointer, 'requestBody'))
    const security = this.#security(operation['security'] ?? this.#document['security'])
    const effect = readEffect(operation['x-effect'])
    const tags = Array.isArray(operation['tags']) ? operation['tags'] : []
    return {
      operationId: names.operationId,
      method: source.method.toUpperCase(),
      path: source.path,
      pointer,
      ...(typeof operation['x-source'] === 'string' && { source: operation['x-source'] }),
      tag: typeof tags[0] === 'string' ? tags[0] : 'default',
      ...(tags.length > 1 && { moreTags: tags.slice(1).filter((tag) => typeof tag === 'string') }),
      ...(typeof operation['summary'] === 'string' && { summary: operation['summary'] }),
      ...(parameters.length > 0 && { parameters }),
      ...(requestBody !== undefined && { requestBody }),
      responses: this.#responses(operation['responses'], below(pointer, 'responses')),
      ...(security.length > 0 && { security }),
      ...(this.#withPlaces &&
        security.length > 0 &&
        operation['security'] === undefined && { inheritsSecurity: true }),
      ...(effect !== undefined && { effect }),
    }
  }

  /** Component responses that operations use, under unique names; each is one object wherever it is used. */
  get responses(): ReadonlyMap<ResponseDescriptor, string> {
    return this.#responseComponents.names
  }

  /** Component parameters, likewise. */
  get parameters(): ReadonlyMap<ParameterDescriptor, string> {
    return this.#parameterComponents.names
  }

  /** Follows `$ref`s, which may point at further ones. */
  #resolve(value: unknown, pointer: string): Node | undefined {
    let node = value
    let place = pointer
    for (
      const seen = new Set<string>();
      isObject(node) && typeof node['$ref'] === 'string' && !seen.has(place);
    ) {
      seen.add(place)
      place = node['$ref']
      node = resolvePointer(this.#document, place)
    }
    return isObject(node) ? { value: node, pointer: place } : undefined
  }

  #list(value: unknown, pointer: string): Node[] {
    return (Array.isArray(value) ? value : []).flatMap(
      (item, index) => this.#resolve(item, below(pointer, index)) ?? [],
    )
  }

  #parameters(source: OperationSource): ParameterDescriptor[] {
    const inherited = this.#list(source.pathItem['parameters'], below('#/paths', source.path, 'parameters'))
    const own = this.#list(source.operation['parameters'], below(source.pointer, 'parameters'))
    const byKey = new Map<string, Node>()
    for (const node of [...inherited, ...own]) byKey.set(`${node.value['in']} ${node.value['name']}`, node)
    const parameters: ParameterDescriptor[] = []
    for (const node of byKey.values()) {
      const place = below(source.pointer, 'parameters', parameters.length)
      const parameter = this.#parameterComponents.once(node.pointer, () => this.#parameter(node, place))
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
    const described = schema === undefined ? undefined : this.#schema(schema, schemaPlace, 'write')
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
      ...this.#elsewhere(pointer, place),
    }
  }

  #requestBody(value: unknown, pointer: string): RequestBodyDescriptor | undefined {
    const node = this.#resolve(value, pointer)
    if (node === undefined) return undefined
    const content = this.#content(node.value['content'], below(node.pointer, 'content'), 'write')
    if (content === undefined) return undefined
    return {
      ...(node.value['required'] === true && { required: true }),
      content,
      ...this.#elsewhere(node.pointer, pointer),
    }
  }

  #responses(value: unknown, pointer: string): Record<string, ResponseDescriptor> {
    const entries = Object.entries(isObject(value) ? value : {}).flatMap(([status, response]) => {
      const place = below(pointer, status)
      const node = this.#resolve(response, place)
      if (node === undefined || !/^([1-5]\d\d|[1-5]xx|default)$/i.test(status)) return []
      const key = status === 'default' ? status : status.toUpperCase()
      const read = () => this.#response(node, place)
      return [[key, this.#responseComponents.once(node.pointer, read)] as const]
    })
    return Object.fromEntries(entries)
  }

  #response({ value, pointer }: Node, place: string): ResponseDescriptor {
    const content = this.#content(value['content'], below(pointer, 'content'), 'read')
    const headers = isObject(value['headers']) ? Object.entries(value['headers']) : []
    const described = headers.flatMap(([name, header]) => {
      const own = below(pointer, 'headers', name)
      const node = this.#resolve(header, own)
      return node === undefined || name.toLowerCase() === 'content-type'
        ? []
        : [[name, this.#header(node, own)] as const]
    })
    return {
      ...(content !== undefined && { content }),
      ...(described.length > 0 && {
        headers: fromEntries(described) as Record<string, ResponseHeaderDescriptor>,
      }),
      ...this.#links(value['links'], below(pointer, 'links')),
      ...(value['x-payload-not-shown'] === true && { payloadNotShown: true }),
      ...this.#elsewhere(pointer, place),
    }
  }

  /** Links to operations of other documents are left out: there is nothing to call. */
  #links(value: unknown, pointer: string): Pick<ResponseDescriptor, 'links'> {
    const links = Object.entries(isObject(value) ? value : {}).flatMap(([name, item]): LinkDescriptor[] => {
      const link = this.#resolve(item, below(pointer, name))?.value
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
        schema: this.#schema(value['schema'], below(pointer, 'schema'), 'read'),
      }),
      ...this.#elsewhere(pointer, place),
    }
  }

  #content(value: unknown, pointer: string, view: View): Record<string, MediaTypeDescriptor> | undefined {
    if (!isObject(value)) return undefined
    const entries = Object.entries(value).map(([mediaType, media]) => {
      const node = this.#resolve(media, below(pointer, mediaType))
      return [mediaType, node === undefined ? {} : this.#mediaType(node, view)] as const
    })
    return entries.length === 0 ? undefined : (fromEntries(entries) as Record<string, MediaTypeDescriptor>)
  }

  #mediaType({ value, pointer }: Node, view: View): MediaTypeDescriptor {
    const encoding = isObject(value['encoding']) ? Object.entries(value['encoding']) : []
    const described = encoding.flatMap(([name, item]) =>
      isObject(item) ? [[name, readEncoding(item)] as const] : [],
    )
    return {
      ...(value['schema'] !== undefined && {
        schema: this.#schema(value['schema'], below(pointer, 'schema'), view),
      }),
      ...(described.length > 0 &&
        view === 'write' && { encoding: fromEntries(described) as Record<string, EncodingDescriptor> }),
    }
  }

  #schema(schema: unknown, pointer: string, view: View) {
    return this.#definitions.view(this.#definitions.normalize(schema, pointer), view)
  }

  /** Where a node really stands, when a reference or an outer list brought it to `place`. */
  #elsewhere(pointer: string, place: string): { pointer?: string } {
    return this.#withPlaces && pointer !== place ? { pointer } : {}
  }

  #security(value: unknown): SecurityRequirement[] {
    const requirements = (Array.isArray(value) ? value : []).filter(isObject)
    return requirements.map((requirement) => {
      const schemes = Object.entries(requirement)
      return fromEntries(
        schemes.map(([scheme, scopes]) => [
          scheme,
          Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === 'string') : [],
        ]),
      ) as SecurityRequirement
    })
  }
}

function isLocation(value: unknown): value is Location {
  return typeof value === 'string' && Object.hasOwn(DEFAULT_STYLE, value)
}

function firstExample(examples: unknown): unknown {
  const [first] = isObject(examples) ? Object.values(examples) : []
  return isObject(first) ? first['value'] : undefined
}

function readEncoding(value: JsonObject): EncodingDescriptor {
  return {
    ...(typeof value['contentType'] === 'string' && { contentType: value['contentType'] }),
    ...(typeof value['style'] === 'string' && { style: value['style'] as Style }),
    ...(typeof value['explode'] === 'boolean' && { explode: value['explode'] }),
    ...(value['allowReserved'] === true && { allowReserved: true }),
  }
}

function readEffect(value: unknown): EffectDescriptor | undefined {
  if (!isObject(value) || !isObject(value['set'])) return undefined
  return { set: value['set'], ...(value['conditional'] === true && { conditional: true }) }
}
