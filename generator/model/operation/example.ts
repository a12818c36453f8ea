import { isJson } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { JsonSchema } from '@concordat/runtime/schema'
import type {
  ExampleObject,
  HeaderObject,
  MediaTypeObject,
  ParameterObject,
} from '../../document/document.ts'
import type { DocumentNode } from '../../document/reference.ts'
import type { ReferenceNodes } from './node.ts'

type Exemplified = Pick<MediaTypeObject | ParameterObject | HeaderObject, 'example' | 'examples'>

/** Name given to an unnamed example. */
export const UNNAMED_EXAMPLE = 'default'

/**
 * Returns the example values for a parameter, header or media type, by name in document order. An
 * `externalValue` is not fetched.
 * @param mediaType media type of the value. For JSON, a `serializedValue` is parsed; for text, it is the
 * value itself.
 * @see OpenAPI 3.2.0, Example Object
 */
export function namedExamples(
  nodes: Pick<ReferenceNodes, 'resolve'>,
  { value: { example, examples = {} }, pointer }: DocumentNode<Exemplified>,
  mediaType?: string,
): (readonly [name: string, value: unknown])[] {
  const named = Object.entries(examples).flatMap(([name, shown]) => {
    const { value } = nodes.resolve<ExampleObject>(shown, pointerBelow(pointer, 'examples', name))
    return valuesOf(value, mediaType).map((own) => [name, own] as const)
  })
  return example === undefined ? named : [[UNNAMED_EXAMPLE, example], ...named]
}

/** The values, without names. */
export function readExamples(
  nodes: ReferenceNodes,
  node: DocumentNode<Exemplified>,
  mediaType?: string,
): unknown[] {
  return namedExamples(nodes, node, mediaType).map(([, value]) => value)
}

/**
 * Returns a schema with the examples of its parameter or header. They replace the schema's own examples,
 * because they are more specific.
 */
export function withExamples(schema: JsonSchema, examples: readonly unknown[]): JsonSchema {
  return typeof schema === 'object' && examples.length > 0 ? { ...schema, examples } : schema
}

/**
 * Returns an example's value, if there is one. A `serializedValue` is parsed for a JSON media type, and is
 * the value itself for text.
 */
function valuesOf(
  { value, dataValue, serializedValue }: ExampleObject,
  mediaType: string | undefined,
): unknown[] {
  if (dataValue !== undefined || value !== undefined) return [dataValue ?? value]
  if (serializedValue === undefined || mediaType === undefined) return []
  if (mediaType.startsWith('text/')) return [serializedValue]
  return isJson(mediaType) ? parsed(serializedValue) : []
}

/**
 * Returns the JSON in an example that is a string, for a schema of objects or arrays. Annotations in code
 * write examples of JSON as strings.
 */
export function exampleInText(example: unknown): unknown {
  const [value = example] = typeof example === 'string' ? parsed(example) : []
  return value
}

function parsed(text: string): unknown[] {
  try {
    return [JSON.parse(text)]
  } catch {
    // A malformed example is ignored.
    return []
  }
}
