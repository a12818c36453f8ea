import { sourceCode, stringLiteralCode } from '../../emit/print/code.ts'
import { docComment } from '../../emit/print/comment.ts'
import { originTag } from '../../emit/print/doc.ts'
import { declaredType, IMPORTED_MODULES, importedType, importedValue } from '../../emit/print/modules.ts'
import type { Model } from '../../model/model.ts'
import type { OutputPrint } from '../declaration/output.ts'

/** `factories.ts`: for each schema in `operations.ts`, a function that creates values. */
export function emitFactories({ schemas, descriptor }: Model, print: OutputPrint): string {
  const file = print.file('factories.ts')
  const isTyped = print.settings.formats.isEmpty
  const made = schemas.filter(({ name }) => Object.hasOwn(descriptor.definitions, name))
  const factory = importedType('Factory', IMPORTED_MODULES.mock)
  const values = importedValue('factory', IMPORTED_MODULES.mock)
  const document = importedValue('document', './operations')
  const examples = importedValue('examples', './examples')
  return file.print(
    'factories',
    {
      factories: made.map(({ name, description, pointer, source: place }) => ({
        doc: docComment([description, originTag(pointer, place)]),
        name: file.declare(`create${name}`),
        type: sourceCode`${factory}<${isTyped ? declaredType(name) : sourceCode`unknown`}>`,
        value: sourceCode`${values}(${document}, ${stringLiteralCode(name)}, ${examples})`,
      })),
    },
    print.types.homes,
  )
}
