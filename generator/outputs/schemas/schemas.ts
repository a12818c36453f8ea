import { identifierCode, sourceCode } from '../../emit/print/code.ts'
import { docComment } from '../../emit/print/comment.ts'
import { originTag } from '../../emit/print/doc.ts'
import type { GeneratedFile, TypeHomes } from '../../emit/print/generated-file.ts'
import { declaredType, IMPORTED_MODULES, importedType } from '../../emit/print/modules.ts'
import type { Model } from '../../model/model.ts'
import { PrintedDefinitions } from './definitions.ts'

interface SchemasOptions {
  /** True if some types differ from the JSON that validators see. */
  readonly isConverted: boolean
  readonly homes: TypeHomes
}

/** `schemas.ts`: a Standard Schema for each named schema. */
export function emitSchemas(
  model: Model,
  file: GeneratedFile,
  { isConverted, homes }: SchemasOptions,
): string {
  const schemas = new Map(model.schemas.map((schema) => [schema.name, schema]))
  const names = new Map([...schemas.keys()].map((name) => [name, file.declare(`${name}Schema`)]))
  const definitions = new PrintedDefinitions(model, file)
  return file.print(
    'schemas',
    {
      definitions: [...schemas.keys()].map((name) => definitions.named(name)),
      schemas: [...schemas.values()].map(({ name, description, pointer, source: place }) => {
        const value = isConverted ? sourceCode`unknown` : declaredType(name)
        return {
          doc: docComment([description, originTag(pointer, place)]),
          name: names.get(name) ?? identifierCode(name),
          type: sourceCode`${importedType('StandardSchema', IMPORTED_MODULES.schema)}<${value}>`,
          value: definitions.schemaNamed(name),
        }
      }),
    },
    homes,
  )
}
