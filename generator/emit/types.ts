import { isJson, type OperationDescriptor } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import type { Model, Operation } from '../model/model.ts'
import type { NamedSchema } from '../model/schema/named-schema.ts'
import { definitionName } from '../model/schema/references.ts'
import { type Code, identifier, integer, join, source, stringLiteral } from './print/code.ts'
import { docComment } from './print/comment.ts'
import { origin } from './print/doc.ts'
import type { GeneratedFile } from './print/generated-file.ts'
import { globalType, importedType, MODULES } from './print/modules.ts'
import { SchemaDeclarations } from './schema/declaration.ts'
import { lowerContext, lowerSchema } from './schema/lower.ts'
import { schemaDoc } from './schema/type.ts'

/** By the first digit of a status. */
const STATUS_RANGES: Readonly<Record<string, Code>> = {
  1: importedType('InformationalStatus', MODULES.http),
  2: importedType('SuccessStatus', MODULES.http),
  3: importedType('RedirectStatus', MODULES.http),
  4: importedType('ClientErrorStatus', MODULES.http),
  5: importedType('ServerErrorStatus', MODULES.http),
}

const operations = importedType('operations', './openapi')
const failureStatus = importedType('FailureStatus', MODULES.http)
const exclude = globalType('Exclude')
const nonNullable = globalType('NonNullable')

/** `types.ts`: one flat name for each schema, and for what each operation takes and answers. */
export function emitTypes(model: Model, file: GeneratedFile): string {
  const context = lowerContext(model)
  const lowered = new Map(model.schemas.map(({ name, schema }) => [name, lowerSchema(schema, context)]))
  const declarations = new SchemaDeclarations(lowered)
  const twins = new Set(model.schemas.flatMap(({ view, pointer }) => (view === 'write' ? [pointer] : [])))
  for (const { name } of model.schemas) file.declare(name)
  return file.print('types', {
    schemas: model.schemas.map((schema) => ({
      doc: docComment([
        ...schemaDoc(lowered.get(schema.name) ?? true),
        viewDoc(schema, twins),
        origin(schema.pointer, schema.source),
      ]),
      declaration: declarations.declare(schema.name),
    })),
    operations: model.operations.map((operation) => operationView(operation, file)),
  })
}

/** Which of two types a schema has here; nothing where it has one. */
function viewDoc({ view, pointer }: NamedSchema, twins: ReadonlySet<string>): string | undefined {
  if (!twins.has(pointer)) return undefined
  return view === 'write'
    ? 'As a request carries it, without read-only properties.'
    : 'As an answer carries it.'
}

function operationView(operation: Operation, file: GeneratedFile) {
  const { descriptor } = operation
  const title = `${descriptor.method} ${descriptor.path}`
  return {
    requestDoc: docComment([
      `What a caller supplies to ${title}.`,
      origin(descriptor.pointer, descriptor.source),
    ]),
    requestName: file.declare(operation.requestName),
    requestType: requestType(descriptor),
    responseDoc: docComment([
      `Every documented answer of ${title}, by status.`,
      origin(`${descriptor.pointer}/responses`, descriptor.source),
    ]),
    responseName: file.declare(operation.responseName),
    responseType: responseType(operation),
  }
}

/** What follows the "=" of the declaration: on its line, or on lines of its own. */
function requestType(descriptor: OperationDescriptor): Code {
  const operation = operationType(descriptor)
  const members = (['path', 'query', 'header', 'cookie'] as const).flatMap((location) => {
    const parameters = (descriptor.parameters ?? []).filter((parameter) => parameter.in === location)
    if (parameters.length === 0) return []
    const type = source`${operation}['parameters'][${stringLiteral(location)}]`
    const isRequired = parameters.some((parameter) => parameter.required)
    return isRequired
      ? [source`readonly ${identifier(location)}: ${type}`]
      : [source`readonly ${identifier(location)}?: ${nonNullable}<${type}>`]
  })
  const bodies = bodyTypes(descriptor, operation)
  if (bodies.length <= 1) return source` ${objectType([...members, ...bodies.flat()])}`
  const choices = union(bodies.map(objectType))
  return members.length === 0 ? choices : source` ${objectType(members)} & (${choices})`
}

