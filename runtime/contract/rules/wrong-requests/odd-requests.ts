import type { DocumentDescriptor, OperationDescriptor, ParameterDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { placesIn, schemaWalk } from '@concordat/runtime/schema-view'
import { jsonBody } from '../../data/document/json-body.ts'
import {
  bindTemplate,
  boundPathValues,
  type PathBinding,
  pathTemplates,
} from '../../data/document/path-binding.ts'
import { type SchemaScope, schemaIn } from '../../data/document/schema-in.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import type { Fact } from '../../data/outcome/kinds/fact.ts'
import type { Oddity } from '../../data/outcome/kinds/facts/request-facts.ts'
import { rangeEnd } from '../../lexicon/lexicon.ts'
import { BODY_DEPTH } from '../../world/values/depth-limit.ts'
import type { CheckContext } from '../check.ts'
import { judgedMembers } from './body-members.ts'

/** A request that the server is allowed to reject, but that must not cause a server error. */
export interface OddRequest {
  readonly odd: Omit<Fact<'odd value crashes'>, 'kind'>
  readonly plan: RequestPlan
  /** The path values of this request, if they differ from those of the valid request. */
  readonly binding?: PathBinding
  /** A request to send if the server rejects this one, which then did not test the odd value. */
  readonly otherwise?: OddRequest
}

/** A character that takes two UTF-16 units and four UTF-8 bytes, and a control character. */
const ODD_TEXT = 'odd \u{1F6B2} \u0001'
/** The terminator of a string in C, which some databases cannot store. */
const NUL_TEXT = 'odd \u0000'
/**
 * Unbalanced special characters of SQL, regular expressions and search syntax. In a filter, they are ordinary
 * characters.
 */
const SIGNS_TEXT = 'odd\'"\\([{*+?%:!'
/**
 * Special characters in an id, with two dots as in a relative path. Some servers reject every path that has a
 * backslash or percent sign, which would hide the effect of the others.
 */
const SIGNS_NAME = 'odd..\'"([{*+:!'
/**
 * The smallest integer above the range of a signed 64-bit integer. JavaScript prints it without an exponent.
 */
const BEYOND_INT64 = 2 ** 63

/** Generates odd requests for an operation, each with one kind of oddity. */
export function* oddRequests(
  context: CheckContext,
  operation: OperationDescriptor,
  { plan, binding }: { readonly plan: RequestPlan; readonly binding: PathBinding },
): Generator<OddRequest> {
  yield* inPath(context, operation, { plan, binding })
  yield* inQuery(context, operation, plan)
  yield* inHeader(operation, plan)
  yield* inBody(context, operation, plan)
  yield* inForm(operation, plan)
}

/**
 * Puts the odd value in the last path parameter, because an odd value before it would only mean that the item
 * is not found. This is done only for reads, because a write looks up its item in the same way and also has a
 * body.
 */
function* inPath(
  { document }: CheckContext,
  operation: OperationDescriptor,
  { plan, binding }: { readonly plan: RequestPlan; readonly binding: PathBinding },
): Generator<OddRequest> {
  const template = pathTemplates(operation.path).at(-1)
  const parameter = operation.parameters?.find(
    ({ name, in: location }) => location === 'path' && name === template?.name,
  )
  if (operation.method !== 'GET' || template === undefined || parameter === undefined) return
  const schema = schemaIn(document, parameter.schema)
  const at = (odd: Oddity, text: string): OddRequest => {
    const other = new Map([...binding, ...bindTemplate(template, { text, origin: 'unknown' })])
    return {
      odd: { odd, in: 'path', parameter: parameter.name },
      plan: { ...plan, path: boundPathValues(operation.path, other) },
      binding: other,
    }
  }
  yield at('odd characters', ODD_TEXT)
  if (isPlainText(schema)) {
    yield at('signs', SIGNS_NAME)
    yield at('U+0000', NUL_TEXT)
  }
  if (isInteger(schema)) yield at('beyond 64 bits', BigInt(BEYOND_INT64).toString())
}

/** Headers that a server must ignore or reject if it cannot parse them. */
const PARSED = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'range']

function* inHeader({ parameters = [] }: OperationDescriptor, plan: RequestPlan): Generator<OddRequest> {
  const names = parameters.flatMap(({ in: location, name }) =>
    location === 'header' && PARSED.includes(name.toLowerCase()) ? [name] : [],
  )
  const odd = Object.fromEntries(names.map((name) => [name, 'odd, "=-']))
  if (names.length > 0)
    yield { odd: { odd: 'malformed', in: 'header' }, plan: { ...plan, header: { ...plan.header, ...odd } } }
}

