import {
  isJson,
  isMediaRange,
  isMultipart,
  isTextMediaType,
  type Location,
  type MediaTypeDescriptor,
  matchesMediaType,
  type NextPage,
  type OperationDescriptor,
  type ParameterDescriptor,
} from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { FormatPlan } from '../../../emit/formats/format-plan.ts'
import { formatStatesInTable, operationFormatsCode } from '../../../emit/formats/formats-of.ts'
import { isPlainlyFormatted } from '../../../emit/formats/plainly-formatted.ts'
import { type Code, joinCode, literalCode, sourceCode } from '../../../emit/print/code.ts'
import { IMPORTED_MODULES, importedValue } from '../../../emit/print/modules.ts'
import { scalarsToLower } from '../../../emit/schema/scalar.ts'
import type { Operation } from '../../../model/model.ts'
import { clientDescriptor, clientWalk, isPlainJsonInClient, isStyledInClient } from './descriptor.ts'

/** Methods that `fetch` never sends. @see Fetch Standard, forbidden method */
const UNSENT = /^(CONNECT|TRACE|TRACK)$/i
/** Methods of requests that cannot have a body. @see Fetch Standard, the constructor of Request */
const WITHOUT_BODY = /^(GET|HEAD)$/i

const refuseToSend = importedValue('refuseToSend', IMPORTED_MODULES.client)
const writePath = importedValue('writePath', IMPORTED_MODULES.client)
const writeQuery = importedValue('writeQuery', IMPORTED_MODULES.client)
const writeJsonQuery = importedValue('writeJsonQuery', IMPORTED_MODULES.client)
const writeJoinedQuery = importedValue('writeJoinedQuery', IMPORTED_MODULES.client)
const writeQuerystring = importedValue('writeQuerystring', IMPORTED_MODULES.client)
const writeHeaders = importedValue('writeHeaders', IMPORTED_MODULES.client)
const writePlainHeaders = importedValue('writePlainHeaders', IMPORTED_MODULES.client)
const writeCookies = importedValue('writeCookies', IMPORTED_MODULES.client)
const writeBody = importedValue('writeBody', IMPORTED_MODULES.client)
const writeFields = importedValue('writeFields', IMPORTED_MODULES.client)
const writeFormBody = importedValue('writeFormBody', IMPORTED_MODULES.client)
const writeWhole = importedValue('writeWhole', IMPORTED_MODULES.client)
const writeJson = importedValue('writeJson', IMPORTED_MODULES.client)
const writeItems = importedValue('writeItems', IMPORTED_MODULES.client)
const readItems = importedValue('readItems', IMPORTED_MODULES.client)
const readText = importedValue('readText', IMPORTED_MODULES.client)
const readOctets = importedValue('readOctets', IMPORTED_MODULES.client)
const deadline = importedValue('deadline', IMPORTED_MODULES.client)
const checkMediaType = importedValue('checkMediaType', IMPORTED_MODULES.client)
const clientFormats = importedValue('clientFormats', IMPORTED_MODULES.client)
const plainFormats = importedValue('plainFormats', IMPORTED_MODULES.client)
const clientNames = importedValue('clientNames', IMPORTED_MODULES.client)
const formattedHeaders = importedValue('formattedHeaders', IMPORTED_MODULES.client)
const parseExactJson = importedValue('parseExactJson', IMPORTED_MODULES.client)
const ownServer = importedValue('ownServer', IMPORTED_MODULES.client)
const pageUrl = importedValue('pageUrl', IMPORTED_MODULES.client)
const countItems = importedValue('countItems', IMPORTED_MODULES.client)
const countedMembers = importedValue('countedMembers', IMPORTED_MODULES.client)
/** Functions that walk pages, keyed by paging style. A client loads only those that it uses. */
const WALKS: Readonly<Record<NextPage['from'], Code>> = {
  body: importedValue('bodyMembers', IMPORTED_MODULES.client),
  links: importedValue('linksMembers', IMPORTED_MODULES.client),
  header: importedValue('headerMembers', IMPORTED_MODULES.client),
  lastItem: importedValue('lastItemMembers', IMPORTED_MODULES.client),
  items: countedMembers,
  pages: countedMembers,
  range: importedValue('rangeMembers', IMPORTED_MODULES.client),
}

