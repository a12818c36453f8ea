import type { JsonSchema } from '@concordat/runtime/schema'

/** A schema with the name that all outputs use for it. */
export interface NamedSchema {
  /** PascalCase name of the type, and key of the definition. */
  readonly name: string
  /** Pointer of the schema in the bundled document: "#/components/schemas/Pet". */
  readonly pointer: string
  /**
   * `both` if the schema's properties are the same for reading and writing; otherwise the variant that the
   * schema represents.
   */
  readonly view: 'both' | 'read' | 'write'
  /** Name of the interface that its kinds extend, if its own name stands for the union of the kinds. */
  readonly baseName?: string
  readonly source?: string
  readonly description?: string
  /** JSON Schema 2020-12, in which `$ref`s point to definitions: "#/$defs/Category". */
  readonly schema: JsonSchema
}
