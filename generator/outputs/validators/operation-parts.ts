import { isJson, isWithoutContent, type MediaTypeDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { SchemaObject } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { type Code, integerCode, sourceCode, stringLiteralCode } from '../../emit/print/code.ts'
import { declaredType, globalType } from '../../emit/print/modules.ts'
import type { Operation } from '../../model/model.ts'
import { pascalCase } from '../../model/naming/name.ts'
import type { PlacedSchema } from './unsaid.ts'

/** A part of a request or response that has its own schema: the parameters of one location, or a body. */
export interface ValidatedOperationPart {
  /** "ListPetsQuery", "ListPets200" */
  readonly name: string
  readonly type: Code
  readonly schema: SchemaObject
  readonly pointer: string
  /** Locations of the parameters' schemas in the document, by parameter name; absent for a body. */
  readonly parameters?: ReadonlyMap<string, string>
}

const LOCATIONS = ['path', 'query', 'header', 'cookie'] as const

/** The parts of an operation's request and responses that no named schema describes. */
export function validatedOperationParts(operation: Operation): readonly ValidatedOperationPart[] {
  const { name, requestName, descriptor } = operation
  const { parameters = [], pointer } = descriptor
  const request = declaredType(requestName)
  const ofLocations = LOCATIONS.flatMap((location): ValidatedOperationPart[] => {
    const own = parameters.flatMap((each, index) =>
      each.in === location
        ? [{ ...each, place: each.pointer ?? pointerBelow(pointer, 'parameters', index) }]
        : [],
    )
    if (own.length === 0) return []
    return [
      {
        name: `${pascalCase(name)}${pascalCase(location)}`,
        type: sourceCode`${nonNullable}<${request}[${stringLiteralCode(location)}]>`,
        schema: {
          type: 'object',
          properties: Object.fromEntries(own.map((each) => [each.name, each.schema ?? true])),
          required: own.filter(({ required }) => required).map((each) => each.name),
        },
        pointer,
        parameters: new Map(own.map((each) => [each.name, pointerBelow(each.place, 'schema')])),
      },
    ]
  })
  return [...ofLocations, ...bodyOf(operation), ...answersOf(operation)]
}

function bodyOf({
  name,
  requestName,
  descriptor: { requestBody, pointer },
}: Operation): readonly ValidatedOperationPart[] {
  const { content = {}, pointer: place = pointerBelow(pointer, 'requestBody') } = requestBody ?? {}
  const request = declaredType(requestName)
  return jsonPart(content, place, (mediaType) => ({
    name: `${pascalCase(name)}Body`,
    type: sourceCode`${exclude}<${
      mediaType === undefined
        ? request
        : sourceCode`${extract}<${request}, { readonly mediaType?: ${stringLiteralCode(mediaType)} }>`
    }['body'], undefined>`,
  }))
}

/** Response bodies, by status. */
function answersOf({ name, responseName, descriptor }: Operation): readonly ValidatedOperationPart[] {
  const { responses, pointer, method } = descriptor
  const statuses = Object.entries(responses).filter(
    ([key]) => /^\d+$/.test(key) && !isWithoutContent(Number(key), method),
  )
  return statuses.flatMap(
    ([status, { content = {}, pointer: place = pointerBelow(pointer, 'responses', status) }]) =>
      jsonPart(content, place, (mediaType) => {
        const chosen =
          mediaType === undefined
            ? sourceCode``
            : sourceCode`; readonly mediaType: ${stringLiteralCode(mediaType)}`
        const answer = sourceCode`{ readonly status: ${integerCode(Number(status))}${chosen} }`
        return {
          name: `${pascalCase(name)}${status}`,
          type: sourceCode`${extract}<${declaredType(responseName)}, ${answer}>['body']`,
        }
      }),
  )
}

/**
 * A JSON body that is read as a whole, unless its schema is named. `part` receives the media type if there
 * are several.
 */
function jsonPart(
  content: Readonly<Record<string, MediaTypeDescriptor>>,
  place: string,
  part: (mediaType: string | undefined) => Pick<ValidatedOperationPart, 'name' | 'type'>,
): readonly ValidatedOperationPart[] {
  const mediaTypes = Object.keys(content)
  const mediaType = mediaTypes.find((each) => isJson(each)) ?? ''
  const { schema, stream, octets } = content[mediaType] ?? {}
  const isNamed = Object.keys(keywordsOf(schema)).join() === '$ref'
  if (typeof schema !== 'object' || isNamed || stream !== undefined || octets === true) return []
  const pointer = pointerBelow(place, 'content', mediaType, 'schema')
  return [{ ...part(mediaTypes.length > 1 ? mediaType : undefined), schema, pointer }]
}

/** A part's schemas with their locations in the document. Each parameter has its own schema. */
export function schemasOfOperationPart({
  schema,
  pointer,
  parameters,
}: ValidatedOperationPart): readonly PlacedSchema[] {
  if (parameters === undefined) return [{ schema, pointer }]
  const { properties = {} } = schema
  return [...parameters].map(([name, place]) => ({
    schema: name in Object.prototype ? { properties: { [name]: true } } : (properties[name] ?? true),
    pointer: place,
  }))
}

const nonNullable = globalType('NonNullable')
const extract = globalType('Extract')
const exclude = globalType('Exclude')
