import { OBJECTS, type ObjectRow } from './objects.ts'
import { type LeafType, memberShape, type ObjectPosition, type ObjectShape, type Shape } from './shape.ts'
import { SWAGGER_OBJECTS } from './swagger-objects.ts'

const LEAVES: readonly LeafType[] = ['string', 'boolean', 'number', 'count', 'divisor']

/** The shapes of the objects in documents with one major OpenAPI version. */
export interface ObjectTable {
  /** Shape of a whole document. */
  readonly document: Shape
  readonly schema: ObjectPosition
  /** Path of the object that contains the sections for shared objects. */
  readonly sections: readonly string[]
  /** True if a referenced node at a path stays at that path instead of moving to a section. */
  keepsPlace(path: readonly string[]): boolean
}

/** OpenAPI 3. */
export const OPENAPI: ObjectTable = {
  ...shapesOf(OBJECTS),
  sections: ['components'],
  keepsPlace: ([member = '']) => ['components', 'paths', 'webhooks'].includes(member),
}

/** Swagger 2.0. Shared objects are at the top level, and bodies and form fields are parameters. */
export const SWAGGER: ObjectTable = {
  ...shapesOf(SWAGGER_OBJECTS),
  sections: [],
  keepsPlace: ([section = '', name, ...rest]) =>
    name !== undefined &&
    (section === 'definitions' ||
      (rest.length === 0 && ['parameters', 'responses', 'securityDefinitions'].includes(section))),
}

/** Shape of the objects in a section; literal if the table does not have the section. */
export function sectionShape({ document, sections }: ObjectTable, section: string): Shape {
  return [...sections, section, ''].reduce(memberShape, document)
}

/** The section for objects with a given shape; `undefined` if they are inlined. */
export function sectionOf(shape: Shape): string | undefined {
  if (shape.is === 'object') return shape.object.section
  if (shape.is !== 'either') return undefined
  return shape.of.map(sectionOf).find((section) => section !== undefined)
}

type Growing = { -readonly [Key in keyof ObjectShape]: ObjectShape[Key] } & {
  fields: Map<string, Shape>
  required: string[]
}

function shapesOf(rows: Readonly<Record<string, ObjectRow>>): Pick<ObjectTable, 'document' | 'schema'> {
  /** Shapes are created before their fields, because objects can be recursive. */
  const objects = new Map(
    Object.entries(rows).map(([name, row]) => {
      const object: Growing = { ...row, fields: new Map(), required: [] }
      return [name, { is: 'object', name, object } as const]
    }),
  )
  /** One shape for each kind, because stages record by shape which nodes they have visited. */
  const kinds = new Map<string, Shape>()

  for (const [name, { fields }] of Object.entries(rows)) {
    const { object } = objectShape(name)
    for (const [field, kind] of Object.entries(fields)) {
      if (field === '*') object.others = shapeOf(kind)
      else object.fields.set(field.replace(/!$/, ''), shapeOf(kind))
      if (field.endsWith('!')) object.required.push(field.slice(0, -1))
    }
  }
  return { document: objectShape('document'), schema: objectShape('schema') }

  function objectShape(name: string) {
    const object = objects.get(name)
    if (object === undefined) throw new Error(`The OpenAPI object table has no row "${name}".`)
    return object
  }

  function shapeOf(kind: string): Shape {
    const shape = kinds.get(kind) ?? parseKind(kind)
    kinds.set(kind, shape)
    return shape
  }

  function parseKind(text: string): Shape {
    const parts = splitAlternatives(text)
    if (parts.length > 1) return { is: 'either', of: parts.map(shapeOf) }
    if (text.startsWith('[')) return { is: 'list', of: shapeOf(text.slice(1, -1)) }
    if (text.startsWith('{')) return { is: 'map', of: shapeOf(text.slice(1, -1)) }
    if (text.startsWith('<')) return { is: 'map', of: shapeOf(text.slice(1, -1)), hasMediaTypes: true }
    if (text.startsWith('=')) return parseChoice(text.slice(1))
    if (text === 'any') return { is: 'literal' }
    if (text === 'mediaRange') return { is: 'leaf', type: 'string', isMediaType: true }
    if (text === 'mapping') return { is: 'mapping' }
    const type = LEAVES.find((leaf) => leaf === text)
    return type === undefined ? objectShape(text) : { is: 'leaf', type }
  }
}

/**
 * @param text "a,b@3.2": the allowed strings, each of which can be followed by the OpenAPI version that
 * introduced it.
 */
function parseChoice(text: string): Shape {
  const options = text.split(',').map((option) => option.split('@'))
  return {
    is: 'choice',
    values: options.map(([value = '']) => value),
    since: new Map(
      options.flatMap(([value = '', version]) => (version === undefined ? [] : [[value, version] as const])),
    ),
  }
}

/** Splits at `|` outside brackets. */
function splitAlternatives(text: string): readonly string[] {
  return text.match(/(?:\[.*\]|\{.*\}|[^|[{])+/g) ?? [text]
}
