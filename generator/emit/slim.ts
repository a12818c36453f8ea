import type { DocumentDescriptor, MediaTypeDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { JsonSchema } from '@concordat/runtime/schema'
import { forEachSubschema, isProse, keywordsOf, mapSubschemas } from '@concordat/runtime/subschemas'
import { requestSchemas } from '../model/schema/of-operation.ts'
import { reachableDefinitions, referredNamedSchemas } from '../model/schema/references.ts'

/**
 * Returns the descriptor without the schema keywords that are not needed at run time.
 * @param slimmed receives the slim form of each response and parameter, so that shared ones remain shared.
 */
export function slimPrintedDescriptor(
  descriptor: DocumentDescriptor,
  slimmed = new Map<object, object>(),
): DocumentDescriptor {
  const requested = definitionsOfRequests(descriptor)
  const xml = descriptor.operations.some(answersXml)
  return {
    ...descriptor,
    operations: descriptor.operations.map((operation) => slimOperation(operation, { xml, slimmed })),
    definitions: mapValues(descriptor.definitions, (schema, name) =>
      slim(schema, { examples: requested.has(name), xml }),
    ),
  }
}

/**
 * The response examples that `slimPrintedDescriptor` drops, by their schema's JSON Pointer in the descriptor.
 * Shared responses are visited only once.
 */
export function slimmedAnswerExamples(descriptor: DocumentDescriptor): Record<string, readonly unknown[]> {
  const requested = definitionsOfRequests(descriptor)
  const found: [pointer: string, examples: readonly unknown[]][] = []
  const look = (schema: JsonSchema | undefined, pointer: string): void => {
    const { examples } = keywordsOf(schema)
    if (Array.isArray(examples) && examples.length > 0) found.push([pointer, examples])
    forEachSubschema(keywordsOf(schema), (inner, ...steps) => look(inner, pointerBelow(pointer, ...steps)))
  }
  const looked = new Set<object>()
  for (const [index, { responses }] of descriptor.operations.entries())
    for (const [status, response] of Object.entries(responses)) {
      if (looked.has(response)) continue
      looked.add(response)
      const place = pointerBelow('/operations', index, 'responses', status)
      for (const [name, { schema }] of Object.entries(response.headers ?? {}))
        look(schema, pointerBelow(place, 'headers', name, 'schema'))
      for (const [type, { schema }] of Object.entries(response.content ?? {}))
        look(schema, pointerBelow(place, 'content', type, 'schema'))
    }
  for (const [name, schema] of Object.entries(descriptor.definitions))
    if (!requested.has(name)) look(schema, pointerBelow('/definitions', name))
  return Object.fromEntries(found)
}

const IN_REQUEST: Keep = { examples: true, xml: false }

/** Keywords to keep in addition to those for validation. */
interface Keep {
  /** True to keep examples, because sample values for requests need them. */
  readonly examples: boolean
  /** True to keep `xml`, because responses can be written as XML. */
  readonly xml: boolean
}

function answersXml({ responses }: OperationDescriptor): boolean {
  return Object.values(responses).some(({ content = {} }) =>
    Object.keys(content).some((mediaType) => /\bxml\b/i.test(mediaType)),
  )
}

/** Extensions that only generated code uses. */
const OF_CODE = ['x-source', 'x-enum-varnames', 'x-enum-descriptions']

/** True if validation does not need the keyword. */
function isNeedless(keyword: string): boolean {
  return isProse(keyword) || keyword === 'deprecated' || OF_CODE.includes(keyword)
}

function slim(schema: JsonSchema, keep: Keep): JsonSchema {
  if (typeof schema === 'boolean') return schema
  const kept: Record<string, unknown> = {}
  const keywords = Object.keys(schema)
  for (let index = 0; index < keywords.length; index++) {
    const keyword = keywords[index] ?? ''
    const value = schema[keyword]
    if (keyword === 'examples') {
      if (keep.examples && Array.isArray(value)) kept[keyword] = value.slice(0, 1)
    } else if (!isNeedless(keyword) && (keyword !== 'xml' || keep.xml)) kept[keyword] = value
  }
  return mapSubschemas(kept, (inner) => slim(inner, keep))
}

function slimOperation(
  operation: OperationDescriptor,
  { xml, slimmed }: { readonly xml: boolean; readonly slimmed: Map<object, object> },
): OperationDescriptor {
  const { parameters, requestBody, responses } = operation
  const once = <Descriptor extends object>(descriptor: Descriptor, make: () => Descriptor): Descriptor => {
    const slim = slimmed.get(descriptor) ?? make()
    slimmed.set(descriptor, slim)
    return slim as Descriptor
  }
  return {
    ...operation,
    ...(parameters !== undefined && {
      parameters: parameters.map((parameter) => once(parameter, () => slimSchema(parameter, IN_REQUEST))),
    }),
    ...(requestBody !== undefined && {
      requestBody: { ...requestBody, content: slimContent(requestBody.content, IN_REQUEST) },
    }),
    responses: mapValues(responses, (response) =>
      once(response, () => slimResponse(response, { examples: false, xml })),
    ),
  }
}

function slimResponse(response: OperationDescriptor['responses'][string], keep: Keep) {
  const { content, headers } = response
  return {
    ...response,
    ...(content !== undefined && { content: slimContent(content, keep) }),
    ...(headers !== undefined && {
      headers: mapValues(headers, (header) => slimSchema(header, keep)),
    }),
  }
}

function slimContent(content: Readonly<Record<string, MediaTypeDescriptor>>, keep: Keep) {
  return mapValues(content, (media) => slimSchema(media, keep))
}

function slimSchema<Holder extends { readonly schema?: JsonSchema }>(holder: Holder, keep: Keep): Holder {
  return holder.schema === undefined ? holder : { ...holder, schema: slim(holder.schema, keep) }
}

function definitionsOfRequests({ operations, definitions }: DocumentDescriptor): Set<string> {
  const roots = operations.flatMap(requestSchemas).flatMap((schema) => [...referredNamedSchemas(schema)])
  return reachableDefinitions(roots, (name) => referredNamedSchemas(definitions[name]))
}

function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]))
}
