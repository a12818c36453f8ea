import { stepsOf } from '@concordat/runtime/pointer'
import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import type { Model } from '../../model/model.ts'
import type { Code } from '../print/code.ts'
import { PropertyFacts } from './property-facts.ts'

/** Facts about the model that lowering needs. */
export interface LowerContext {
  readonly definitions: ReadonlyMap<string, JsonSchema>
  readonly properties: PropertyFacts
  /** TypeScript type for converted values; `type` is the JSON Schema type. */
  formatType(schema: SchemaObject, type: string): Code | undefined
  /** True if a schema also allows values that it does not enumerate. */
  isOpen(schema: SchemaObject): boolean
  /** A property's name in code. */
  shownName(name: string): string
  /** True if optional properties can also be `undefined`. */
  readonly allowUndefined: boolean
  /** True if tuples have exactly their declared items, as in openapi-typescript. */
  readonly closedTuples: boolean
  /** The discriminator value of a definition that is missing from the mapping. */
  implicitValue(name: string): string
  /** Base names of schemas with kinds, by schema name. Empty if types are not split. */
  readonly baseNames: ReadonlyMap<string, string>
  /** Schemas that are kinds. */
  readonly heirs: ReadonlySet<JsonSchema>
  /** Schemas whose compositions contain the current schema, innermost first. */
  readonly enclosing: readonly SchemaObject[]
  /** Properties that are being lowered because a neighboring schema requires them. */
  readonly required: ReadonlySet<SchemaObject>
}

/** Context for lowering a model's schemas. */
export function lowerContext(
  { schemas }: Pick<Model, 'schemas'>,
  formatType: LowerContext['formatType'] = () => undefined,
): LowerContext {
  const originalNames = new Map(schemas.map(({ name, pointer }) => [name, stepsOf(pointer).at(-1)]))
  const definitions = new Map(schemas.map(({ name, schema }) => [name, schema]))
  return {
    definitions,
    properties: new PropertyFacts(definitions),
    formatType,
    isOpen: () => false,
    shownName: (name) => name,
    allowUndefined: false,
    closedTuples: false,
    implicitValue: (name) => originalNames.get(name) ?? name,
    baseNames: new Map(),
    heirs: new Set(),
    enclosing: [],
    required: new Set(),
  }
}