type Content = Readonly<Record<string, MediaTypeDescriptor>>

/**
 * The runtime parts that an operation needs in addition to the common ones, keyed by their names in the
 * runtime's `Parts`.
 * @returns an object literal, or `undefined` if the common parts are sufficient.
 */
export function clientParts(
  operation: Operation,
  { definitions, formats: plan }: { definitions: Readonly<Record<string, JsonSchema>>; formats: FormatPlan },
): Code | undefined {
  const { method, parameters = [], requestBody, responses, server } = operation.descriptor
  // A call with a method that `fetch` never sends fails before the request is written.
  if (UNSENT.test(method)) return sourceCode`{ path: ${refuseToSend} }`
  const walk = clientWalk(operation)
  const parts = [
    ...(server === undefined ? [] : [sourceCode`server: ${ownServer}`]),
    ...parameterParts(operation, definitions),
    ...bodyPart(method, requestBody?.content),
    ...readPart(responses),
    ...formatsPart(parameters, convertedBy(operation, plan)),
    ...numbersPart(operation, plan),
    ...(clientDescriptor(operation).acceptAny === undefined ? [] : [sourceCode`check: ${checkMediaType}`]),
    ...(walk === undefined ? [] : [sourceCode`list: ${WALKS[walk.pages.next.from]}`]),
    ...(walk === undefined || walk.pages.sent !== undefined ? [] : [sourceCode`url: ${pageUrl}`]),
    ...(walk?.pages.count === undefined ? [] : [sourceCode`count: ${countItems}`]),
  ]
  return parts.length === 0 ? undefined : sourceCode`{ ${joinCode(parts, ', ')} }`
}

/** The part for value formats and for parameters whose names in code differ from the document's. */
function formatsPart(parameters: readonly ParameterDescriptor[], converted: Code | undefined): Code[] {
  const renamed = parameters.filter(({ as }) => as !== undefined)
  if (renamed.length === 0) return converted === undefined ? [] : [sourceCode`formats: ${converted}`]
  const byLocation = [...Map.groupBy(renamed, (parameter) => parameter.in)].map(([location, own]) => [
    location,
    Object.fromEntries(own.map(({ name, as = name }) => [as, name])),
  ])
  const names = [literalCode(Object.fromEntries(byLocation)), ...(converted === undefined ? [] : [converted])]
  return [sourceCode`formats: /* @__PURE__ */ ${clientNames}(${joinCode(names, ', ')})`]
}

/** Conversion of an operation's values and headers; `undefined` if none has a format. */
function convertedBy(operation: Operation, plan: FormatPlan): Code | undefined {
  const formats = operationFormatsCode(operation, plan)
  if (formats === undefined) return undefined
  const { descriptor } = operation
  const headers = formatStatesInTable(plan.operation(descriptor)?.headers ?? new Map())
  if (isPlainlyFormatted(descriptor, plan)) return sourceCode`/* @__PURE__ */ ${plainFormats}(${formats})`
  const more = headers.some((state) => plan.converts(state)) ? [formattedHeaders] : []
  return sourceCode`/* @__PURE__ */ ${clientFormats}(${joinCode([formats, ...more], ', ')})`
}

/** The part that keeps all digits of numbers; empty unless a response has numbers with formats. */
function numbersPart({ descriptor }: Operation, plan: FormatPlan): Code[] {
  const answers = formatStatesInTable(plan.operation(descriptor)?.responses ?? new Map())
  return plan.hasNumbers(answers) ? [sourceCode`parseJson: ${parseExactJson}`] : []
}

