import type { JsonSchema } from '@concordat/runtime/schema'
import {
  type Code,
  identifierCode,
  joinCode,
  literalCode,
  propertyCode,
  sourceCode,
  stringLiteralCode,
} from '../../emit/print/code.ts'
import type { GeneratedFile } from '../../emit/print/generated-file.ts'
import { IMPORTED_MODULES, importedType, importedValue } from '../../emit/print/modules.ts'
import type { Model } from '../../model/model.ts'
import {
  kindsNamedBySchema,
  reachableDefinitions,
  referredNamedSchemas,
} from '../../model/schema/references.ts'
import { printedJudgedSchema, runtimeWords } from './words.ts'

/** Property name for an unnamed schema in the object that also contains the named schemas it uses. */
const UNNAMED = ''

/**
 * Constants for a document's named schemas. Each constant refers only to the constants that it uses and to
 * the keywords that it needs, so that bundlers drop all others.
 */
export class PrintedDefinitions {
  readonly #schemas: ReadonlyMap<string, JsonSchema>
  readonly #names: ReadonlyMap<string, Code>

  constructor({ schemas }: Pick<Model, 'schemas'>, file: GeneratedFile) {
    this.#schemas = new Map(schemas.map(({ name, schema }) => [name, schema]))
    this.#names = new Map(schemas.map(({ name }) => [name, file.local(`${name}Definition`)]))
  }

  /** The constant of a named schema. */
  named(name: string) {
    return constant(this.#nameOf(name), this.#schemas.get(name) ?? true)
  }

  /** The constant of an unnamed schema. */
  unnamed(name: Code, schema: JsonSchema) {
    return constant(name, schema)
  }

  /** Names of all schemas that the given schemas use, including the given ones. */
  reached(names: Iterable<string>): ReadonlySet<string> {
    return reachableDefinitions([...names], (name) => printedSchemasUsed(this.#schemas.get(name)))
  }

  /** A Standard Schema for a named schema. */
  schemaNamed(name: string): Code {
    return this.#schema(name, this.reached([name]))
  }

  /** A Standard Schema for an unnamed schema whose constant is `itself`. */
  schemaOf(schema: JsonSchema, itself: Code): Code {
    return this.#schema(UNNAMED, this.reached(printedSchemasUsed(schema)), propertyCode(UNNAMED, itself))
  }

  #schema(name: string, reached: Iterable<string>, ...own: readonly Code[]): Code {
    const members = [...own, ...[...reached].map((one) => propertyCode(one, this.#nameOf(one)))]
    return sourceCode`${importedValue('defineSchema', IMPORTED_MODULES.vocabulary)}(${stringLiteralCode(name)}, () => ({ ${joinCode(members, ', ')} }))`
  }

  #nameOf(name: string): Code {
    return this.#names.get(name) ?? identifierCode(name)
  }
}

/** Names of the schemas to which a schema refers, including those in its discriminator. */
export function printedSchemasUsed(schema: JsonSchema | undefined): readonly string[] {
  return [...referredNamedSchemas(schema), ...kindsNamedBySchema(schema)]
}

function constant(name: Code, schema: JsonSchema) {
  return {
    name,
    type: importedType('Definition', IMPORTED_MODULES.vocabulary),
    schema: literalCode(printedJudgedSchema(schema), 2),
    words: joinCode(runtimeWords(schema), ', '),
  }
}
