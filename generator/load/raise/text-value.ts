import type { Location } from '@concordat/runtime/http'
import type { ParameterObject, SchemaObject } from '../../document/document.ts'
import type { SwaggerHeader, SwaggerParameter } from '../../document/swagger.ts'
import { VALUE_FIELDS } from '../../document/swagger-objects.ts'
import { quoteInProblem } from '../../errors/quote.ts'
import type { Container } from '../source/json.ts'
import type { Path } from '../source/reference.ts'
import type { Placed, Raising } from './raising.ts'
import { raiseSchema } from './schema.ts'

/** Locations where a value is sent as a string. Form fields are serialized like queries. */
export type RaisedCarrier = Exclude<Location, 'cookie' | 'querystring'> | 'formData'

/** The OpenAPI 3 description of a value that is sent as a string. */
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

/**
 * Serialization of arrays, by location and `collectionFormat`. OpenAPI 3 cannot express other combinations.
 */
const LISTS: Readonly<
  Record<RaisedCarrier, Readonly<Record<string, Pick<ParameterObject, 'style' | 'explode'>>>>
> = {
  query: QUERY,
  formData: QUERY,
  path: { csv: {} },
  header: { csv: {} },
}

/** Converts the fields for a value's type and for an array's style. */
export function raiseTextValue(
  { value, path }: Placed<SwaggerParameter | SwaggerHeader>,
  carrier: RaisedCarrier,
  raising: Raising,
): TextValue {
  const { type, items } = value
  if (type === undefined && 'schema' in value && value.schema !== undefined)
    return { schema: raiseSchema(value.schema, raising), serialization: {} }
  const described = Object.fromEntries(
    VALUE_FIELDS.flatMap((field) => (field in value ? [[field, (value as Container)[field]]] : [])),
  )
  if (type === undefined && described['enum'] === undefined) reportUntyped(path, raising)
  const isNested = type === 'array' && items?.type === 'array'
  const schema = raiseSchema(
    raising.carry(value, { type: 'string', ...described, ...(isNested && { items: { type: 'string' } }) }),
    raising,
  )
  if (type !== 'array') return { schema, serialization: {} }
  if (isNested)
    reportUntold('lists in a list', 'the inner lists are strings', {
      ...{ path, raising, fix: 'use one list, if the server accepts it.' },
    })
  const format = value.collectionFormat ?? 'csv'
  const serialization = LISTS[carrier][format]
  if (serialization !== undefined) return { schema, serialization }
  const lists = `lists with "collectionFormat": ${quoteInProblem(format)} in ${quoteInProblem(carrier)}`
  const fix = 'use "csv" (or "multi" in queries and forms) if the server accepts it.'
  reportUntold(lists, 'the whole list is a string', { path, raising, fix })
  return { schema: { type: 'string' }, serialization: {} }
}

function reportUntyped(path: Path, { report }: Raising): void {
  report({
    code: 'missing-field',
    severity: 'warning',
    path,
    message: 'The value has no "type", which Swagger 2.0 requires for every value except a body.',
    reading: 'if its "type" were "string"',
    fix: 'add "type".',
  })
}

function reportUntold(
  lists: string,
  reading: string,
  { path, raising, fix }: { readonly path: Path; readonly raising: Raising; readonly fix: string },
): void {
  raising.report({
    code: 'no-counterpart',
    severity: 'warning',
    path,
    message: `OpenAPI 3 cannot describe ${lists}, so ${reading} here. Callers must join the items and servers must split them.`,
    fix,
  })
}
