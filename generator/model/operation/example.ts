import { isJson } from '@concordat/runtime/http'
import { below } from '@concordat/runtime/pointer'
import type { ExampleObject, MediaTypeObject, ParameterObject } from '../../document/document.ts'
import type { Node } from '../../document/reference.ts'
import type { Nodes } from './node.ts'

type Exemplified = Pick<MediaTypeObject | ParameterObject, 'example' | 'examples'>

/**
 * The values that a parameter or media type gives as examples, in document order. What lies behind an `externalValue` is not
 * fetched.
 * @param mediaType of what is written: a `serializedValue` of JSON is read, one of text is the value itself.
 * @see OpenAPI 3.2.0, Example Object
 */
export function readExamples(
  nodes: Nodes,
  { value: { example, examples = {} }, pointer }: Node<Exemplified>,
  mediaType?: string,
): unknown[] {
  const named = Object.entries(examples).flatMap(([name, shown]) =>
    valuesOf(nodes.resolve<ExampleObject>(shown, below(pointer, 'examples', name)).value, mediaType),
  )
  return example === undefined ? named : [example, ...named]
}

/** No value, or one: as data where the example has it so. */
function valuesOf(
  { value, dataValue, serializedValue }: ExampleObject,
  mediaType: string | undefined,
): unknown[] {
  if (dataValue !== undefined || value !== undefined) return [dataValue ?? value]
  if (serializedValue === undefined || mediaType === undefined) return []
  if (mediaType.startsWith('text/')) return [serializedValue]
  return isJson(mediaType) ? parsed(serializedValue) : []
}

function parsed(text: string): unknown[] {
  try {
    return [JSON.parse(text)]
  } catch {
    // An example with a slip in it is none.
    return []
  }
}
