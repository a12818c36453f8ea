import type { JsonSchema } from '@concordat/runtime/schema'
import {
  type Code,
  identifier,
  join,
  literal,
  property,
  source,
  stringLiteral,
} from '../../emit/print/code.ts'
import type { GeneratedFile } from '../../emit/print/generated-file.ts'
import { importedType, importedValue, MODULES } from '../../emit/print/modules.ts'
import type { Model } from '../../model/model.ts'
import { closure, kindNames, referencedNames } from '../../model/schema/references.ts'
import { judgedOnly, wordsOf } from './words.ts'

/** The key of a schema without a name among those that it reaches. */
const UNNAMED = ''

/**
 * Constants of a file for the named schemas of a document. Each schema names only the constants that it
 * reaches, and these only the keywords that they use, so that bundlers drop the rest.
 */
export class Definitions {
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

  /** A constant of a schema that has no name of its own. */
  unnamed(name: Code, schema: JsonSchema) {
    return constant(name, schema)
  }

  /** All that these schemas reach, those that have these names too. */
  reached(names: Iterable<string>): ReadonlySet<string> {
    return closure([...names], (name) => referencesOf(this.#schemas.get(name)))
  }

  /** A Standard Schema of a named one. */
  schemaNamed(name: string): Code {
    return this.#schema(name, this.reached([name]))
  }

  /** A Standard Schema of one without a name, which is in a constant. */
  schemaOf(schema: JsonSchema, itself: Code): Code {
    return this.#schema(UNNAMED, this.reached(referencesOf(schema)), property(UNNAMED, itself))
  }

  #schema(name: string, reached: Iterable<string>, ...own: readonly Code[]): Code {
    const members = [...own, ...[...reached].map((one) => property(one, this.#nameOf(one)))]
    return source`${importedValue('defineSchema', MODULES.vocabulary)}(${stringLiteral(name)}, () => ({ ${join(members, ', ')} }))`
  }

  #nameOf(name: string): Code {
    return this.#names.get(name) ?? identifier(name)
  }
}

/** Names of the schemas that one refers to, or that stand for it. */
export function referencesOf(schema: JsonSchema | undefined): readonly string[] {
  return [...referencedNames(schema), ...kindNames(schema)]
}

function constant(name: Code, schema: JsonSchema) {
  return {
    name,
    type: importedType('Definition', MODULES.vocabulary),
    schema: literal(judgedOnly(schema), 2),
    words: join(wordsOf(schema), ', '),
  }
}
