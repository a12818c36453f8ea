import { isJson } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { Operation } from '../../model/model.ts'
import { type Code, join, source } from '../print/code.ts'
import { importedValue, MODULES } from '../print/modules.ts'
import { isScalar } from '../schema/scalar.ts'
import { acceptOf, isStyled, walkOf } from './descriptor.ts'

const writeParameters = importedValue('writeParameters', MODULES.client)
const writeQuerystring = importedValue('serializeQuerystring', MODULES.client)
const writeBody = importedValue('writeBody', MODULES.client)
const checkMediaType = importedValue('checkMediaType', MODULES.client)
const listMembers = importedValue('listMembers', MODULES.client)

/**
 * What an operation needs besides what all need, as the `Parts` of the runtime have it. Other operations do not load it.
 * @returns an object literal, or nothing.
 */
export function clientParts(
  operation: Operation,
  definitions: Readonly<Record<string, JsonSchema>>,
): Code | undefined {
  const { parameters = [], requestBody, responses } = operation.descriptor
  const parts = [
    ...(hasPlainParameters(operation, definitions) ? [] : [source`parameters: ${writeParameters}`]),
    ...(parameters.some((parameter) => parameter.in === 'querystring')
      ? [source`querystring: ${writeQuerystring}`]
      : []),
    ...(Object.keys(requestBody?.content ?? {}).every(isJson) ? [] : [source`body: ${writeBody}`]),
    ...(acceptOf(responses).acceptAny === undefined ? [] : [source`check: ${checkMediaType}`]),
    ...(walkOf(operation) === undefined ? [] : [source`list: ${listMembers}`]),
  ]
  return parts.length === 0 ? undefined : source`{ ${join(parts, ', ')} }`
}

/** Whether single values in the path and pairs in the query are all that there is. */
function hasPlainParameters(
  { descriptor: { path, parameters = [] } }: Operation,
  definitions: Readonly<Record<string, JsonSchema>>,
): boolean {
  return (
    !path.includes('{+') &&
    parameters.every(
      (parameter) =>
        !isStyled(parameter) &&
        (parameter.in === 'query' || (parameter.in === 'path' && isScalar(parameter.schema, definitions))),
    )
  )
}
