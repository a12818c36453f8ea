import { isObject } from '@concordat/runtime/json'

/**
 * Position in a document. `literal`: any JSON, in which a `$ref` is data. `leaf`: a scalar. `choice`: one of
 * these texts, with the version that brought some. `mapping`: a discriminator's schema name or reference.
 * `isMediaType`, `hasMediaTypes`: the text, or each name, is a media type or a range.
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

/** Position of an object of the table. */
export type ObjectPosition = Shape & { readonly is: 'object' }

export type LeafType = 'string' | 'boolean' | keyof typeof NUMBERS

/** Kinds of numbers, with what each takes: JSON has none beyond all others, and none that is no number. */
const NUMBERS = {
  number: { takes: Number.isFinite, words: 'a number' },
  count: {
    takes: (value: number) => Number.isInteger(value) && value >= 0,
    words: 'a whole number of at least 0',
  },
  divisor: {
    takes: (value: number) => Number.isFinite(value) && value > 0,
    words: 'a number greater than 0',
  },
} as const

/** One object of the OpenAPI specification. */
export interface ObjectShape {
  readonly fields: ReadonlyMap<string, Shape>
  /**
   * Shape of every member that is no field and no `x-*` extension; absent where such
   * members are unknown, thus literals.
   */
  readonly others?: Shape
  readonly required: readonly string[]
  /** Section of `components` that holds such objects; absent where OpenAPI knows no reference to them. */
  readonly section?: string
  /**
   * True if an object under a name that is neither a field nor an `x-*` extension is reported: in a path item
   * it would be an operation.
   */
  readonly isClosed?: boolean
  /**
   * True for a part of requests: without it callers would send something else, so one
   * that cannot be read is an error.
   */
  readonly isPartOfRequest?: boolean
  /** True for an object that describes a value by `schema` or `content`. */
  readonly isValue?: boolean
  /** True for an extension of ours, whose name others may use as well. */
  readonly isOwn?: boolean
}

const LITERAL: Shape = { is: 'literal' }

/** The shape of one member of an object or one item of an array. */
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
 * Members of an object under names of the document's own, as responses and callbacks have under statuses and
 * expressions: without the extensions among them, which may be anything.
 */
export function namedMembers<Value>(object: Readonly<Record<string, Value>> = {}): [string, Value][] {
  return Object.entries(object).filter(([name]) => !name.startsWith('x-'))
}

/** The alternative of a shape that fits the JSON type of a value; the first where none does. */
export function chooseShape(shape: Shape, value: unknown): Shape {
  if (shape.is !== 'either') return shape
  return fitting(shape.of, value) ?? shape.of[0] ?? LITERAL
}

/** Nearly every node of a document passes here, and a callback would be made for each. */
function fitting(shapes: readonly Shape[], value: unknown): Shape | undefined {
  for (let index = 0; index < shapes.length; index++) {
    const shape = shapes[index]
    if (shape !== undefined && fits(shape, value)) return shape
  }
  return undefined
}

/** True if a value has the JSON type of a shape; looks no deeper. */
export function fits(shape: Shape, value: unknown): boolean {
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

/** The empty value of a shape: `[]` or `{}`; `undefined` where there is none. */
export function emptyOf(shape: Shape): Empty | undefined {
  switch (shape.is) {
    case 'list':
      return []
    case 'map':
      return {}
    case 'object':
      return shape.object.required.length === 0 ? {} : undefined
    case 'either':
      return shape.of.map(emptyOf).find((empty) => empty !== undefined)
    default:
      return undefined
  }
}

export type Empty = readonly [] | { readonly [name: string]: never }

/** Describes a shape, to follow "expected". */
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