/** The operation in `openapi.ts`. */
function operationType({ operationId }: OperationDescriptor): Code {
  return source`${operations}[${stringLiteral(operationId)}]`
}

/** For each media type the members that choose it and carry its body. */
function bodyTypes({ requestBody }: OperationDescriptor, operation: Code): Code[][] {
  const content = Object.entries(requestBody?.content ?? {})
  const isOptional = requestBody?.required !== true
  return content.map(([mediaType, { schema }], index) => {
    const name = isJson(mediaType) ? flatName(schema) : undefined
    const type =
      name ?? source`${nonNullable}<${operation}['requestBody']>['content'][${stringLiteral(mediaType)}]`
    const optional = isOptional ? source`?` : source``
    const mark = index === 0 ? source`?` : source``
    const choice =
      content.length === 1 ? [] : [source`readonly mediaType${mark}: ${stringLiteral(mediaType)}`]
    return [...choice, source`readonly body${optional}: ${type}`]
  })
}

/** What follows the "=" of the declaration, as for a request. */
function responseType({ descriptor }: Operation): Code {
  const statuses = Object.keys(descriptor.responses)
  const members = statuses.flatMap((status) => {
    const key = /^\d+$/.test(status) ? integer(Number(status)) : stringLiteral(status)
    const response = source`${operationType(descriptor)}['responses'][${key}]`
    return statusTypes(status, statuses).flatMap((type) =>
      bodiesOf(descriptor, status, response).map((body) =>
        objectType([source`readonly status: ${type}`, ...body]),
      ),
    )
  })
  return members.length === 0 ? source` never` : union(members)
}

/** The statuses that a key of `responses` stands for; those that have a key of their own are left out. */
function statusTypes(status: string, all: readonly string[]): Code[] {
  if (/^\d+$/.test(status)) return [integer(Number(status))]
  const exact = (digits: string) =>
    all.filter((other) => /^\d+$/.test(other) && digits.includes(other.charAt(0)))
  const without = (range: Code, taken: readonly Code[]) =>
    taken.length === 0 ? range : source`${exclude}<${range}, ${join(taken, ' | ')}>`
  if (status !== 'default') {
    const digit = status.charAt(0)
    return [
      without(
        statusRange(digit),
        exact(digit).map((other) => integer(Number(other))),
      ),
    ]
  }
  const ranges = all.filter((other) => /^[345]XX$/.test(other)).map((other) => statusRange(other.charAt(0)))
  const failure = without(failureStatus, [...ranges, ...exact('345').map((other) => integer(Number(other)))])
  const hasSuccess = all.some((other) => other.startsWith('2'))
  return hasSuccess ? [failure] : [statusRange('2'), failure]
}

/** The type of all statuses that begin with a digit. */
function statusRange(digit: string): Code {
  return STATUS_RANGES[digit] ?? failureStatus
}

function bodiesOf({ responses }: OperationDescriptor, status: string, response: Code): Code[][] {
  const content = Object.entries(responses[status]?.content ?? {})
  if (content.length === 0) return [[source`readonly body?: undefined`]]
  return content.map(([mediaType, { schema }]) => {
    const name = isJson(mediaType) ? flatName(schema) : undefined
    const type = name ?? source`${response}['content'][${stringLiteral(mediaType)}]`
    const choice = content.length === 1 ? [] : [source`readonly mediaType: ${stringLiteral(mediaType)}`]
    return [...choice, source`readonly body: ${type}`]
  })
}

/** A union of several members stands on lines of its own. */
function union(members: readonly Code[]): Code {
  const separated = members.map((member) =>
    members.length === 1 ? source` ${member}` : source`\n  | ${member}`,
  )
  return join(separated, '')
}

/** The flat name of a schema that is nothing but a reference. */
function flatName(schema: JsonSchema | undefined): Code | undefined {
  const keywords = keywordsOf(schema)
  const name = Object.keys(keywords).length === 1 ? definitionName(keywords.$ref) : undefined
  return name === undefined ? undefined : identifier(name)
}

function objectType(members: readonly Code[]): Code {
  return members.length === 0 ? source`{}` : source`{ ${join(members, '; ')} }`
}
