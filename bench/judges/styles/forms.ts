import {
  type ParameterDescriptor,
  SerializationError,
  type Style,
  serializeCookies,
  serializeHeaders,
  serializePath,
  serializeQuery,
} from '@concordat/runtime/http'
import fc from 'fast-check'

const SEED = 20_261_126
/** Values for each form of a parameter. */
const VALUES = 100

/** Characters that tend to cause problems in URLs, styles and cookies. */
const text = fc
  .array(fc.constantFrom(...'ab0 é✓+&=%/;-"\',.|[]:@?#', '%41'), { minLength: 1, maxLength: 6 })
  .map((letters) => letters.join(''))
const SHAPES = {
  text,
  list: fc.array(text, { minLength: 1, maxLength: 3 }),
  object: fc.record({ a: text, b: text }),
}

export type Shape = keyof typeof SHAPES
export type Value = string | readonly string[] | Readonly<Record<string, string>>

const SCHEMAS = {
  text: { type: 'string' },
  list: { type: 'array', items: { type: 'string' } },
  object: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
} as const

/** A way to write a parameter, such as "query form exploded list". */
export interface Form {
  readonly location: 'path' | 'query' | 'header' | 'cookie'
  readonly style: Style
  readonly explode: boolean
  readonly shape: Shape
}

export const nameOf = ({ location, style, explode, shape }: Form): string =>
  `${location} ${style} ${explode ? 'exploded' : 'joined'} ${shape}`

export function forms(
  location: Form['location'],
  styles: readonly Style[],
  shapes: readonly Shape[] = ['text', 'list', 'object'],
): readonly Form[] {
  return styles.flatMap((style) =>
    [true, false].flatMap((explode) => shapes.map((shape) => ({ location, style, explode, shape }))),
  )
}

const DELIMITED = forms('query', ['spaceDelimited', 'pipeDelimited'], ['list']).filter(
  ({ explode }) => !explode,
)
const DEEP = forms('query', ['deepObject'], ['object']).filter(({ explode }) => explode)
export const PATH = forms('path', ['simple', 'label', 'matrix'])
export const QUERY = [...forms('query', ['form']), ...DELIMITED, ...DEEP]
export const HEADER = forms('header', ['simple'])

export function valuesOf({ shape }: Form): readonly Value[] {
  return fc.sample<Value>(SHAPES[shape], { numRuns: VALUES, seed: SEED })
}

export function parameterOf({ location, style, explode, shape }: Form): ParameterDescriptor {
  const own = { name: 'value', in: location, style, explode, schema: SCHEMAS[shape] }
  return location === 'path' ? { ...own, required: true } : own
}

/** Writes a value as the client does; returns `undefined` if the client refuses to send it. */
export function write(form: Form, value: Value): string | undefined {
  const parameters = [parameterOf(form)]
  try {
    if (form.location === 'path') return serializePath('/{value}', parameters, { value }).slice(1)
    if (form.location === 'query') return serializeQuery(parameters, { value })
    if (form.location === 'cookie') return serializeCookies(parameters, { value })
    return serializeHeaders(parameters, { value })[0]?.[1]
  } catch (error) {
    if (error instanceof SerializationError) return undefined
    throw error
  }
}

/** A value that the receiving end may have read differently. */
export interface Difference {
  /** "read by qs", "written by qs". */
  readonly by: string
  readonly form: Form
  readonly value: Value
  readonly written: string
  readonly got: unknown
}
