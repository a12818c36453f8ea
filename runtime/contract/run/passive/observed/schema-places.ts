import type {} from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { JsonSchema, Schema } from '@concordat/runtime/schema'
import { forEachSubschema } from '@concordat/runtime/subschemas'
import type { SchemaScope } from '../../../data/document/schema-in.ts'

/**
 * Locations of the schemas in a document, as clauses. If a schema appears more than once, its first location
 * is used.
 */
export class SchemaPlaces {
  readonly #places = new WeakMap<object, string>()

  constructor({ definitions }: SchemaScope) {
    for (const [name, schema] of Object.entries(definitions))
      this.note(schema, pointerBelow('#/components/schemas', name))
  }

  /** Notes the location of a schema, and of all schemas in it, unless it is already known. */
  note(schema: JsonSchema, clause: string): void {
    if (typeof schema === 'boolean' || this.#places.has(schema)) return
    this.#places.set(schema, clause)
    forEachSubschema(schema, (inner, ...steps) => this.note(inner, pointerBelow(clause, ...steps)))
  }

  /** Returns the location that was noted for a schema; `undefined` if there is none. */
  of(schema: Schema | undefined): string | undefined {
    return typeof schema?.written === 'object' ? this.#places.get(schema.written) : undefined
  }
}
