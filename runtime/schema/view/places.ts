import { EACH, type Schema } from './schema.ts'

/** A schema, and where the values are that it describes. */
export interface Place {
  readonly schema: Schema
  /**
   * Names of properties, from the value that the walk began with; `EACH` leads from an array to its items.
   */
  readonly path: readonly string[]
}

interface Extent {
  /** Length of the longest path. */
  readonly deepest: number
  /** True for a place whose parts are walked as well; absent: all are. */
  readonly within?: (place: Place) => boolean
}

/** The places of a schema's values, each before its parts: a schema itself, its items, its properties. */
export function* placesIn(schema: Schema, { deepest, within = () => true }: Extent): Generator<Place> {
  const waiting: Place[] = [{ schema, path: [] }]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    yield place
    if (place.path.length < deepest && within(place)) waiting.push(...partsOf(place).reverse())
  }
}

function partsOf({ schema, path }: Place): Place[] {
  const parts: Place[] = []
  if (schema.types.includes('array') && 'items' in schema.keywords)
    parts.push({ schema: schema.items, path: [...path, EACH] })
  for (const [name, part] of schema.properties) parts.push({ schema: part, path: [...path, name] })
  return parts
}

/**
 * Makes something of a schema and of the parts that `make` asks for. Schemas contain themselves: `make`
 * ends by the length of the path.
 * @param make `of` makes the same of a part of the schema, one step further.
 */
export function foldSchema<Made>(
  schema: Schema,
  make: (place: Place, of: (part: Schema, step: string) => Made) => Made,
): Made {
  const madeOf = (place: Place): Made =>
    make(place, (part, step) => madeOf({ schema: part, path: [...place.path, step] }))
  return madeOf({ schema, path: [] })
}