function* inQuery(
  context: CheckContext,
  operation: OperationDescriptor,
  plan: RequestPlan,
): Generator<OddRequest> {
  const parameters = (operation.parameters ?? []).filter(
    (parameter) =>
      parameter.in === 'query' &&
      parameter.mediaType === undefined &&
      !context.pool.permission.withholds(operation, parameter),
  )
  const planWith = (values: readonly [string, unknown][]): RequestPlan => ({
    ...plan,
    query: { ...plan.query, ...Object.fromEntries(values) },
  })
  for (const { odd, fits, value } of IN_QUERY) {
    const values = parameters.flatMap(({ name, schema: written }): [string, unknown][] => {
      const schema = schemaIn(context.document, written)
      if (fits(schema)) return [[name, value]]
      return schema.member !== schema && fits(schema.member) ? [[name, [value]]] : []
    })
    if (values.length > 0) yield { odd: { odd, in: 'query' }, plan: planWith(values) }
  }
  const crossed = crossedRanges(parameters, context.document)
  if (crossed.length > 0) yield { odd: { odd: 'crossed range', in: 'query' }, plan: planWith(crossed) }
}

/** The values for all parameters of a query that allow them. */
const IN_QUERY = [
  { odd: 'odd characters', fits: isPlainText, value: ODD_TEXT },
  { odd: 'U+0000', fits: isPlainText, value: NUL_TEXT },
  { odd: 'signs', fits: isPlainText, value: SIGNS_TEXT },
  { odd: 'beyond 64 bits', fits: isInteger, value: BEYOND_INT64 },
] as const

/** Returns pairs of parameters for the ends of a range, with the lower end greater than the upper. */
function crossedRanges(
  parameters: readonly ParameterDescriptor[],
  document: DocumentDescriptor,
): [string, unknown][] {
  const ends = parameters.flatMap((parameter) => {
    const range = rangeEnd(parameter.name)
    return range === undefined ? [] : [{ ...range, parameter }]
  })
  return ends.flatMap(({ end, of, parameter: least }): [string, unknown][] => {
    const greatest = ends.find((other) => other.of === of && other.end === 'greatest')?.parameter
    if (end !== 'least' || greatest === undefined) return []
    const values = crossed(schemaIn(document, least.schema), schemaIn(document, greatest.schema))
    return values === undefined
      ? []
      : [
          [least.name, values[0]],
          [greatest.name, values[1]],
        ]
  })
}

/** Returns two values, the first greater than the second. */
function crossed(low: Schema, high: Schema): readonly [unknown, unknown] | undefined {
  if (low.values.mayBeNumbers && high.values.mayBeNumbers) {
    const { minimum: least = 1 } = high.keywords
    return [Math.max(least, low.keywords.minimum ?? least) + 1, least]
  }
  const formats = [low.keywords.format, high.keywords.format]
  if (formats.every((format) => format === 'date')) return ['2030-02-02', '2030-01-01']
  if (formats.every((format) => format === 'date-time'))
    return ['2030-02-02T00:00:00Z', '2030-01-01T00:00:00Z']
  return undefined
}

/** Number of nested arrays. Parsers that call themselves for each level exhaust their stack. */
const DEEPEST = 10_000

/**
 * Remembers whether this run has sent such JSON, because one parser reads the bodies of all operations. No
 * create is sent it: the response of a server that stores it may be too deep to read, and the item stays.
 */
const newDeepBodies = (): { isTried: boolean } => ({ isTried: false })

