import type { ParameterDescriptor, RequestBodyDescriptor } from '@concordat/runtime/http'
import type { Model, Operation } from '../../model/model.ts'
import { stringLiteral } from '../print/code.ts'
import { atom, intersection, type Member, object, type TypeText, union } from '../print/type-text.ts'
import { lowerSchema } from '../schema/lower.ts'
import type { LowerContext } from '../schema/lower-context.ts'
import { schemaDoc, schemaType } from '../schema/type.ts'
import { bodyType } from './body-type.ts'

interface Context extends LowerContext {
  readonly parameterNotes: Model['parameterNotes']
}

/** What a caller supplies to an operation: parameters by location, and a body. */
export function requestType({ descriptor }: Operation, context: Context): TypeText {
  const { parameters = [], requestBody } = descriptor
  const locations = (['path', 'query', 'querystring', 'header', 'cookie'] as const).flatMap(
    (location): Member[] => {
      const own = parameters.filter((parameter) => parameter.in === location)
      if (own.length === 0) return []
      const type = object(own.map((parameter) => parameterMember(parameter, context)))
      const isOptional = !own.some(({ required }) => required)
      return [{ name: location, type, isOptional, isReadonly: true, doc: [] }]
    },
  )
  const bodies = bodiesOf(requestBody, context)
  if (bodies.length <= 1) return object([...locations, ...bodies.flat()])
  const choices = union(bodies.map((members) => object(members)))
  return locations.length === 0 ? choices : intersection([object(locations), choices])
}

function parameterMember(parameter: ParameterDescriptor, context: Context): Member {
  const { name, required, schema = true } = parameter
  const lowered = lowerSchema(schema, context)
  const { description, deprecated } = context.parameterNotes.get(parameter) ?? {}
  return {
    name,
    type: schemaType(lowered),
    isOptional: required !== true,
    doc: schemaDoc({
      ...lowered,
      ...(description !== undefined && { description }),
      ...(deprecated === true && { deprecated }),
    }),
  }
}

/** For each media type the members that choose it and carry its body. The first one is chosen where none is. */
function bodiesOf(body: RequestBodyDescriptor | undefined, context: LowerContext): Member[][] {
  const content = Object.entries(body?.content ?? {})
  return content.map(([mediaType, media], index) => {
    const choice = {
      name: 'mediaType',
      type: atom(stringLiteral(mediaType)),
      isOptional: index === 0,
      isReadonly: true,
      doc: [],
    }
    const type = bodyType([mediaType, media], 'request', context)
    const own = { name: 'body', type, isOptional: body?.required !== true, isReadonly: true, doc: [] }
    return content.length === 1 ? [own] : [choice, own]
  })
}
