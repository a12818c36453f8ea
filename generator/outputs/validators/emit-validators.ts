import type { JsonSchema } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { identifierCode, joinCode, sourceCode, stringLiteralCode } from '../../emit/print/code.ts'
import { docComment } from '../../emit/print/comment.ts'
import { operationDocComment, originTag } from '../../emit/print/doc.ts'
import type { GeneratedFile } from '../../emit/print/generated-file.ts'
import { declaredType } from '../../emit/print/modules.ts'
import { fittedText } from '../../emit/print/value-text.ts'
import { PropertyFacts } from '../../emit/schema/property-facts.ts'
import type { Model, Operation } from '../../model/model.ts'
import type { OutputPrint } from '../declaration/output.ts'
import { KnownValues } from './known-values.ts'
import type { ValidatorLibrary, ValuesType } from './library.ts'
import {
  schemasOfOperationPart,
  type ValidatedOperationPart,
  validatedOperationParts,
} from './operation-parts.ts'
import { isPlainObjectSchema } from './plain-object.ts'
import { reportUnsaid, type SaidByLibrary } from './unsaid.ts'
import { ValidatorPrinter } from './validator-printer.ts'

/**
 * The file for a validation library, with the named schemas and the operations' schemas. Reports keywords
 * that the library cannot express.
 */
export function emitValidators(
  { schemas, operations }: Model,
  library: ValidatorLibrary,
  print: OutputPrint,
): string {
  const file = print.file(`${library.name}.ts`)
  const { formats, validators } = print.settings
  const definitions = new Map(schemas.map(({ name, schema }) => [name, schema]))
  const known = new KnownValues(Object.fromEntries(definitions))
  const said: SaidByLibrary = {
    library,
    facts: new PropertyFacts(definitions),
    defaultOf: (schema) => (validators.includes('defaults') ? known.defaultOf(schema) : undefined),
    textsOf: (schema) => (validators.includes('coerce') ? known.textsOf(schema) : undefined),
  }
  const printing = { file, printer: new ValidatorPrinter(said) }
  const parts = operations.flatMap((operation) =>
    validatedOperationParts(operation).map((part) => ({ operation, part })),
  )
  const all = [...namedValidators(schemas, printing), ...validatorsOf(parts, printing)].map((each) => ({
    ...each,
    isPlain: isPlainObjectSchema(each.schema, said),
  }))
  reportUnsaid([...schemas, ...parts.flatMap(({ part }) => schemasOfOperationPart(part))], said, print)
  const { plainObjects } = library
  const plain =
    formats.isEmpty && plainObjects !== undefined && all.some(({ isPlain }) => isPlain)
      ? { name: file.declare(plainObjects.name), declare: plainObjects.declare }
      : undefined
  return file.print(
    'validators',
    {
      types: plain === undefined ? [] : [{ type: plain.declare(plain.name) }],
      schemas: all.map(({ name, stem, value, schema, type, doc, isPlain }) => {
        const definition = identifierCode(`${stem}_`)
        const start = sourceCode`const ${definition}: ${library.schemaType} = `
        const typed = library.typed({
          type,
          ...(isPlain && plain !== undefined && { plain: plain.name }),
          ...(isPlain && defaultedMembers(schema, said)),
        })
        return {
          ...{ definition, start, value: fittedText(library.whole(value), 0, start.width), doc, name },
          type: formats.isEmpty ? typed : library.schemaType,
        }
      }),
    },
    print.types.homes,
  )
}

interface Printing {
  readonly file: GeneratedFile
  readonly printer: ValidatorPrinter
}

function namedValidators(schemas: Model['schemas'], { file, printer }: Printing) {
  return schemas.map(({ name, schema, description, pointer, source: place }) => ({
    ...{ name: file.declare(`${name}Schema`), stem: name, value: printer.schema(schema), schema },
    ...{ type: declaredType(name), doc: docComment([description, originTag(pointer, place)]) },
  }))
}

/** Validators for the parts of operations that no named schema describes. */
function validatorsOf(
  parts: readonly { readonly operation: Operation; readonly part: ValidatedOperationPart }[],
  { file, printer }: Printing,
) {
  return parts.map(({ operation, part: { name: wanted, type, schema, parameters } }) => {
    const name = file.declare(`${wanted}Schema`)
    const value = parameters === undefined ? printer.schema(schema) : printer.parameters(schema)
    return { name, stem: name.toString(), value, schema, type, doc: operationDocComment(operation) }
  })
}

/** Union of the names of optional members that have a default. */
function defaultedMembers(schema: JsonSchema, { defaultOf }: SaidByLibrary): Pick<ValuesType, 'defaulted'> {
  const { properties = {}, required = [] } = keywordsOf(schema)
  const names = Object.entries(properties).flatMap(([name, member]) =>
    required.includes(name) || defaultOf(member) === undefined ? [] : [stringLiteralCode(name)],
  )
  return names.length === 0 ? {} : { defaulted: joinCode(names, ' | ') }
}
