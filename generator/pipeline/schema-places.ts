import { pointerBelow } from '@concordat/runtime/pointer'
import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import type { Model } from '../model/model.ts'
import { walkNamedSchemaPlaces } from '../model/schema/references.ts'

/**
 * Visits a document's named schemas and the schemas of its operations' parameters and bodies, including
 * subschemas, with their JSON Pointers.
 */
export function visitSchemasForWarnings(
  model: Pick<Model, 'schemas' | 'operations'>,
  visit: (schema: SchemaObject, pointer: string) => void,
): void {
  const walk = (schema: JsonSchema, pointer: string): void => walkNamedSchemaPlaces(schema, pointer, visit)
  for (const { schema, pointer } of model.schemas) walk(schema, pointer)
  for (const { descriptor } of model.operations) {
    const { parameters = [], requestBody, responses, pointer } = descriptor
    const content = (media: (typeof responses)[string]['content'] = {}, place: string): void => {
      for (const [mediaType, { schema = true }] of Object.entries(media))
        walk(schema, pointerBelow(place, 'content', mediaType, 'schema'))
    }
    for (const [index, parameter] of parameters.entries())
      walk(
        parameter.schema ?? true,
        pointerBelow(parameter.pointer ?? pointerBelow(pointer, 'parameters', index), 'schema'),
      )
    content(requestBody?.content, requestBody?.pointer ?? pointerBelow(pointer, 'requestBody'))
    for (const [status, response] of Object.entries(responses))
      content(response.content, response.pointer ?? pointerBelow(pointer, 'responses', status))
  }
}
