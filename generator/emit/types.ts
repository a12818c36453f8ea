import type { Model, Operation } from '../model/model.ts'
import type { NamedSchema } from '../model/schema/named-schema.ts'
import type { FormatPlan } from './formats/format-plan.ts'
import { ParameterMembers } from './operation/parameter-members.ts'
import { requestType } from './operation/request-type.ts'
import { responseType } from './operation/response-type.ts'
import { type Code, source } from './print/code.ts'
import { docComment } from './print/comment.ts'
import { origin } from './print/doc.ts'
import type { GeneratedFile } from './print/generated-file.ts'
import { following, type TypeText } from './print/type-text.ts'
import { SchemaDeclarations } from './schema/declaration.ts'
import { docsOfValues, enumerationObject, enumerationOf } from './schema/enumeration.ts'
import { kindsContext, lowerSchemas } from './schema/kinds.ts'
import type { LowerContext } from './schema/lower-context.ts'
import { schemaDoc } from './schema/type.ts'

/** `types.ts`: one flat name for each schema, and for what each operation takes and answers. */
export function emitTypes(
  model: Model,
  file: GeneratedFile,
  { formats, enums }: { formats: FormatPlan; enums: 'unions' | 'objects' },
): string {
  const context = kindsContext(model, (schema, type) => formats.formatOf(schema, type)?.type)
  const lowered = lowerSchemas(model, context)
  const declarations = new SchemaDeclarations(lowered)
  const parameters = new ParameterMembers(model.parameterNotes, context)
  const twins = new Set(model.schemas.flatMap(({ view, pointer }) => (view === 'write' ? [pointer] : [])))
  for (const name of lowered.keys()) file.declare(name)
  return file.print('types', {
    schemas: model.schemas.flatMap((schema) =>
      [schema.baseName ?? [], schema.name].flat().map((name) => ({
        doc: docComment([
          ...schemaDoc(lowered.get(name) ?? true),
          name === schema.baseName
            ? `What every {@link ${schema.name}} has: its kinds extend it.`
            : undefined,
          ...(enums === 'unions' ? valueDocs(schema) : []),
          viewDoc(schema, twins),
          origin(schema.pointer, schema.source),
        ]),
        declaration: (enums === 'objects' && objectOf(schema)) || declarations.declare(name),
      })),
    ),
    operations: [...model.operations, ...(model.webhooks?.operations ?? [])].map((operation) =>
      operationView(operation, { context, parameters, file }),
    ),
  })
}

/** What a schema says of each of its values. */
function valueDocs({ schema }: NamedSchema): string[] {
  const enumeration = enumerationOf(schema)
  return enumeration === undefined ? [] : docsOfValues(enumeration)
}

function objectOf({ name, schema }: NamedSchema): Code | undefined {
  const enumeration = enumerationOf(schema)
  return enumeration && enumerationObject(name, enumeration)
}

/** Which of two types a schema has here; nothing where it has one. */
function viewDoc({ view, pointer }: NamedSchema, twins: ReadonlySet<string>): string | undefined {
  if (!twins.has(pointer)) return undefined
  return view === 'write'
    ? 'As a request carries it, without read-only properties.'
    : 'As an answer carries it.'
}

interface Surroundings {
  readonly context: LowerContext
  readonly parameters: ParameterMembers
  readonly file: GeneratedFile
}

function operationView(operation: Operation, { context, parameters, file }: Surroundings) {
  const { descriptor, webhook } = operation
  const title = webhook === undefined ? `${descriptor.method} ${descriptor.path}` : `the webhook "${webhook}"`
  return {
    requestDoc: docComment([
      webhook === undefined ? `What a caller supplies to ${title}.` : `What ${title} carries.`,
      origin(descriptor.pointer, descriptor.source),
    ]),
    request: alias(file.declare(operation.requestName), requestType(operation, { ...context, parameters })),
    responseDoc: docComment([
      `Every documented answer of ${title}, by status.`,
      origin(`${descriptor.pointer}/responses`, descriptor.source),
    ]),
    response: alias(file.declare(operation.responseName), responseType(operation, context)),
  }
}

/** "type Name = …", to stand behind "export". */
function alias(name: Code, type: TypeText): Code {
  const start = source`type ${name} =`
  return source`${start}${following(type, { indent: 0, column: 'export '.length + start.width })}`
}