function* inBody(
  context: CheckContext,
  operation: OperationDescriptor,
  plan: RequestPlan,
): Generator<OddRequest> {
  const body = jsonBody(operation)
  if (body === undefined) return
  const deep = context.state.of(newDeepBodies)
  if (!deep.isTried && operation.resource?.role !== 'create') {
    deep.isTried = true
    const { body: _, ...empty } = plan
    const raw = { contentType: body.mediaType, text: '['.repeat(DEEPEST) + ']'.repeat(DEEPEST) }
    yield { odd: { odd: 'nested deeply', in: 'body' }, plan: { ...empty, raw } }
  }
  const { whole, members } = judgedMembers(context, operation, plan)
  const withAll = (fits: (schema: Schema) => boolean, odd: unknown): RequestPlan | undefined => {
    const replaced = members.flatMap(({ name, schema, value }): [string, unknown][] => {
      const other = replace(value, { schema, fits, odd })
      return other === value ? [] : [[name, other]]
    })
    if (replaced.length === 0 || !isObject(whole)) return undefined
    const isPartial = operation.resource?.role === 'update'
    const value = { ...(isPartial ? {} : whole), ...Object.fromEntries(replaced) }
    return { ...plan, body: { mediaType: body.mediaType, value } }
  }
  const texts = withAll(isPlainText, ODD_TEXT)
  const nul = withAll(isPlainText, NUL_TEXT)
  if (texts !== undefined && nul !== undefined)
    yield {
      odd: { odd: 'U+0000', in: 'body' },
      plan: nul,
      otherwise: { odd: { odd: 'odd characters', in: 'body' }, plan: texts },
    }
  const numbers = withAll(isInteger, BEYOND_INT64)
  if (numbers !== undefined) yield { odd: { odd: 'beyond 64 bits', in: 'body' }, plan: numbers }
}

interface Replacement {
  readonly schema: Schema
  readonly fits: (schema: Schema) => boolean
  readonly odd: unknown
}

/** Replaces every part that fits with the odd value. Returns the value itself if no part fits. */
function replace(whole: unknown, { schema, fits, odd }: Replacement): unknown {
  return schemaWalk.map(whole, schema, ({ value, beside, path }, inside) => {
    if (fits(beside)) return odd
    if (path.length === BODY_DEPTH) return value
    const replaced = inside()
    return Array.isArray(replaced) && replaced !== value ? replaced.slice(0, 1) : replaced
  })
}

function isPlainText({ keywords, types }: Schema): boolean {
  const isClosed = ['enum', 'const', 'format', 'pattern'].some((keyword) => keyword in keywords)
  return types.includes('string') && !isClosed
}

function isInteger({ values: { listed }, types }: Schema): boolean {
  return types.includes('integer') && listed === undefined
}

/** Media types whose bodies can be broken whatever their schemas are. */
const FORMS = ['multipart/form-data', 'application/x-www-form-urlencoded']

/** Generates forms that cannot be parsed. */
function* inForm(operation: OperationDescriptor, { body: _, ...plan }: RequestPlan): Generator<OddRequest> {
  const offered = Object.keys(operation.requestBody?.content ?? {})
  if (offered.includes('multipart/form-data')) {
    const part = '--odd\r\ncontent-disposition: form-data; name="odd"\r\n\r\nodd\r\n'
    const typed = (odd: Oddity, contentType: string, text: string): OddRequest => ({
      odd: { odd, in: 'form' },
      plan: { ...plan, raw: { contentType, text } },
    })
    yield typed('no boundary', 'multipart/form-data', `${part}--odd--\r\n`)
    yield typed('no parts', 'multipart/form-data; boundary=odd', '--odd--\r\n')
    yield typed('cut part', 'multipart/form-data; boundary=odd', part.slice(0, -7))
  }
  const contentType = 'application/x-www-form-urlencoded'
  if (offered.includes(contentType))
    yield {
      odd: { odd: 'broken escapes', in: 'form' },
      plan: { ...plan, raw: { contentType, text: '%=%zz&=' } },
    }
}

/** True if an operation accepts any value that could be odd, according to its schemas. */
export function takesOddities(operation: OperationDescriptor, document: SchemaScope): boolean {
  const { method, path, parameters = [], requestBody } = operation
  if (method === 'GET' && path.includes('{')) return true
  if (!inHeader(operation, { operation }).next().done) return true
  if (Object.keys(requestBody?.content ?? {}).some((mediaType) => FORMS.includes(mediaType))) return true
  const isOdd = ({ in: location, mediaType, schema }: ParameterDescriptor): boolean =>
    location === 'query' && mediaType === undefined && mayHold(schemaIn(document, schema), 1)
  if (parameters.some(isOdd)) return true
  const body = jsonBody(operation)
  const schema = schemaIn(document, body?.schema)
  const { types } = schema
  const isWhole = types.length === 0 || types.includes('object') || types.includes('array')
  return body !== undefined && isWhole && mayHold(schema, BODY_DEPTH + 1)
}

/** True if a value can contain a free-form string or an integer. */
function mayHold(schema: Schema, deepest: number): boolean {
  for (const { schema: part } of placesIn(schema, { deepest }))
    if (isPlainText(part) || isInteger(part) || isOpen(part)) return true
  return false
}

function isOpen({ values: { listed }, keywords: { type, properties } }: Schema): boolean {
  return type === undefined && properties === undefined && listed === undefined
}
