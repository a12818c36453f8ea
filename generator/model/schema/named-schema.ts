import type { JsonSchema } from '@concordat/runtime/schema'

/** A schema under the one name that all outputs use for it. */
export interface NamedSchema {
  /** PascalCase identifier: name of the flat type, and key of the definition. */
  readonly name: string
  /** Pointer of the schema in the bundled document: "#/components/schemas/Pet". */
  readonly pointer: string
  /** `both` where reading and writing see the same properties; else one of the two views. */
  readonly view: 'both' | 'read' | 'write'
  /** Name of the interface that its kinds extend, where its own name is that of their union. */
  readonly baseName?: string
  readonly source?: string
  readonly description?: string
  /** JSON Schema 2020-12; its `$ref`s name other definitions: "#/$defs/Category". */
  readonly schema: JsonSchema
}
