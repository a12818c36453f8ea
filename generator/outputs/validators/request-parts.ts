import { isJson, type MediaTypeDescriptor, type OperationDescriptor } from '@concordat/runtime/http'
import { below } from '@concordat/runtime/pointer'
import type { SchemaObject } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { type Code, source, stringLiteral } from '../../emit/print/code.ts'
import { declaredType, globalType } from '../../emit/print/modules.ts'
import type { Operation } from '../../model/model.ts'
import { pascalCase } from '../../model/naming/name.ts'
import type { PlacedSchema } from './unsaid.ts'

/** A part of a request that has a schema of its own: its parameters of one location, or its body. */
export interface RequestPart {
  /** "ListPetsQuery" */
  readonly name: string
  readonly type: Code
  readonly schema: SchemaObject
  readonly pointer: string
  /** Places of parameters, by their names; absent for a body. */
  readonly parameters?: ReadonlyMap<string, string>
}

const LOCATIONS = ['path', 'query', 'header', 'cookie'] as const

/** The parts of an operation's request that named schemas do not describe. */
export function requestParts({ name, requestName, descriptor }: Operation): readonly RequestPart[] {
  const { parameters = [], pointer } = descriptor
  const request = declaredType(requestName)
  const ofLocations = LOCATIONS.flatMap((location): RequestPart[] => {
    const own = parameters.flatMap((each, index) =>
      each.in === location ? [{ ...each, place: each.pointer ?? below(pointer, 'parameters', index) }] : [],
    )
    if (own.length === 0) return []
    return [
      {
        name: `${pascalCase(name)}${pascalCase(location)}`,
        type: source`${nonNullable}<${request}[${stringLiteral(location)}]>`,
        schema: {
          type: 'object',
          properties: Object.fromEntries(own.map((each) => [each.name, each.schema ?? true])),
          required: own.filter(({ required }) => required).map((each) => each.name),
        },
        pointer,
        parameters: new Map(own.map((each) => [each.name, below(each.place, 'schema')])),
      },
    ]
  })
  return [...ofLocations, ...bodyOf(descriptor, { name: `${pascalCase(name)}Body`, request })]
}

/** A body of JSON, unless it is a named schema. */
function bodyOf(
  { requestBody, pointer }: OperationDescriptor,
  { name, request }: { readonly name: string; readonly request: Code },
): readonly RequestPart[] {
  const content = Object.entries(requestBody?.content ?? {})
  const [mediaType, { schema, stream, octets }] = content.find(([type]) => isJson(type)) ?? NOTHING
  const isNamed = Object.keys(keywordsOf(schema)).join() === '$ref'
  if (typeof schema !== 'object' || isNamed || stream !== undefined || octets === true) return []
  const own =
    content.length === 1
      ? request
      : source`${extract}<${request}, { readonly mediaType?: ${stringLiteral(mediaType)} }>`
  const place = below(requestBody?.pointer ?? below(pointer, 'requestBody'), 'content', mediaType, 'schema')
  const type = source`${exclude}<${own}['body'], undefined>`
  return [{ name, type, schema, pointer: place }]
}

/** The schemas of a part at their places: parameters each at its own. */
export function placedSchemas({ schema, pointer, parameters }: RequestPart): readonly PlacedSchema[] {
  if (parameters === undefined) return [{ schema, pointer }]
  const { properties = {} } = schema
  return [...parameters].map(([name, place]) => ({
    schema: name in Object.prototype ? { properties: { [name]: true } } : (properties[name] ?? true),
    pointer: place,
  }))
}

const NOTHING: readonly [string, MediaTypeDescriptor] = ['', {}]
const nonNullable = globalType('NonNullable')
const extract = globalType('Extract')
const exclude = globalType('Exclude')
