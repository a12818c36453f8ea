import type { Location, MediaTypeDescriptor, ParameterDescriptor } from '../http/operation.ts'
import { memberOf } from '../schema/json.ts'
import { stepsOf } from '../schema/pointer.ts'
import type { Issue, JsonSchema, Validate } from '../schema/schema.ts'
import type { ParsedBody } from './parse-body.ts'
import { isReserved, LOCATIONS, type ParameterValues } from './parse-parameters.ts'
import { HttpProblem, type RequestIssue } from './problem.ts'
import type { ShapeReader } from './schema-shape.ts'

/** Compiles a schema of the document. */
export type CompileSchema = (schema: JsonSchema) => Validate

/**
 * Compiles the validation of an operation's parameters: those of one location are the properties of one object.
 * @returns a function that throws an HttpProblem `invalid-parameter` with every issue, or answers the values with the schemas'
 * defaults filled in. Defaults stand for what did not come; they are not validated.
 */
export function compileParameterCheck(
  parameters: readonly ParameterDescriptor[],
  compile: CompileSchema,
  readShape: ShapeReader,
): (values: ParameterValues) => ParameterValues {
  const checks = LOCATIONS.flatMap((location) => {
    const own = parameters.filter((parameter) => parameter.in === location && !isReserved(parameter))
    if (own.length === 0) return []
    const schema = {
      type: 'object',
      required: own.filter((parameter) => parameter.required).map((parameter) => parameter.name),
      properties: Object.fromEntries(own.map((parameter) => [parameter.name, parameter.schema ?? true])),
    }
    const defaults = own
      .map((parameter): [string, unknown] => [parameter.name, readShape(parameter.schema).default])
      .filter(([, value]) => value !== undefined)
    return [{ location, validate: compile(schema), defaults }]
  })
  return (values) => {
    const issues: RequestIssue[] = []
    let filled = values
    for (const { location, validate, defaults } of checks) {
      for (const issue of validate(values[location])) issues.push(locate(location, issue, values[location]))
      if (defaults.length > 0) filled = { ...filled, [location]: fill(values[location], defaults) }
    }
    if (issues.length > 0)
      throw new HttpProblem({ kind: 'invalid-parameter', detail: describe(issues), issues })
    return filled
  }
}

/** A default may be an array or object, which handlers may change: each request gets its own. */
function fill(values: object, defaults: readonly [string, unknown][]): Readonly<Record<string, unknown>> {
  const missing = defaults.filter(([name]) => !Object.hasOwn(values, name))
  return { ...Object.fromEntries(missing.map(([name, value]) => [name, structuredClone(value)])), ...values }
}

/**
 * Compiles the validation of a requestBody.
 * @returns a function that throws an HttpProblem `invalid-body` with every issue.
 */
export function compileBodyCheck(
  content: Readonly<Record<string, MediaTypeDescriptor>>,
  compile: CompileSchema,
): (body: ParsedBody) => void {
  const validators = new Map<string, Validate>()
  return ({ mediaType, value }) => {
    const schema = content[mediaType]?.schema
    if (schema === undefined || isBinary(value)) return
    const validate = validators.get(mediaType) ?? compile(schema)
    validators.set(mediaType, validate)
    const issues = validate(value).map((issue) => locate('body', issue, value))
    if (issues.length > 0) throw new HttpProblem({ kind: 'invalid-body', detail: describe(issues), issues })
  }
}

/** A body of octets is what it is: JSON Schema has no word on it. */
function isBinary(value: unknown): boolean {
  return value instanceof Blob
}

/** Array indexes become numbers where an array stands, so that "0" as a property name stays a name. */
function locate(location: Location | 'body', issue: Issue, root: unknown): RequestIssue {
  let value = root
  const path = stepsOf(issue.instancePath).map((name) => {
    const part = Array.isArray(value) ? Number(name) : name
    value = memberOf(value, name)
    return part
  })
  return { location, path, issue, value }
}

function describe([first, ...others]: readonly RequestIssue[]): string {
  if (first === undefined) return ''
  const { location, path, issue } = first
  const place = [location, ...path].join('.')
  const more = others.length === 0 ? '' : ` And ${others.length} more.`
  return `${place} ${issue.message}.${more}`
}
