import type { JsonSchema } from '@concordat/runtime/schema'
import type { Model, Operation } from '../../model/model.ts'
import type { NamedSchema } from '../../model/schema/named-schema.ts'
import type { FormatPlan } from '../formats/format-plan.ts'
import { ParameterMembers } from '../operation/parameter-members.ts'
import { requestType } from '../operation/request-type.ts'
import { responseType } from '../operation/response-type.ts'
import { type Code, identifierCode, sourceCode } from '../print/code.ts'
import { docComment } from '../print/comment.ts'
import { originTag } from '../print/doc.ts'
import { type TypeText, typeCodeAfter } from '../print/type-text.ts'
import { SchemaDeclarations } from '../schema/declaration.ts'
import { enumerationDocs, enumerationObject, printedEnumeration } from '../schema/enumeration.ts'
import { kindsContext, lowerSchemas } from '../schema/kinds.ts'
import type { LowerContext } from '../schema/lower-context.ts'
import { printedSchemaDoc } from '../schema/type.ts'

/** A type that the output declares. */
export interface DeclaredType {
  readonly name: string
  readonly view: { readonly doc: Code; readonly declaration: Code }
  /** True if the output also declares a value with the type's name. */
  readonly isValue: boolean
}

/** Settings for types from the configuration. */
export interface TypeChoices {
  readonly formats: FormatPlan
  /** The form in which schemas with enumerated values are printed. */
  readonly enums: 'unions' | 'objects'
  /** True if optional properties can also be `undefined`. */
  readonly allowUndefined: boolean
  /** True if a schema also allows values that it does not enumerate. */
  isOpen(schema: JsonSchema): boolean
}

/** Types for each schema, and for each operation's request and response, all with unique names. */
export function declaredTypes(
  model: Model,
  { formats, enums, allowUndefined, isOpen }: TypeChoices,
): DeclaredType[] {
  const context = {
    ...kindsContext(model, (schema, type) => formats.formatOf(schema, type)?.type),
    isOpen,
    allowUndefined,
    ...(model.nameMember !== undefined && { shownName: model.nameMember }),
  }
  const lowered = lowerSchemas(model, context)
  const declarations = new SchemaDeclarations(lowered)
  const parameters = new ParameterMembers(model.parameterNotes, context)
  const twins = new Set(model.schemas.flatMap(({ view, pointer }) => (view === 'write' ? [pointer] : [])))
  const schemas = model.schemas.flatMap((schema) =>
    [schema.baseName ?? [], schema.name].flat().map((name): DeclaredType => {
      const asObject = enums === 'objects' ? objectOf(schema) : undefined
      const doc = docComment([
        ...printedSchemaDoc(lowered.get(name) ?? true),
        name === schema.baseName
          ? `The properties that all kinds of {@link ${schema.name}} share. Each kind extends this type.`
          : undefined,
        ...(enums === 'unions' ? valueDocs(schema) : []),
        viewDoc(schema, twins),
        originTag(schema.pointer, schema.source),
      ])
      const declaration = asObject ?? declarations.declare(name)
      return { name, view: { doc, declaration }, isValue: asObject !== undefined }
    }),
  )
  const operations = [...model.operations, ...(model.webhooks?.operations ?? [])].flatMap((operation) =>
    operationTypes(operation, { ...context, parameters }),
  )
  return [...schemas, ...operations]
}

/** Descriptions of a schema's values. */
function valueDocs({ schema }: NamedSchema): string[] {
  const enumeration = printedEnumeration(schema)
  return enumeration === undefined ? [] : enumerationDocs(enumeration)
}

function objectOf({ name, schema }: NamedSchema): Code | undefined {
  const enumeration = printedEnumeration(schema)
  return enumeration && enumerationObject(name, enumeration)
}

/**
 * Comment that describes the variant of a schema with two types; `undefined` if the schema has only one type.
 */
function viewDoc({ view, pointer }: NamedSchema, twins: ReadonlySet<string>): string | undefined {
  if (!twins.has(pointer)) return undefined
  return view === 'write'
    ? 'The form used in requests, without read-only properties.'
    : 'The form used in responses.'
}

function operationTypes(
  operation: Operation,
  context: LowerContext & { readonly parameters: ParameterMembers },
): DeclaredType[] {
  const { descriptor, webhook, requestName, responseName } = operation
  const title = webhook === undefined ? `${descriptor.method} ${descriptor.path}` : `the webhook "${webhook}"`
  const request = {
    doc: docComment([
      webhook === undefined
        ? `The values that a caller supplies to ${title}.`
        : `The values that ${title} sends.`,
      originTag(descriptor.pointer, descriptor.source),
    ]),
    declaration: alias(requestName, requestType(operation, context)),
  }
  const response = {
    doc: docComment([
      `Every documented response of ${title}, by status.`,
      originTag(`${descriptor.pointer}/responses`, descriptor.source),
    ]),
    declaration: alias(responseName, responseType(operation, context)),
  }
  return [
    { name: requestName, view: request, isValue: false },
    { name: responseName, view: response, isValue: false },
  ]
}

/** "type Name = …", without "export". */
function alias(name: string, type: TypeText): Code {
  const start = sourceCode`type ${identifierCode(name)} =`
  return sourceCode`${start}${typeCodeAfter(type, { indent: 0, column: 'export '.length + start.width })}`
}
