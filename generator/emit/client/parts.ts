import { isJson, type MediaTypeDescriptor } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { Operation } from '../../model/model.ts'
import { type Code, join, source } from '../print/code.ts'
import { importedValue, MODULES } from '../print/modules.ts'
import { isScalar } from '../schema/scalar.ts'
import { acceptOf, isStyled, walkOf } from './descriptor.ts'

const writeParameters = importedValue('writeParameters', MODULES.client)
const writeQuerystring = importedValue('serializeQuerystring', MODULES.client)
const writeBody = importedValue('writeBody', MODULES.client)
const writeItems = importedValue('writeItems', MODULES.client)
const readItems = importedValue('readItems', MODULES.client)
const deadline = importedValue('deadline', MODULES.client)
const checkMediaType = importedValue('checkMediaType', MODULES.client)
const listMembers = importedValue('listMembers', MODULES.client)

type Content = Readonly<Record<string, MediaTypeDescriptor>>

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
    ...bodyPart(requestBody?.content),
    ...(Object.values(responses).some(({ content }) => hasStream(content))
      ? [source`read: ${readItems}`, source`deadline: ${deadline}`]
      : []),
    ...(acceptOf(responses).acceptAny === undefined ? [] : [source`check: ${checkMediaType}`]),
    ...(walkOf(operation) === undefined ? [] : [source`list: ${listMembers}`]),
  ]
  return parts.length === 0 ? undefined : source`{ ${join(parts, ', ')} }`
}

function bodyPart(content: Content = {}): Code[] {
  if (Object.keys(content).every(isJson)) return []
  return [source`body: ${hasStream(content) ? writeItems : writeBody}`]
}

function hasStream(content: Content = {}): boolean {
  return Object.values(content).some(({ stream }) => stream !== undefined)
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
