import type { RequestBodyDescriptor } from '@concordat/runtime/http'
import type { Operation } from '../../model/model.ts'
import { stringLiteralCode } from '../print/code.ts'
import {
  atomTypeText,
  intersectionTypeText,
  objectTypeText,
  type TypeMember,
  type TypeText,
  unionTypeText,
} from '../print/type-text.ts'
import type { LowerContext } from '../schema/lower-context.ts'
import { loweredTypeOrUndefined } from '../schema/type.ts'
import { bodyType } from './body-type.ts'
import type { ParameterMembers } from './parameter-members.ts'

interface Context extends LowerContext {
  readonly parameters: ParameterMembers
}

/** Type of a caller's request, with parameters by location, and a body. */
export function requestType({ descriptor }: Operation, context: Context): TypeText {
  const { parameters = [], requestBody } = descriptor
  const locations = (['path', 'query', 'querystring', 'header', 'cookie'] as const).flatMap(
    (location): TypeMember[] => {
      const own = parameters.filter((parameter) => parameter.in === location)
      if (own.length === 0) return []
      const type = objectTypeText(own.map((parameter) => context.parameters.member(parameter)))
      const isOptional = !own.some(({ required }) => required)
      return [memberOf(location, { type, isOptional }, context)]
    },
  )
  const bodies = bodiesOf(requestBody, context)
  if (bodies.length <= 1) return objectTypeText([...locations, ...bodies.flat()])
  const choices = unionTypeText(bodies.map((members) => objectTypeText(members)))
  return locations.length === 0 ? choices : intersectionTypeText([objectTypeText(locations), choices])
}

/**
 * Properties for each media type: its body and, if there are several media types, its name. The first media
 * type is the default.
 */
function bodiesOf(body: RequestBodyDescriptor | undefined, context: LowerContext): TypeMember[][] {
  const content = Object.entries(body?.content ?? {})
  return content.map(([mediaType, media], index) => {
    const named = { type: atomTypeText(stringLiteralCode(mediaType)), isOptional: index === 0 }
    const choice = memberOf('mediaType', named, context)
    const type = bodyType([mediaType, media], 'request', context)
    const own = memberOf('body', { type, isOptional: body?.required !== true }, context)
    return content.length === 1 ? [own] : [choice, own]
  })
}

function memberOf(
  name: string,
  { type, isOptional }: Pick<TypeMember, 'type' | 'isOptional'>,
  { allowUndefined }: LowerContext,
): TypeMember {
  const held = allowUndefined && isOptional ? loweredTypeOrUndefined(type) : type
  return { name, type: held, isOptional, isReadonly: true, doc: [] }
}
