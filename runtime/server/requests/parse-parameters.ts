import { noteDigits, parseExactJson } from '../../http/json/exact-json.ts'
import { isJson, mediaTypeEssence } from '../../http/media/media-type.ts'
import type { Location, ParameterDescriptor } from '../../http/operation.ts'
import { resolveStyle } from '../../http/style/parameter-style.ts'
import { MAX_DEPTH } from '../../schema/evaluation/run.ts'
import { isDeeperThan } from '../../schema/json/equal.ts'
import { DEFAULT_BODY_LIMITS } from '../bodies/body-limits.ts'
import { parseForm } from '../bodies/parse-form.ts'
import type { Incoming } from '../incoming/incoming.ts'
import { coerceText, type RawValue, shapeAllowsOnly } from '../values/coerce.ts'
import { defineOwnProperty } from '../values/define.ts'
import { compileNamedValues, lastRawValue, type PairsSyntax, type RawValues } from '../values/named-values.ts'
import { type Pairs, type PairsFormat, parseNamedPair, parsePairs, readPairs } from '../values/parse-pairs.ts'
import { parseParameterText, type ValueForm } from '../values/parse-text.ts'
import { formDecode, percentDecode } from '../values/percent-decode.ts'
import type { SchemaShape, ShapeReader } from '../values/schema-shape.ts'

/** Typed values by location and name. An absent parameter has no property. */
export type ParameterValues = Readonly<Record<Location, Readonly<Record<string, unknown>>>>

export const LOCATIONS: readonly Location[] = ['path', 'query', 'querystring', 'header', 'cookie']

/** The pairs in a query or `Cookie` header. */
interface Found {
  /** Values received for each parameter's name, in order. */
  readonly named: readonly (RawValues | undefined)[]
  /** All pairs, if a parameter can use several names; otherwise empty. */
  readonly all: Pairs
}

/** A request's parameters, with each location split at most once. */
interface SplitSource {
  readonly path: Readonly<Record<string, string>>
  readonly incoming: Incoming
  readonly query: Found
  /** The raw query. */
  readonly querystring: string
  readonly cookie: Found
}

/**
 * @param values the values of the parameter's location, for which the digits of large integers are recorded.
 */
type ReadParameter = (source: SplitSource, values: object) => unknown

const NO_PAIRS: Pairs = new Map()
/** The values for a location without parameters, shared by all requests. */
const NOTHING = Object.freeze({})
const NOTHING_FOUND: Found = { named: [], all: NO_PAIRS }

/**
 * Compiles the parsing of an operation's parameters. Undocumented names are ignored. Values that do not fit
 * their schema stay strings.
 */
export function compileParameters(
  parameters: readonly ParameterDescriptor[],
  readShape: ShapeReader,
): (incoming: Incoming, path: Readonly<Record<string, string>>) => ParameterValues {
  const ownOf = (location: Location) => parameters.filter((parameter) => parameter.in === location)
  const findInQuery = compileFind(ownOf('query'), readShape, { separator: '&', decode: formDecode })
  const findInCookie = compileFind(ownOf('cookie'), readShape, { separator: ';', decode: percentDecode })
  const readerOf = (location: Location) => compileLocation(ownOf(location), readShape)
  const readPath = readerOf('path')
  const readQuery = readerOf('query')
  const readQuerystring = readerOf('querystring')
  const readHeader = readerOf('header')
  const readCookie = readerOf('cookie')
  return (incoming, path) => {
    const { query } = incoming.target
    const source: SplitSource = {
      path,
      incoming,
      querystring: query,
      query: findInQuery?.(query) ?? NOTHING_FOUND,
      cookie: findInCookie?.(incoming.header('cookie') ?? '') ?? NOTHING_FOUND,
    }
    return {
      path: readPath(source),
      query: readQuery(source),
      querystring: readQuerystring(source),
      header: readHeader(source),
      cookie: readCookie(source),
    }
  }
}

/** Compiles the parsing of one location's parameters. */
function compileLocation(
  all: readonly ParameterDescriptor[],
  readShape: ShapeReader,
): (source: SplitSource) => ParameterValues[Location] {
  const own = all.filter((parameter) => !isReservedParameter(parameter))
  if (own.length === 0) return () => NOTHING
  const readers = own.map((parameter) => ({
    name: parameter.name,
    read: compileParameter(parameter, own, readShape(parameter.schema)),
  }))
  return (source) => {
    const values = {}
    for (const { name, read } of readers) {
      const value = read(source, values)
      if (value !== undefined) defineOwnProperty(values, name, value)
    }
    return values
  }
}

/**
 * Compiles the search for the values of one location's parameters; `undefined` if the location has no
 * parameters.
 */
function compileFind(
  own: readonly ParameterDescriptor[],
  readShape: ShapeReader,
  syntax: PairsSyntax,
): ((text: string) => Found) | undefined {
  if (own.length === 0) return undefined
  const names = own.map(({ name }) => name)
  if (own.some((parameter) => takesSeveral(parameter, readShape(parameter.schema))))
    return (text) => {
      const all = readPairs(text, syntax.separator, syntax.decode)
      return { named: names.map((name) => all.get(name)), all }
    }
  const find = compileNamedValues(names, syntax)
  return (text) => ({ named: find(text), all: NO_PAIRS })
}

