import { isJson, type OperationDescriptor } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import type { Model, NamedSchema, Operation } from '../model/model.ts'
import { definitionName } from '../model/view.ts'
import { type Code, docComment, identifier, integer, join, source, stringLiteral } from './code.ts'
import { header } from './header.ts'
import { render } from './template.ts'

const STATUS_RANGES: Readonly<Record<string, string>> = {
  1: 'InformationalStatus',
  2: 'SuccessStatus',
  3: 'RedirectStatus',
  4: 'ClientErrorStatus',
  5: 'ServerErrorStatus',
}

/** `types.ts`: one flat name for each schema, and for what each operation takes and answers. */
export function emitTypes(model: Model): string {
  const operations = model.operations.map(operationView)
  const used = ['FailureStatus', ...Object.values(STATUS_RANGES)].filter((name) =>
    operations.some(({ responseType }) => responseType.includes(name)),
  )
  const usesOperations = operations.some(({ requestType, responseType }) =>
    `${requestType}${responseType}`.includes('operations['),
  )
  const openapi = [
    ...(model.schemas.length > 0 ? ['components'] : []),
    ...(usesOperations ? ['operations'] : []),
  ]
  const imports = [
    { names: used.sort(), from: '@concordat/runtime/http' },
    { names: openapi, from: './openapi.ts' },
  ]
  return render('types', {
    header: header(model),
    imports: imports
      .filter(({ names }) => names.length > 0)
      .map(({ names, from }) => ({ names: join(names.map(identifier), ', '), from: stringLiteral(from) })),
    schemas: model.schemas.map(schemaView),
    operations,
  })
}

function schemaView({ name, pointer, view, source: section, description }: NamedSchema) {
  const sees = {
    both: undefined,
    read: 'As an answer carries it.',
    write: 'As a request carries it, without read-only properties.',
  }
  return {
    name: identifier(name),
    key: stringLiteral(name),
    doc: docComment([description, sees[view], origin(pointer, section)]),
  }
}

/** Where in the document a name comes from. */
export function origin(pointer: string, section?: string): string {
  return section === undefined ? `@see ${pointer}` : `@see ${pointer}, source ${section}`
}

function operationView(operation: Operation) {
  const { descriptor } = operation
  const title = `${descriptor.method} ${descriptor.path}`
  return {
    requestDoc: docComment([
      `What a caller supplies to ${title}.`,
      origin(descriptor.pointer, descriptor.source),
    ]),
    requestName: identifier(operation.requestName),
    requestType: assigned(requestType(descriptor)),
    responseDoc: docComment([
      `Every documented answer of ${title}, by status.`,
      origin(`${descriptor.pointer}/responses`, descriptor.source),
    ]),
    responseName: identifier(operation.responseName),
    responseType: assigned(responseType(operation)),
  }
}

function requestType(descriptor: OperationDescriptor): Code {
  const operation = source`operations[${stringLiteral(descriptor.operationId)}]`
  const members = (['path', 'query', 'header', 'cookie'] as const).flatMap((location) => {
    const parameters = (descriptor.parameters ?? []).filter((parameter) => parameter.in === location)
    if (parameters.length === 0) return []
    const type = source`${operation}['parameters'][${stringLiteral(location)}]`
    const isRequired = parameters.some((parameter) => parameter.required)
    return isRequired
      ? [source`readonly ${identifier(location)}: ${type}`]
      : [source`readonly ${identifier(location)}?: NonNullable<${type}>`]
  })
  const bodies = bodyTypes(descriptor, operation)
  const [body] = bodies
  if (bodies.length === 1 && body !== undefined) return objectType([...members, ...body])
  const shared = members.length > 0 || bodies.length === 0 ? [objectType(members)] : []
  if (bodies.length === 0) return join(shared, '')
  const choices = union(bodies.map(objectType))
  return shared.length === 0 ? choices : source`${join(shared, '')} & (${choices})`
}

/** For each media type the members that choose it and carry its body. */
function bodyTypes({ requestBody }: OperationDescriptor, operation: Code): Code[][] {
  const content = Object.entries(requestBody?.content ?? {})
  const isOptional = requestBody?.required !== true
  return content.map(([mediaType, { schema }], index) => {
    const name = isJson(mediaType) ? flatName(schema) : undefined
    const type =
      name ?? source`NonNullable<${operation}['requestBody']>['content'][${stringLiteral(mediaType)}]`
    const optional = isOptional ? source`?` : source``
    const mark = index === 0 ? source`?` : source``
    const choice =
      content.length === 1 ? [] : [source`readonly mediaType${mark}: ${stringLiteral(mediaType)}`]
    return [...choice, source`readonly body${optional}: ${type}`]
  })
}

function responseType({ descriptor }: Operation): Code {
  const statuses = Object.keys(descriptor.responses)
  const members = statuses.flatMap((status) => {
    const key = /^\d+$/.test(status) ? integer(Number(status)) : stringLiteral(status)
    const response = source`operations[${stringLiteral(descriptor.operationId)}]['responses'][${key}]`
    return statusTypes(status, statuses).flatMap((type) =>
      bodiesOf(descriptor, status, response).map((body) =>
        objectType([source`readonly status: ${type}`, ...body]),
      ),
    )
  })
  return members.length === 0 ? source`never` : union(members)
}

/** The statuses that a key of `responses` stands for; those that have a key of their own are left out. */
function statusTypes(status: string, all: readonly string[]): Code[] {
  if (/^\d+$/.test(status)) return [integer(Number(status))]
  const exact = (digits: string) =>
    all.filter((other) => /^\d+$/.test(other) && digits.includes(other.charAt(0)))
  const without = (range: string, taken: readonly Code[]) =>
    taken.length === 0 ? identifier(range) : source`Exclude<${identifier(range)}, ${join(taken, ' | ')}>`
  if (status !== 'default') {
    const digit = status.charAt(0)
    return [
      without(
        STATUS_RANGES[digit] ?? 'FailureStatus',
        exact(digit).map((other) => integer(Number(other))),
      ),
    ]
  }
  const ranges = all
    .filter((other) => /^[345]XX$/.test(other))
    .map((other) => identifier(STATUS_RANGES[other.charAt(0)] ?? 'FailureStatus'))
  const failure = without('FailureStatus', [
    ...ranges,
    ...exact('345').map((other) => integer(Number(other))),
  ])
  const hasSuccess = all.some((other) => other.startsWith('2'))
  return hasSuccess ? [failure] : [identifier('SuccessStatus'), failure]
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

/** A union of several members stands on several lines. */
function union(members: readonly Code[]): Code {
  return members.length === 1
    ? join(members, '')
    : join(
        members.map((member) => source`\n  | ${member}`),
        '',
      )
}

/** The flat name of a schema that is nothing but a reference. */
function flatName(schema: JsonSchema | undefined): Code | undefined {
  const keywords = keywordsOf(schema)
  const name = Object.keys(keywords).length === 1 ? definitionName(keywords.$ref) : undefined
  return name === undefined ? undefined : identifier(name)
}

/** What follows the "=" of a declaration: on its line, or on lines of its own. */
function assigned(type: Code): Code {
  return type.startsWith('\n') ? type : source` ${type}`
}

function objectType(members: readonly Code[]): Code {
  return members.length === 0 ? source`{}` : source`{ ${join(members, '; ')} }`
}
