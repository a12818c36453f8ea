import { isObject } from '@concordat/runtime/json'

/**
 * Expected content at a location. `literal`: any JSON, in which a `$ref` is data. `leaf`: a scalar. `choice`:
 * one of these strings, some with the version that introduced them. `mapping`: a discriminator's schema name
 * or reference. `isMediaType`, `hasMediaTypes`: the string, or each property name, is a media type or a
 * range.
 */
export type Shape =
  | { readonly is: 'literal' }
  | { readonly is: 'leaf'; readonly type: LeafType; readonly isMediaType?: boolean }
  | { readonly is: 'choice'; readonly values: readonly string[]; readonly since: ReadonlyMap<string, string> }
  | { readonly is: 'mapping' }
  | { readonly is: 'list'; readonly of: Shape }
  | { readonly is: 'map'; readonly of: Shape; readonly hasMediaTypes?: boolean }
  | { readonly is: 'either'; readonly of: readonly Shape[] }
  | { readonly is: 'object'; readonly name: string; readonly object: ObjectShape }

/** Shape of a location that contains an object from the table. */
export type ObjectPosition = Shape & { readonly is: 'object' }

export type LeafType = 'string' | 'boolean' | keyof typeof NUMBERS

/** Kinds of numbers, and the values that each accepts. JSON has neither infinity nor NaN. */
const NUMBERS = {
  number: { takes: Number.isFinite, words: 'a number' },
  count: {
    takes: (value: number) => Number.isInteger(value) && value >= 0,
    words: 'a non-negative integer',
  },
  divisor: {
    takes: (value: number) => Number.isFinite(value) && value > 0,
    words: 'a number greater than 0',
  },
} as const

/** An object of the OpenAPI specification. */
export interface ObjectShape {
  readonly fields: ReadonlyMap<string, Shape>
  /**
   * Shape of properties that are neither fields nor `x-*` extensions; absent if such properties are unknown
   * and therefore treated as literals.
   */
  readonly others?: Shape
  readonly required: readonly string[]
  /** Section of `components` for these objects; absent if OpenAPI does not allow references to them. */
  readonly section?: string
  /**
   * True if an unknown field that contains an object is reported. In a path item, it could be an operation.
   */
  readonly isClosed?: boolean
  /**
   * True for a part of a request. An unreadable part is an error, because callers would otherwise send
   * something else.
   */
  readonly isPartOfRequest?: boolean
  /** True if `schema` or `content` describes its value. */
  readonly isValue?: boolean
  /** True for our extensions. Other tools may use the same names for different extensions. */
  readonly isOwn?: boolean
}

const LITERAL: Shape = { is: 'literal' }

/** Shape of an object's property or an array's item. */
export function memberShape(shape: Shape, name: string): Shape {
  switch (shape.is) {
    case 'list':
    case 'map':
      return shape.of
    case 'object':
      return (
        shape.object.fields.get(name) ?? (name.startsWith('x-') ? LITERAL : (shape.object.others ?? LITERAL))
      )
    default:
      return LITERAL
  }
}

/**
 * Returns the properties whose names the document chooses, such as statuses and expressions. Extensions are
 * excluded.
 */
export function documentNamedMembers<Value>(object: Readonly<Record<string, Value>> = {}): [string, Value][] {
  return Object.entries(object).filter(([name]) => !name.startsWith('x-'))
}

/** The alternative of a shape that matches a value's JSON type; the first alternative if none matches. */
export function chooseShape(shape: Shape, value: unknown): Shape {
  if (shape.is !== 'either') return shape
  return fitting(shape.of, value) ?? shape.of[0] ?? LITERAL
}

/**
 * The first shape that fits a value. A loop finds it, because nearly every node passes through this function
 * and a callback for each would be slow.
 */
function fitting(shapes: readonly Shape[], value: unknown): Shape | undefined {
  for (let index = 0; index < shapes.length; index++) {
    const shape = shapes[index]
    if (shape !== undefined && fitsShape(shape, value)) return shape
  }
  return undefined
}

/** True if a value fits a shape and, for a choice, is one of the allowed strings. */
export function holdsForShape(shape: Shape, value: unknown): boolean {
  return fitsShape(shape, value) && (shape.is !== 'choice' || shape.values.includes(String(value)))
}

/**
 * True if a value has a shape's JSON type and, for a number, is in its range; does not check nested values.
 */
export function fitsShape(shape: Shape, value: unknown): boolean {
  switch (shape.is) {
    case 'literal':
      return true
    case 'leaf':
      return fitsLeaf(shape.type, value)
    case 'choice':
    case 'mapping':
      return typeof value === 'string'
    case 'list':
      return Array.isArray(value)
    case 'map':
    case 'object':
      return isObject(value)
    case 'either':
      return fitting(shape.of, value) !== undefined
  }
}

function fitsLeaf(type: LeafType, value: unknown): boolean {
  if (type === 'string' || type === 'boolean') return typeof value === type
  return typeof value === 'number' && NUMBERS[type].takes(value)
}

/** An empty value that a shape allows: `[]` or `{}`; `undefined` if there is none. */
export function emptyOfShape(shape: Shape): EmptyShape | undefined {
  switch (shape.is) {
    case 'list':
      return []
    case 'map':
      return {}
    case 'object':
      return shape.object.required.length === 0 ? {} : undefined
    case 'either':
      return shape.of.map(emptyOfShape).find((empty) => empty !== undefined)
    default:
      return undefined
  }
}

export type EmptyShape = readonly [] | { readonly [name: string]: never }

/** Describes a shape, to complete "expected …". */
export function describeShape(shape: Shape): string {
  switch (shape.is) {
    case 'literal':
      return 'any value'
    case 'leaf':
      return shape.type === 'string' || shape.type === 'boolean'
        ? `a ${shape.type}`
        : NUMBERS[shape.type].words
    case 'choice':
      return `one of ${shape.values.map((value) => `"${value}"`).join(', ')}`
    case 'mapping':
      return 'a string'
    case 'list':
      return 'an array'
    case 'map':
    case 'object':
      return 'an object'
    case 'either':
      return shape.of.map(describeShape).join(' or ')
  }
}