/** True if a parameter's value can use pairs with names other than its own. */
function takesSeveral(parameter: ParameterDescriptor, shape: SchemaShape): boolean {
  if (parameter.mediaType !== undefined) return false
  const { style, explode } = resolveStyle(parameter)
  return style === 'deepObject' || (explode && [false, true].some((many) => formOf(shape, many) === 'object'))
}

/** True for the three headers that OpenAPI reserves. @see OpenAPI 3.1.1, Parameter Object, `name` */
export function isReservedParameter({ name, in: location }: ParameterDescriptor): boolean {
  return location === 'header' && /^(accept|content-type|authorization)$/i.test(name)
}

function compileParameter(
  parameter: ParameterDescriptor,
  neighbours: readonly ParameterDescriptor[],
  shape: SchemaShape,
): ReadParameter {
  const { name, in: location, mediaType } = parameter
  if (location === 'querystring') return (source) => readQuerystring(parameter, source.querystring, shape)
  const inPairs = location === 'query' || location === 'cookie'
  const place = neighbours.indexOf(parameter)
  const textName = location === 'header' ? name.toLowerCase() : name
  const decode = decoderOf(parameter)
  if (mediaType !== undefined) {
    return (source) => {
      const raw = inPairs ? source[location].named[place] : textOf(source, location, textName)
      const text = raw === undefined ? undefined : lastRawValue(raw)
      return text === undefined ? undefined : readContent(mediaType, decode(text), shape)
    }
  }
  const style = resolveStyle(parameter)
  const one = {
    ...style,
    name,
    decode,
    members: membersOf(name, neighbours, shape),
    form: formOf(shape, false),
  }
  const many = { ...one, form: formOf(shape, true) }
  const isSpread = takesSeveral(parameter, shape)
  const isScalar = !isSpread && many.form === 'scalar'
  const parse = (source: SplitSource): RawValue | undefined => {
    if (inPairs) {
      const { named, all } = source[location]
      const raw = named[place]
      if (isScalar) return raw === undefined ? undefined : decode(lastRawValue(raw))
      const isSeveral = style.explode ? typeof raw === 'object' && raw.length > 1 : hasComma(raw)
      const format = isSeveral ? many : one
      return isSpread ? parsePairs(format, all) : parseNamedPair(format, raw)
    }
    const text = textOf(source, location, textName)
    return text === undefined ? undefined : parseParameterText(text.includes(',') ? many : one, text)
  }
  return (source, values) => {
    const raw = parse(source)
    const value = raw === undefined ? undefined : coerceText(raw, shape)
    noteDigits(values, name, value, raw)
    return value
  }
}

function decoderOf({ in: location, style }: ParameterDescriptor): (text: string) => string {
  if (location === 'query') return formDecode
  return location === 'header' || style === 'cookie' ? (text) => text.trim() : percentDecode
}

function hasComma(raw: RawValues | undefined): boolean {
  return raw !== undefined && lastRawValue(raw).includes(',')
}

/** @param name header name, in lower case. */
function textOf({ path, incoming }: SplitSource, location: Location, name: string): string | undefined {
  return location === 'header' ? (incoming.header(name) ?? undefined) : path[name]
}

/**
 * The form of a value. If the schema allows both an array and a scalar, the value is an array only if the
 * request contains `several` values.
 */
function formOf(shape: SchemaShape, several: boolean): ValueForm {
  const { types } = shape
  if (types === undefined) return shape.propertyNames.length > 0 ? 'object' : 'scalar'
  if (shapeAllowsOnly(shape, 'array') || (several && types.has('array'))) return 'array'
  return types.has('object') && !types.has('string') ? 'object' : 'scalar'
}

/**
 * Creates a test for the names in a query that belong to an exploded object: its properties and, if the
 * object is open, all names that belong to no other parameter.
 */
function membersOf(
  name: string,
  neighbours: readonly ParameterDescriptor[],
  { propertyNames, isOpen }: SchemaShape,
): PairsFormat['members'] {
  const own = new Set(propertyNames)
  const others = neighbours.map((parameter) => parameter.name).filter((other) => other !== name)
  const isTaken = (key: string): boolean =>
    others.some((other) => key === other || key.startsWith(`${other}[`))
  return (key) => own.has(key) || (isOpen && !isTaken(key))
}

/** Reads a parameter that is the whole query; returns `undefined` if the query is empty. */
function readQuerystring(
  { mediaType = 'text/plain', encoding = {} }: ParameterDescriptor,
  query: string,
  shape: SchemaShape,
): unknown {
  if (query === '') return undefined
  return mediaTypeEssence(mediaType) === 'application/x-www-form-urlencoded'
    ? parseForm(query, { shape, encoding, limits: DEFAULT_BODY_LIMITS })
    : readContent(mediaType, percentDecode(query), shape)
}

/**
 * Reads a string in its media type. A string that should be JSON is returned unchanged if it cannot be parsed
 * or is nested too deeply.
 */
function readContent(mediaType: string, text: string, shape: SchemaShape): unknown {
  if (!isJson(mediaType)) return coerceText(text, shape)
  try {
    const value: unknown = parseExactJson(text)
    return isDeeperThan(MAX_DEPTH, value) ? text : value
  } catch {
    return text
  }
}
