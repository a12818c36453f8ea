import { OBJECTS } from './objects.ts'
import { type LeafType, memberShape, type ObjectShape, type Shape } from './shape.ts'

const LEAVES: readonly LeafType[] = ['string', 'number', 'boolean']

type Growing = { -readonly [Key in keyof ObjectShape]: ObjectShape[Key] } & {
  fields: Map<string, Shape>
  required: string[]
}

/** The shapes exist before their fields do, as objects of OpenAPI contain one another. */
const objects = new Map(
  Object.entries(OBJECTS).map(([name, row]) => {
    const object: Growing = {
      fields: new Map(),
      required: [],
      ...('section' in row && { section: row.section }),
    }
    return [name, { is: 'object', name, object }] as const
  }),
)
/** One shape for each kind, by its text: stages remember as which shape they have seen a node. */
const kinds = new Map<string, Shape>()

for (const [name, { fields }] of Object.entries(OBJECTS)) {
  const { object } = objectShape(name)
  for (const [field, kind] of Object.entries(fields)) {
    if (field === '*') object.others = shapeOf(kind)
    else object.fields.set(field.replace(/!$/, ''), shapeOf(kind))
    if (field.endsWith('!')) object.required.push(field.slice(0, -1))
  }
}

/** The shape of a whole document. */
export const DOCUMENT: Shape = objectShape('document')

export const SCHEMA = objectShape('schema')

/** The shape of what a section of `components` holds; literal for a section that OpenAPI does not know. */
export function componentShape(section: string): Shape {
  return memberShape(memberShape(memberShape(DOCUMENT, 'components'), section), '')
}

/** The shape of one of the objects, by its row. */
function objectShape(name: string) {
  const object = objects.get(name)
  if (object === undefined) throw new Error(`The table of OpenAPI objects has no row "${name}".`)
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
  if (text.startsWith('=')) return { is: 'choice', values: text.slice(1).split(',') }
  if (text === 'any') return { is: 'literal' }
  if (text === 'mapping') return { is: 'mapping' }
  const type = LEAVES.find((leaf) => leaf === text)
  return type === undefined ? objectShape(text) : { is: 'leaf', type }
}

/** Splits at the `|`s that stand in no bracket. */
function splitAlternatives(text: string): readonly string[] {
  return text.match(/(?:\[.*\]|\{.*\}|[^|[{])+/g) ?? [text]
}
