import { stepsOf } from '@concordat/runtime/pointer'
import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import type { Model } from '../../model/model.ts'
import type { Code } from '../print/code.ts'
import { PropertyFacts } from './property-facts.ts'

/** Facts about the model that lowering needs. */
export interface LowerContext {
  readonly definitions: ReadonlyMap<string, JsonSchema>
  readonly properties: PropertyFacts
  /** The TypeScript type of a schema's converted values; `type` is that of JSON Schema. */
  formatType(schema: SchemaObject, type: string): Code | undefined
  /** True if a schema also allows values that it does not list. */
  isOpen(schema: SchemaObject): boolean
  /** Name of a property in code. */
  shownName(name: string): string
  /** True if optional properties may be `undefined` too. */
  readonly allowUndefined: boolean
  /** True if a tuple has all its items and no others, as openapi-typescript prints them. */
  readonly closedTuples: boolean
  /** The values that the discriminator has for a definition that its mapping does not name. */
  implicitValue(name: string): string
  /**
   * Names of the inherited types of schemas that have kinds, by the schema's name. Empty where every type is
   * that of its schema alone.
   */
  readonly baseNames: ReadonlyMap<string, string>
  /** Schemas that are kinds of others. */
  readonly heirs: ReadonlySet<JsonSchema>
  /** The schemas whose compositions the schema is a part of, from the inside out. */
  readonly enclosing: readonly SchemaObject[]
  /** Properties that are being lowered because a schema beside them requires them. */
  readonly required: ReadonlySet<SchemaObject>
}

/** Context for lowering the schemas of a model. */
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
