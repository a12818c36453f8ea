import type { Flat, PlacedFlat } from '../flat/flat.ts'
import type { SchemaChangeName } from '../kinds/schema-kinds.ts'

/** A change to a schema, regardless of direction. */
export interface SchemaDifference {
  readonly change: SchemaChangeName
  readonly was?: string
  readonly is?: string
  /** The part that changed, if not the schema itself. */
  readonly part?: { readonly label: string; readonly old?: string; readonly new?: string }
}

/** A schema in both documents. */
export interface Pair<Item = PlacedFlat> {
  readonly old: Item
  readonly new: Item
}

export type FlatPair = Pair<Flat>

/** A value as shown to users; truncated if it is long. */
export function differenceValueText(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

/** Items that are missing from the other list, as text. */
export function lackedByOtherDocument(one: readonly unknown[], other: readonly unknown[]): string[] {
  const texts = new Set(other.map((value) => JSON.stringify(value)))
  return one.map((value) => JSON.stringify(value)).filter((text) => !texts.has(text))
}
