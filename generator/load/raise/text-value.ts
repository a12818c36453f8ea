import type { Location } from '@concordat/runtime/http'
import type { ParameterObject, SchemaObject } from '../../document/document.ts'
import type { SwaggerHeader, SwaggerParameter } from '../../document/swagger.ts'
import { VALUE_FIELDS } from '../../document/swagger-objects.ts'
import { quote } from '../../errors/quote.ts'
import type { Container } from '../source/json.ts'
import type { Placed, Raising } from './raising.ts'
import { raiseSchema } from './schema.ts'

/** Where a value that is written as text travels: form fields travel as queries do. */
export type Carrier = Exclude<Location, 'cookie' | 'querystring'> | 'formData'

/** What OpenAPI 3 says of a value that is written as text. */
export interface TextValue {
  readonly schema: SchemaObject
  readonly serialization: Pick<ParameterObject, 'style' | 'explode'>
}

const QUERY = {
  csv: { style: 'form', explode: false },
  ssv: { style: 'spaceDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
  multi: { style: 'form', explode: true },
} as const

/** The serialisation of lists by where they travel and `collectionFormat`. What is not here OpenAPI 3 cannot say. */
const LISTS: Readonly<Record<Carrier, Readonly<Record<string, Pick<ParameterObject, 'style' | 'explode'>>>>> =
  {
    query: QUERY,
    formData: QUERY,
    path: { csv: {} },
    header: { csv: {} },
  }

/** Raises what says of a value which type it has, and how a list of such values is written. */
export function raiseTextValue(
  { value, path }: Placed<SwaggerParameter | SwaggerHeader>,
  carrier: Carrier,
  raising: Raising,
): TextValue {
  const { type, items } = value
  if (type === undefined && 'schema' in value && value.schema !== undefined)
    return { schema: raiseSchema(value.schema, raising), serialization: {} }
  const described = Object.fromEntries(
    VALUE_FIELDS.flatMap((field) => (field in value ? [[field, (value as Container)[field]]] : [])),
  )
  if (type === undefined && described['enum'] === undefined) reportUntyped(path, raising)
  const schema = raiseSchema(raising.carry(value, { type: 'string', ...described }), raising)
  if (type !== 'array') return { schema, serialization: {} }
  const format = value.collectionFormat ?? 'csv'
  const serialization = LISTS[carrier][format]
  if (serialization !== undefined && items?.type !== 'array') return { schema, serialization }
  reportFormat({ format, carrier, isNested: items?.type === 'array', path }, raising)
  return { schema: { type: 'string' }, serialization: {} }
}

function reportUntyped(path: Placed<unknown>['path'], { report }: Raising): void {
  report({
    code: 'missing-field',
    severity: 'warning',
    path,
    message: 'The value has no "type", which Swagger 2.0 requires of what is not a body.',
    reading: 'if its "type" were "string"',
    fix: 'add "type".',
  })
}

function reportFormat(
  {
    format,
    carrier,
    isNested,
    path,
  }: { format: string; carrier: Carrier; isNested: boolean; path: Placed<unknown>['path'] },
  { report }: Raising,
): void {
  const list = isNested ? 'Lists of lists' : `Lists with "collectionFormat": ${quote(format)} in ${carrier}`
  report({
    code: 'no-counterpart',
    severity: 'warning',
    path,
    message: `${list} cannot be described in OpenAPI 3: the value is a string here, which callers join and servers split themselves.`,
    fix: 'use "csv", or "multi" in queries and forms, if the server understands it.',
  })
}
