import {
  isJson,
  type MediaTypeDescriptor,
  type NextPage,
  type OperationDescriptor,
  type ParameterDescriptor,
} from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { FormatPlan } from '../../../emit/formats/format-plan.ts'
import { formatsOf } from '../../../emit/formats/formats-of.ts'
import { type Code, join, literal, source } from '../../../emit/print/code.ts'
import { importedValue, MODULES } from '../../../emit/print/modules.ts'
import { scalarSchemas } from '../../../emit/schema/scalar.ts'
import type { Operation } from '../../../model/model.ts'
import { clientDescriptor, isStyled, walkOf } from './descriptor.ts'

/** @see Fetch Standard, forbidden method */
const UNSENT = /^(CONNECT|TRACE|TRACK)$/i
/** @see Fetch Standard, the constructor of Request */
const WITHOUT_BODY = /^(GET|HEAD)$/i

const refuseToSend = importedValue('refuseToSend', MODULES.client)
const writeParameters = importedValue('writeParameters', MODULES.client)
const writeQuerystring = importedValue('serializeQuerystring', MODULES.client)
const writeBody = importedValue('writeBody', MODULES.client)
const writeItems = importedValue('writeItems', MODULES.client)
const readItems = importedValue('readItems', MODULES.client)
const readOctets = importedValue('readOctets', MODULES.client)
const deadline = importedValue('deadline', MODULES.client)
const checkMediaType = importedValue('checkMediaType', MODULES.client)
const clientFormats = importedValue('clientFormats', MODULES.client)
const clientNames = importedValue('clientNames', MODULES.client)
const ownServer = importedValue('ownServer', MODULES.client)
const listMembers = importedValue('listMembers', MODULES.client)
/** Walks of pages. Styles that few documents have are loaded by the operations that need them. */
const WALKS: Readonly<Record<NextPage['from'], Code>> = {
  body: listMembers,
  links: listMembers,
  header: listMembers,
  lastItem: listMembers,
  items: listMembers,
  pages: listMembers,
  range: importedValue('rangeMembers', MODULES.client),
}

type Content = Readonly<Record<string, MediaTypeDescriptor>>

/**
 * What an operation needs besides what all need, as the `Parts` of the runtime have it. Other operations do not load it.
 * @returns an object literal, or nothing.
 */
export function clientParts(
  operation: Operation,
  { definitions, formats: plan }: { definitions: Readonly<Record<string, JsonSchema>>; formats: FormatPlan },
): Code | undefined {
  const { method, parameters = [], requestBody, responses, server } = operation.descriptor
  // A call that `fetch` never sends fails where it would be written.
  if (UNSENT.test(method)) return source`{ parameters: ${refuseToSend} }`
  const formats = formatsOf(operation, plan)
  const walk = walkOf(operation)
  const parts = [
    ...(server === undefined ? [] : [source`server: ${ownServer}`]),
    ...(hasPlainParameters(operation, definitions) ? [] : [source`parameters: ${writeParameters}`]),
    ...(parameters.some((parameter) => parameter.in === 'querystring')
      ? [source`querystring: ${writeQuerystring}`]
      : []),
    ...bodyPart(method, requestBody?.content),
    ...readPart(responses),
    ...formatsPart(parameters, formats),
    ...(clientDescriptor(operation).acceptAny === undefined ? [] : [source`check: ${checkMediaType}`]),
    ...(walk === undefined ? [] : [source`list: ${WALKS[walk.pages.next.from]}`]),
  ]
  return parts.length === 0 ? undefined : source`{ ${join(parts, ', ')} }`
}

/** Values that have formats, and parameters that code calls otherwise than the document. */
function formatsPart(parameters: readonly ParameterDescriptor[], formats: Code | undefined): Code[] {
  const converted = formats && source`/* @__PURE__ */ ${clientFormats}(${formats})`
  const renamed = parameters.filter(({ as }) => as !== undefined)
  if (renamed.length === 0) return converted === undefined ? [] : [source`formats: ${converted}`]
  const byLocation = [...Map.groupBy(renamed, (parameter) => parameter.in)].map(([location, own]) => [
    location,
    Object.fromEntries(own.map(({ name, as = name }) => [as, name])),
  ])
  const names = [literal(Object.fromEntries(byLocation)), ...(converted === undefined ? [] : [converted])]
  return [source`formats: /* @__PURE__ */ ${clientNames}(${join(names, ', ')})`]
}

function bodyPart(method: string, content: Content = {}): Code[] {
  const mediaTypes = Object.keys(content)
  if (mediaTypes.length > 0 && WITHOUT_BODY.test(method)) return [source`body: ${refuseToSend}`]
  if (mediaTypes.every(isJson) && !hasOctets(content)) return []
  return [source`body: ${hasStream(content) ? writeItems : writeBody}`]
}

function readPart(responses: OperationDescriptor['responses']): Code[] {
  const contents = Object.values(responses).map(({ content }) => content)
  if (contents.some(hasStream)) return [source`read: ${readItems}`, source`deadline: ${deadline}`]
  return contents.some(hasOctets) ? [source`read: ${readOctets}`] : []
}

function hasOctets(content: Content = {}): boolean {
  return Object.values(content).some(({ octets }) => octets)
}

function hasStream(content: Content = {}): boolean {
  return Object.values(content).some(({ stream }) => stream !== undefined)
}

/** Whether the operation has only single values in its path and pairs in its query. */
function hasPlainParameters(
  { descriptor: { path, parameters = [] } }: Operation,
  definitions: Readonly<Record<string, JsonSchema>>,
): boolean {
  const scalar = scalarSchemas(definitions)
  return (
    !path.includes('{+') &&
    parameters.every(
      (parameter) =>
        !isStyled(parameter) &&
        (parameter.in === 'query' || (parameter.in === 'path' && scalar.of(parameter.schema))),
    )
  )
}
