import { descriptions, rangeEnd } from '@concordat/contract/lexicon'
import type { Location, ParameterDescriptor, Style } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { ParameterObject } from '../../document/document.ts'
import type { PlacedOperation } from '../../document/operations.ts'
import type { DocumentNode } from '../../document/reference.ts'
import { fieldNameNotAllowed, isFieldName } from '../naming/field-name.ts'
import { codeNameOf, type ParameterNaming, withoutCollisions } from '../naming/parameter-names.ts'
import { Components } from './components.ts'
import { readContent } from './content.ts'
import { readExamples, withExamples } from './example.ts'
import type { ReferenceNodes } from './node.ts'

/**
 * Header parameters with these names are ignored, because other parts of the document describe them. @see
 * OpenAPI 3.2.0, Parameter Object
 */
const IGNORED_HEADERS = new Set(['accept', 'content-type', 'authorization'])
const DEFAULT_STYLE: Readonly<Record<Location, Style>> = {
  path: 'simple',
  query: 'form',
  querystring: 'form',
  header: 'simple',
  cookie: 'form',
}

/** A note about a parameter, for human readers. */
export interface ParameterNote {
  readonly description?: string
  readonly deprecated: boolean
}

/** Reads the parameters of operations. */
export class ParameterReader {
  readonly #nodes: ReferenceNodes
  readonly #notes = new Map<ParameterDescriptor, ParameterNote>()
  readonly #components = new Components<ParameterDescriptor>('#/components/parameters')

  readonly #naming: ParameterNaming | undefined

  constructor(nodes: ReferenceNodes, naming: ParameterNaming | undefined) {
    this.#nodes = nodes
    this.#naming = naming
  }

  /**
   * Component parameters in use, by unique name. Each parameter is one object, no matter how often it is
   * used.
   */
  get components(): ReadonlyMap<ParameterDescriptor, string> {
    return this.#components.names
  }

  /** Notes about the parameters that were read. */
  get notes(): ReadonlyMap<ParameterDescriptor, ParameterNote> {
    return this.#notes
  }

  /**
   * Reads the operation's own parameters, and those of its path that they do not override. Headers that are
   * described elsewhere are omitted, and so are headers and cookies with names that HTTP does not allow.
   */
  read({ path, pathItem, operation, pointer }: PlacedOperation): ParameterDescriptor[] {
    const inherited = this.#nodes.list(pathItem.parameters, pointerBelow('#/paths', path, 'parameters'))
    const own = this.#nodes.list(operation.parameters, pointerBelow(pointer, 'parameters'))
    const byKey = new Map([...inherited, ...own].map((node) => [`${node.value.in} ${node.value.name}`, node]))
    const parameters: ParameterDescriptor[] = []
    for (const node of byKey.values()) {
      if (node.value.in === 'header' && IGNORED_HEADERS.has(node.value.name.toLowerCase())) continue
      if (!this.#isSendable(node)) continue
      const place = pointerBelow(pointer, 'parameters', parameters.length)
      parameters.push(this.#components.once(node.pointer, () => this.#parameter(node, place)))
    }
    return [...withoutCollisions(parameters, (copy, original) => this.#copyNote(copy, original))]
  }

  #copyNote(copy: ParameterDescriptor, original: ParameterDescriptor): void {
    const note = this.#notes.get(original)
    if (note !== undefined) this.#notes.set(copy, note)
  }

  /** True if HTTP allows the parameter's name; names in paths and queries are encoded. */
  #isSendable({ value: { name, in: location }, pointer }: DocumentNode<ParameterObject>): boolean {
    if ((location !== 'header' && location !== 'cookie') || isFieldName(name)) return true
    this.#nodes.report(fieldNameNotAllowed(pointerBelow(pointer, 'name'), { name, of: location }))
    return false
  }

  #parameter(node: DocumentNode<ParameterObject>, place: string): ParameterDescriptor {
    const { value, pointer } = node
    const { name, in: location, description = '', deprecated } = value
    const described = this.#described(node)
    const as = codeNameOf(value, this.#naming)
    const descriptor: ParameterDescriptor = {
      name,
      ...(as !== undefined && { as }),
      in: location,
      ...((value.required === true || location === 'path') && { required: true }),
      ...(described.mediaType === undefined && serialization(value)),
      ...(value.allowReserved === true && this.#heedsReserved(location) && { allowReserved: true }),
      ...described,
      ...((location === 'path' || value.required === true) && choicesOf(description)),
      ...(location === 'query' && toldOfQuery(name, description)),
      ...this.#nodes.elsewhere(pointer, place),
    }
    this.#notes.set(descriptor, {
      ...(description !== '' && { description }),
      deprecated: deprecated === true,
    })
    return descriptor
  }

  /** True if `allowReserved` applies to a location. */
  #heedsReserved(location: Location): boolean {
    if (location === 'query' || location === 'querystring') return true
    return location !== 'header' && this.#nodes.version?.reservedInPaths === true
  }

  /** Schema for the parameter's values, with the media type that contains them, if any. */
  #described({
    value,
    pointer,
  }: DocumentNode<ParameterObject>): Pick<ParameterDescriptor, 'mediaType' | 'encoding' | 'schema'> {
    const content = { value: value.content, pointer: pointerBelow(pointer, 'content') }
    const [entry] = Object.entries(readContent(this.#nodes, content, 'write') ?? {})
    const [mediaType, media] = entry ?? []
    const schema =
      media === undefined ? this.#schema(value.schema, pointerBelow(pointer, 'schema')) : media.schema
    const examples = [...readExamples(this.#nodes, { value, pointer }), ...(media?.examples ?? [])]
    return {
      ...(mediaType !== undefined && { mediaType }),
      ...(value.in === 'querystring' && media?.encoding !== undefined && { encoding: media.encoding }),
      ...(schema !== undefined && { schema: withExamples(schema, examples) }),
    }
  }

  #schema(schema: ParameterObject['schema'], pointer: string): JsonSchema | undefined {
    return schema === undefined ? undefined : this.#nodes.schema(schema, pointer, 'write')
  }
}

/** Facts that the description of a query parameter states. */
function toldOfQuery(name: string, description: string) {
  return {
    ...(descriptions.widens(description) && { widens: true as const }),
    ...(descriptions.isWaitTime(description) && { waits: true as const }),
    ...edgeOf(name, description),
    ...(descriptions.ignoresCase(description) && { ignoresCase: true as const }),
  }
}

/**
 * The style, if it differs from the location's default, and `explode`, if it differs from the style's
 * default.
 */
function serialization({ in: location, style, explode }: ParameterObject) {
  const usedStyle = (style as Style | undefined) ?? DEFAULT_STYLE[location]
  const isExploded = usedStyle === 'form' || usedStyle === 'cookie'
  const usedExplode = explode ?? isExploded
  return {
    ...(usedStyle !== DEFAULT_STYLE[location] && { style: usedStyle }),
    ...(usedExplode !== isExploded && { explode: usedExplode }),
  }
}

function choicesOf(description: string): Pick<ParameterDescriptor, 'choices'> {
  const choices = descriptions.choices(description)
  return choices.length === 0 ? {} : { choices }
}

/**
 * States whether a bound includes its own value. The result is empty for a parameter that is not a bound, or
 * whose description does not mention this.
 */
function edgeOf(name: string, description: string): Pick<ParameterDescriptor, 'edge'> {
  const edge = rangeEnd(name) === undefined ? undefined : descriptions.edgeOf(description)
  return edge === undefined ? {} : { edge }
}
