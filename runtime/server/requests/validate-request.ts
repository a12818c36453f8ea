import { copyExact } from '../../http/json/exact-json.ts'
import type { Location, MediaTypeDescriptor, ParameterDescriptor } from '../../http/operation.ts'
import { memberOf } from '../../schema/json/json.ts'
import { stepsOf } from '../../schema/json/pointer.ts'
import { type Name, ownProperty, propertyNameOf } from '../../schema/keywords/properties.ts'
import { DEFAULT_MAX_ISSUES, type Issue, type JsonSchema, type Validate } from '../../schema/schema.ts'
import type { ParsedBody } from '../bodies/parse-body.ts'
import { HttpProblem, type RequestIssue } from '../problems/problem.ts'
import { defineOwnProperty } from '../values/define.ts'
import { isPlainValue } from '../values/plain.ts'
import { mayBeTextShape, type ShapeReader } from '../values/schema-shape.ts'
import { isReservedParameter, LOCATIONS, type ParameterValues } from './parse-parameters.ts'

/** Compiles a schema from the document. */
export type CompileSchema = (schema: JsonSchema) => Validate

/** Functions for checking requests. */
export interface CheckTools {
  readonly compile: CompileSchema
  readonly readShape: ShapeReader
  /** Number of issues at which validation stops. */
  readonly maxIssues?: number | undefined
}

interface LocationCheck {
  readonly location: Location
  readonly parameters: readonly ParameterCheck[]
  /** Validates the parameters as the properties of one object, in order to report all violations. */
  readonly validate: () => Validate
  readonly defaults: readonly [name: string, value: unknown][]
}

interface ParameterCheck {
  readonly name: Name
  readonly required: boolean
  readonly validate: Validate
}

/**
 * Compiles the validation of an operation's parameters.
 * @returns a function that throws an HttpProblem `invalid-parameter` with its issues, or returns the values,
 * in which the schemas' defaults replace absent parameters; defaults are not validated.
 */
export function compileParameterCheck(
  parameters: readonly ParameterDescriptor[],
  { compile, readShape, maxIssues }: CheckTools,
): (values: ParameterValues) => ParameterValues {
  const checks = LOCATIONS.flatMap((location): LocationCheck[] => {
    const own = parameters.filter((parameter) => parameter.in === location && !isReservedParameter(parameter))
    if (own.length === 0) return []
    const schema = {
      type: 'object',
      required: own.filter((parameter) => parameter.required).map((parameter) => parameter.name),
      properties: Object.fromEntries(own.map((parameter) => [parameter.name, parameter.schema ?? true])),
    }
    const defaults = own
      .map((parameter): [string, unknown] => [parameter.name, readShape(parameter.schema).default])
      .filter(([, value]) => value !== undefined)
    const each = own.map(({ name, required = false, schema = true }) => ({
      name: propertyNameOf(name),
      required,
      validate: compile(schema),
    }))
    let whole: Validate | undefined
    const validate = (): Validate => {
      whole ??= compile(schema)
      return whole
    }
    return [{ location, parameters: each, validate, defaults }]
  })
  return (values) => {
    let filled = values
    for (const { location, parameters, defaults } of checks) {
      const given = values[location]
      if (!keepsAll(given, parameters)) throw refusal(values)
      if (defaults.length > 0 && defaults.some(([name]) => !Object.hasOwn(given, name)))
        filled = { ...filled, [location]: fill(given, defaults) }
    }
    return filled
  }

  function refusal(values: ParameterValues): HttpProblem {
    const issues = checks.flatMap(({ location, validate }) => {
      const given = values[location]
      return validate()(given).map((issue) => locate(location, issue, given))
    })
    return new HttpProblem({ kind: 'invalid-parameter', detail: describe(issues, maxIssues), issues })
  }
}

/**
 * Validates one location's parameters one by one, which is several times as fast as validating an object that
 * contains them.
 */
function keepsAll(given: Readonly<Record<string, unknown>>, parameters: readonly ParameterCheck[]): boolean {
  for (const { name, required, validate } of parameters) {
    const value = ownProperty(given, name)
    if (value === undefined ? required : validate(value).length > 0) return false
  }
  return true
}

/**
 * Adds defaults. A default can be an array or object that handlers might change, so each request gets its own
 * copy.
 */
function fill(values: object, all: readonly [string, unknown][]): Readonly<Record<string, unknown>> {
  const filled = { ...values }
  for (const [name, value] of all)
    if (!Object.hasOwn(values, name))
      defineOwnProperty(filled, name, typeof value === 'object' ? structuredClone(value) : value)
  copyExact(values, filled)
  return filled
}

/**
 * Compiles the validation of a requestBody.
 * @returns a function that returns the body, or throws an HttpProblem `invalid-body` with its issues. A
 * stream throws it when an invalid item is reached.
 */
export function compileBodyCheck(
  content: Readonly<Record<string, MediaTypeDescriptor>>,
  { compile, readShape, maxIssues }: CheckTools,
): (body: ParsedBody) => unknown {
  const validators = new Map<string, Validate>()
  return ({ mediaType, value, isText }) => {
    const { schema, stream } = content[mediaType] ?? {}
    if (schema === undefined || isBinary(value) || (isText && !mayBeTextShape(readShape(schema))))
      return value
    const validate = validators.get(mediaType) ?? compile(schema)
    validators.set(mediaType, validate)
    const check = (part: unknown): unknown => {
      const found = validate(part)
      if (found.length === 0) return part
      const issues = found.map((issue) => locate('body', issue, part))
      throw new HttpProblem({ kind: 'invalid-body', detail: describe(issues, maxIssues), issues })
    }
    return stream === undefined ? check(value) : checkEach(value as AsyncIterable<unknown>, check)
  }
}

async function* checkEach(items: AsyncIterable<unknown>, check: (item: unknown) => unknown) {
  for await (const item of items) yield check(item)
}

/** True for binary content, which is not validated, because JSON Schema does not describe it. */
function isBinary(value: unknown): boolean {
  return !isPlainValue(value) && value instanceof Blob
}

/**
 * Adds the location to an issue. Path segments become numbers only in arrays, so that "0" as a property name
 * stays a name.
 */
function locate(location: Location | 'body', issue: Issue, root: unknown): RequestIssue {
  let value = root
  const path = stepsOf(issue.instancePath).map((name) => {
    const part = Array.isArray(value) ? Number(name) : name
    value = memberOf(value, name)
    return part
  })
  return { location, path, issue, value }
}

/** The first issue and the count of further issues, with "at least" if validation stopped at the maximum. */
function describe(issues: readonly RequestIssue[], maxIssues = DEFAULT_MAX_ISSUES): string {
  const [first, ...others] = issues
  if (first === undefined) return ''
  const { location, path, issue } = first
  const place = [location, ...path].join('.')
  const more =
    others.length === 0 ? '' : ` And ${issues.length < maxIssues ? '' : 'at least '}${others.length} more.`
  return `${place} ${issue.message}.${more}`
}
