import type {
  HeaderObject,
  MediaTypeObject,
  ReferenceObject,
  ResponseObject,
} from '../../document/document.ts'
import { isReferenceObject } from '../../document/reference.ts'
import type { SwaggerResponse } from '../../document/swagger.ts'
import { type MediaTypes, raisedContent } from './media-types.ts'
import { raiseHeader } from './parameter.ts'
import { type Placed, type Raising, swaggerExtensions } from './raising.ts'
import { raiseReference, raiseSchema } from './schema.ts'

/**
 * Converts an operation's response. A shared response remains shared if it has no schema, or if the operation
 * uses the document's media types.
 * @param isOwn true if the operation itself declares media types.
 */
export function raiseAnswer(
  response: Placed<SwaggerResponse | ReferenceObject>,
  { produces, isOwn }: { readonly produces: MediaTypes; readonly isOwn: boolean },
  raising: Raising,
): ResponseObject | ReferenceObject {
  const target = raising.resolve(response)
  return isReferenceObject(response.value) && (!isOwn || target.value.schema === undefined)
    ? { $ref: raiseReference(response.value.$ref) }
    : raiseResponse(target, produces, raising)
}

export function raiseResponse(
  { value, path }: Placed<SwaggerResponse>,
  produces: MediaTypes,
  raising: Raising,
): ResponseObject {
  const { description, headers } = value
  const content = raiseContent({ value, path }, produces, raising)
  const response = raising.carry(value, {
    ...(description !== undefined && { description }),
    ...(headers !== undefined && {
      headers: raising.carry(
        headers,
        Object.fromEntries(
          Object.entries(headers).map(([name, header]): [string, HeaderObject] => [
            name,
            raiseHeader({ value: header, path: [...path, 'headers', name] }, raising),
          ]),
        ),
      ),
    }),
    ...(content !== undefined && { content }),
    ...swaggerExtensions(value),
  })
  raising.place(response, 'content', produces.path ?? path)
  return response
}

/** Content of a response; `undefined` if it has neither a schema nor examples. */
function raiseContent(
  { value, path }: Placed<SwaggerResponse>,
  produces: MediaTypes,
  raising: Raising,
): { readonly [name: string]: MediaTypeObject } | undefined {
  const { schema, examples = {} } = value
  if (schema === undefined) {
    const names = Object.keys(examples)
    return names.length === 0 ? undefined : raisedContent(names, (name) => ({ example: examples[name] }))
  }
  return raisedContent(schema.type === 'file' ? ofFiles(produces.names) : produces.names, (name) => {
    const media = {
      schema: raiseSchema(schema, raising),
      ...(name in examples && { example: examples[name] }),
    }
    raising.place(media, 'schema', [...path, 'schema'])
    if (name in examples) raising.place(media, 'example', [...path, 'examples', name])
    return media
  })
}

/**
 * Returns the media types except for JSON and XML, or `application/octet-stream` if no others are listed.
 * Documents declare media types once for all responses, but a file is neither JSON nor XML.
 */
function ofFiles(names: readonly string[]): readonly string[] {
  const others = names.filter((name) => !/[/+](json|xml)\b/i.test(name))
  return others.length === 0 ? ['application/octet-stream'] : others
}
