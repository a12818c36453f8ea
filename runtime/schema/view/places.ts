import { EACH, type Schema } from './schema.ts'

/** A schema and the location of its values. */
export interface Place {
  readonly schema: Schema
  /** Property names from the value where the walk began; `EACH` stands for an array's items. */
  readonly path: readonly string[]
}

interface Extent {
  /** Maximum length of a path. */
  readonly deepest: number
  /** True for a place whose parts are visited too. If this is absent, all parts are visited. */
  readonly within?: (place: Place) => boolean
}

/**
 * The places of a schema's values, each before its parts: the schema itself, its items and its properties.
 */
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
 * Builds a result from a schema and from the parts that `make` requests. Schemas can be recursive, so `make`
 * must stop at some path length.
 * @param make builds the result; `of` returns the result for a part of the schema, one step deeper.
 */
export function foldSchema<Made>(
  schema: Schema,
  make: (place: Place, of: (part: Schema, step: string) => Made) => Made,
): Made {
  const madeOf = (place: Place): Made =>
    make(place, (part, step) => madeOf({ schema: part, path: [...place.path, step] }))
  return madeOf({ schema, path: [] })
}
