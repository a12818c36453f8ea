import type { EncodingObject, RequestBodyObject, SchemaObject } from '../../document/document.ts'
import type { SwaggerParameter } from '../../document/swagger.ts'
import type { Path } from '../source/reference.ts'
import { type MediaTypes, raisedContent } from './media-types.ts'
import { type Placed, type Raising, swaggerExtensions } from './raising.ts'
import { raiseSchema } from './schema.ts'
import { raiseTextValue } from './text-value.ts'

const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'

/**
 * Creates a request body from `body` or `formData` parameters.
 * @param parameters the body parts only.
 */
export function raiseRequestBody(
  parameters: readonly Placed<SwaggerParameter>[],
  consumes: MediaTypes,
  raising: Raising,
): RequestBodyObject | undefined {
  const body = parameters.find(({ value }) => value.in === 'body')
  for (const part of parameters) if (body !== undefined && part !== body) reportSecondBody(part.path, raising)
  if (body !== undefined) return raiseBody(body, consumes, raising)
  return parameters.length === 0 ? undefined : raiseForm(parameters, consumes, raising)
}

function raiseBody(
  { value, path }: Placed<SwaggerParameter>,
  consumes: MediaTypes,
  raising: Raising,
): RequestBodyObject {
  const { description, required, schema, 'x-example': example, 'x-examples': examples = {} } = value
  const content = raisedContent(consumes.names, (name) => {
    const shown = examples[name] ?? example
    const media = {
      ...(schema !== undefined && { schema: raiseSchema(schema, raising) }),
      ...(shown !== undefined && { example: shown }),
    }
    raising.place(media, 'schema', [...path, 'schema'])
    return media
  })
  const body = raising.carry(value, {
    ...(description !== undefined && { description }),
    ...(required !== undefined && { required }),
    content,
    ...swaggerExtensions(value),
  })
  raising.place(body, 'content', consumes.path ?? path)
  return body
}

/**
 * Converts a form. Files require `multipart/form-data`, regardless of the media types that the operation
 * consumes.
 */
function raiseForm(
  fields: readonly Placed<SwaggerParameter>[],
  consumes: MediaTypes,
  raising: Raising,
): RequestBodyObject {
  const hasFile = fields.some(({ value }) => value.type === 'file' || value.items?.type === 'file')
  const stated = consumes.names.filter(
    (name) => name.startsWith(MULTIPART) || (name.startsWith(FORM) && !hasFile),
  )
  const names = stated.length > 0 ? stated : [hasFile ? MULTIPART : FORM]
  const isRequired = fields.some(({ value }) => value.required === true)
  const body = {
    ...(isRequired && { required: true }),
    content: raisedContent(names, () => raiseFields(fields, raising)),
  }
  const [first] = fields
  raising.place(body, 'content', consumes.path ?? first?.path ?? [])
  return body
}

function raiseFields(fields: readonly Placed<SwaggerParameter>[], raising: Raising) {
  const properties: { [name: string]: SchemaObject } = {}
  const encoding: { [name: string]: EncodingObject } = {}
  const required: string[] = []
  for (const field of fields) {
    const { name, description, 'x-example': example } = field.value
    const { schema, serialization } = raiseTextValue(field, 'formData', raising)
    properties[name] = raising.carry(field.value, {
      ...schema,
      ...(description !== undefined && { description }),
      ...(example !== undefined && { example }),
      ...swaggerExtensions(field.value),
    })
    raising.place(properties, name, field.path)
    const isFile = field.value.items?.type === 'file'
    if (serialization.style !== undefined && !isFile) encoding[name] = serialization
    if (field.value.required === true) required.push(name)
  }
  return {
    schema: { type: 'object', properties, ...(required.length > 0 && { required }) },
    ...(Object.keys(encoding).length > 0 && { encoding }),
  }
}

function reportSecondBody(path: Path, { report }: Raising): void {
  report({
    code: 'wrong-value',
    severity: 'warning',
    path,
    message: 'The operation already has a "body" parameter, and a request has only one body.',
    reading: 'if it were not there',
    fix: 'describe one body, or a form that uses only "formData".',
  })
}