function bodyPart(method: string, content: Content = {}): Code[] {
  const mediaTypes = Object.keys(content)
  if (mediaTypes.length > 0 && WITHOUT_BODY.test(method)) return [sourceCode`body: ${refuseToSend}`]
  if (isPlainJsonInClient(content)) return []
  if (mediaTypes.every(isJson) && !hasOctets(content)) return [sourceCode`body: ${writeJson}`]
  if (isPlainForm(content)) return [sourceCode`body: ${writeFields}`]
  return [sourceCode`body: ${hasStream(content) ? writeItems : writerOf(mediaTypes)}`]
}

/**
 * True if `multipart/form-data` is the only media type, and the document declares nothing but its schema and
 * examples.
 */
function isPlainForm(content: Content): boolean {
  return Object.entries(content).every(
    ([type, { schema: _, examples: _e, ...rest }]) =>
      type === 'multipart/form-data' && Object.keys(rest).length === 0,
  )
}

/**
 * The smallest writer that supports all these media types. A media range needs the one that supports every
 * type.
 */
function writerOf(mediaTypes: readonly string[]): Code {
  if (mediaTypes.some((type) => isMultipart(type) || isMediaRange(type))) return writeBody
  const hasForm = mediaTypes.some((type) => matchesMediaType(type, 'application/x-www-form-urlencoded'))
  return hasForm ? writeFormBody : writeWhole
}

function readPart(responses: OperationDescriptor['responses']): Code[] {
  const contents = Object.values(responses).map(({ content }) => content)
  if (contents.some(hasStream)) return [sourceCode`read: ${readItems}`, sourceCode`deadline: ${deadline}`]
  if (contents.some(hasOctets)) return [sourceCode`read: ${readOctets}`]
  return contents.some(hasText) ? [sourceCode`read: ${readText}`] : []
}

/** True if a media type of the content can be text, so that it can declare a charset. */
function hasText(content: Content = {}): boolean {
  return Object.keys(content).some((mediaType) => isTextMediaType(mediaType) || isMediaRange(mediaType))
}

function hasOctets(content: Content = {}): boolean {
  return Object.values(content).some(({ octets }) => octets)
}

function hasStream(content: Content = {}): boolean {
  return Object.values(content).some(({ stream }) => stream !== undefined)
}

/** Parameter writers for each location that has parameters other than simple path values and query pairs. */
function parameterParts(
  { descriptor: { path, parameters = [] } }: Operation,
  definitions: Readonly<Record<string, JsonSchema>>,
): Code[] {
  const scalar = scalarsToLower(definitions)
  const isPlain = (parameter: ParameterDescriptor): boolean =>
    !isStyledInClient(parameter) && scalar.of(parameter.schema)
  const within = (location: Location) => parameters.filter((parameter) => parameter.in === location)
  const styled = within('query').filter(isStyledInClient)
  const header = within('header')
  return [
    ...(/\{\+|#/.test(path) || !within('path').every(isPlain) ? [sourceCode`path: ${writePath}`] : []),
    ...(within('querystring').length > 0
      ? [sourceCode`query: ${writeQuerystring}`]
      : styled.length > 0
        ? [sourceCode`query: ${queryWriter(styled)}`]
        : []),
    ...(header.length > 0
      ? [sourceCode`headers: ${header.every(isPlain) ? writePlainHeaders : writeHeaders}`]
      : []),
    ...(within('cookie').length > 0 ? [sourceCode`cookies: ${writeCookies}`] : []),
  ]
}

/** The smallest writer that supports these query parameters. */
function queryWriter(styled: readonly ParameterDescriptor[]): Code {
  if (styled.every(isJsonAlone)) return writeJsonQuery
  return styled.every(isJoined) ? writeJoinedQuery : writeQuery
}

/** True for a parameter that joins its values with commas and otherwise uses OpenAPI's defaults. */
function isJoined({ style = 'form', explode, ...others }: ParameterDescriptor): boolean {
  return style === 'form' && explode === false && !isStyledInClient(others)
}

/** True for a query parameter with a JSON value whose reserved characters are percent-encoded. */
function isJsonAlone({ mediaType = '', allowReserved }: ParameterDescriptor): boolean {
  return isJson(mediaType) && !allowReserved
}
