import type { HeaderObject, ParameterObject, ReferenceObject } from '../../document/document.ts'
import { isReferenceObject } from '../../document/reference.ts'
import type { SwaggerHeader, SwaggerParameter } from '../../document/swagger.ts'
import { type Placed, type Raising, swaggerExtensions } from './raising.ts'
import { raiseReference } from './schema.ts'
import { raiseTextValue } from './text-value.ts'

/** True if OpenAPI 3 also represents this Swagger parameter as a parameter, rather than in the body. */
export function isRaisedParameter(
  parameter: SwaggerParameter,
): parameter is SwaggerParameter & { readonly in: 'path' | 'query' | 'header' } {
  return parameter.in !== 'body' && parameter.in !== 'formData'
}

/** Converts the parameters that are not body parts. */
export function raiseParameters(
  parameters: readonly Placed<SwaggerParameter | ReferenceObject>[],
  raising: Raising,
): (ParameterObject | ReferenceObject)[] {
  const raised: (ParameterObject | ReferenceObject)[] = []
  for (const parameter of parameters) {
    const target = raising.resolve(parameter).value
    if (!isRaisedParameter(target)) continue
    raising.place(raised, raised.length, parameter.path)
    raised.push(
      isReferenceObject(parameter.value)
        ? { $ref: raiseReference(parameter.value.$ref) }
        : raiseParameter({ value: target, path: parameter.path }, raising),
    )
  }
  return raised
}

export function raiseParameter(
  { value, path }: Placed<SwaggerParameter & { readonly in: 'path' | 'query' | 'header' }>,
  raising: Raising,
): ParameterObject {
  const { name, in: location, description, required, allowEmptyValue, 'x-example': example } = value
  const { schema, serialization } = raiseTextValue({ value, path }, location, raising)
  const parameter = raising.carry(value, {
    name,
    in: location,
    ...(description !== undefined && { description }),
    ...(required !== undefined && { required }),
    ...(allowEmptyValue !== undefined && { allowEmptyValue }),
    ...serialization,
    schema,
    ...(example !== undefined && { example }),
    ...swaggerExtensions(value),
  })
  if (value.schema === undefined) raising.place(parameter, 'schema', path)
  return parameter
}

export function raiseHeader({ value, path }: Placed<SwaggerHeader>, raising: Raising): HeaderObject {
  const { description, 'x-example': example } = value
  const { schema } = raiseTextValue({ value, path }, 'header', raising)
  const header = raising.carry(value, {
    ...(description !== undefined && { description }),
    schema,
    ...(example !== undefined && { example }),
    ...swaggerExtensions(value),
  })
  raising.place(header, 'schema', path)
  return header
}
