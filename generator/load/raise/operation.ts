import { isSuccessKey } from '@concordat/runtime/http'
import type { OperationObject, ReferenceObject } from '../../document/document.ts'
import { documentNamedMembers } from '../../document/shape.ts'
import type { SwaggerOperation, SwaggerParameter } from '../../document/swagger.ts'
import { mediaTypesOfFailures, swaggerMediaTypes } from './media-types.ts'
import { isRaisedParameter, raiseParameters } from './parameter.ts'
import { type Placed, type Raising, swaggerExtensions } from './raising.ts'
import { raiseRequestBody } from './request-body.ts'
import { raiseAnswer } from './response.ts'
import { raiseServers } from './server.ts'

type Parameters = readonly Placed<SwaggerParameter | ReferenceObject>[]

/**
 * Converts an operation to OpenAPI 3.
 * @param inherited parameters of its path, whose body parts become the operation's own.
 */
export function raiseOperation(
  { value, path }: Placed<SwaggerOperation>,
  inherited: Parameters,
  raising: Raising,
): OperationObject {
  const {
    tags,
    summary,
    description,
    externalDocs,
    operationId,
    deprecated,
    security,
    responses = {},
  } = value
  const own = placedParameters(value.parameters, path)
  const parameters = raiseParameters(own, raising)
  const requestBody = raiseRequestBody(
    bodyParts(own, inherited, raising),
    swaggerMediaTypes('consumes', { value, path }, raising),
    raising,
  )
  const shared = swaggerMediaTypes('produces', { value: raising.document, path: [] }, raising)
  const produces =
    value.produces === undefined ? shared : swaggerMediaTypes('produces', { value, path }, raising)
  const answers = documentNamedMembers(responses).map(([status, response]) => {
    const answer = { value: response, path: [...path, 'responses', status] }
    const media = isSuccessKey(status, Object.keys(responses)) ? produces : mediaTypesOfFailures(produces)
    return [status, raiseAnswer(answer, { produces: media, isOwn: media !== shared }, raising)] as const
  })
  const servers =
    value.schemes === undefined ? [] : raiseServers({ ...raising.document, schemes: value.schemes })
  const operation = raising.carry(value, {
    ...(tags !== undefined && { tags }),
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...(externalDocs !== undefined && { externalDocs }),
    ...(operationId !== undefined && { operationId }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody !== undefined && { requestBody }),
    responses: raising.carry(
      responses,
      Object.assign(Object.fromEntries(answers), swaggerExtensions(responses)),
    ),
    ...(deprecated !== undefined && { deprecated }),
    ...(security !== undefined && { security }),
    ...(servers.length > 0 && { servers }),
    ...swaggerExtensions(value),
  })
  raising.place(operation, 'requestBody', [...path, 'parameters'])
  if (servers.length > 0) raising.place(operation, 'servers', [...path, 'schemes'])
  return operation
}

/** Items of a parameter list, with their paths. */
export function placedParameters(
  parameters: readonly (SwaggerParameter | ReferenceObject)[] | undefined,
  path: readonly string[],
): Parameters {
  return (parameters ?? []).map((value, index) => ({ value, path: [...path, 'parameters', String(index)] }))
}

/** The operation's body parts, and those inherited from its path that it does not override. */
function bodyParts(own: Parameters, inherited: Parameters, raising: Raising): Placed<SwaggerParameter>[] {
  const partsOf = (parameters: Parameters) =>
    parameters.map((parameter) => raising.resolve(parameter)).filter(({ value }) => !isRaisedParameter(value))
  const parts = partsOf(own)
  const isOwn = (part: SwaggerParameter) =>
    parts.some(({ value }) => value.in === 'body' || part.in === 'body' || value.name === part.name)
  return [...partsOf(inherited).filter(({ value }) => !isOwn(value)), ...parts]
}
