import { identifier, join, literal, property, source, stringLiteral } from '../../emit/print/code.ts'
import { docComment } from '../../emit/print/comment.ts'
import { origin } from '../../emit/print/doc.ts'
import type { GeneratedFile, Homes } from '../../emit/print/generated-file.ts'
import { declaredType, importedType, importedValue, MODULES } from '../../emit/print/modules.ts'
import type { Model } from '../../model/model.ts'
import { closure, kindNames, referencedNames } from '../../model/schema/references.ts'
import { judgedOnly, wordsOf } from './words.ts'

interface SchemasOptions {
  /** Whether some types are not those of the values as they travel, which is what validators see. */
  readonly isConverted: boolean
  readonly homes: Homes
}

/** `schemas.ts`: each named schema as a Standard Schema. Each names only those that it reaches, and these the keywords that they use, so that bundlers drop the rest. */
export function emitSchemas(
  model: Model,
  file: GeneratedFile,
  { isConverted, homes }: SchemasOptions,
): string {
  const schemas = new Map(model.schemas.map((schema) => [schema.name, schema]))
  const names = new Map([...schemas.keys()].map((name) => [name, file.declare(`${name}Schema`)]))
  const definitions = new Map([...schemas.keys()].map((name) => [name, file.local(`${name}Definition`)]))
  const reached = (name: string) => [
    ...closure([name], (one) => {
      const schema = schemas.get(one)?.schema
      return [...referencedNames(schema), ...kindNames(schema)]
    }),
  ]
  return file.print(
    'schemas',
    {
      definitions: [...schemas.values()].map(({ name, schema }) => ({
        name: definitions.get(name) ?? identifier(name),
        type: importedType('Definition', MODULES.vocabulary),
        schema: literal(judgedOnly(schema), 2),
        words: join(wordsOf(schema), ', '),
      })),
      schemas: [...schemas.values()].map(({ name, description, pointer, source: place }) => {
        const members = reached(name).map((one) => property(one, definitions.get(one) ?? identifier(one)))
        const value = isConverted ? source`unknown` : declaredType(name)
        return {
          doc: docComment([description, origin(pointer, place)]),
          name: names.get(name) ?? identifier(name),
          type: source`${importedType('StandardSchema', MODULES.schema)}<${value}>`,
          value: source`${importedValue('defineSchema', MODULES.vocabulary)}(${stringLiteral(name)}, () => ({ ${join(members, ', ')} }))`,
        }
      }),
    },
    homes,
  )
}
