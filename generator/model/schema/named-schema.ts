import type { JsonSchema } from '@concordat/runtime/schema'

/** A schema with the name that all outputs use. */
export interface NamedSchema {
  /** PascalCase name of the type and key of the definition. */
  readonly name: string
  /** Pointer of the schema in the bundled document: "#/components/schemas/Pet". */
  readonly pointer: string
  /** `both` if reading and writing see the same properties; else the one view. */
  readonly view: 'both' | 'read' | 'write'
  /** Name of the interface that its kinds extend, if its own name is their union's. */
  readonly baseName?: string
  readonly source?: string
  readonly description?: string
  /** JSON Schema 2020-12; its `$ref`s lead to definitions: "#/$defs/Category". */
  readonly schema: JsonSchema
}
