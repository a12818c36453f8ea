import { isJson, RANGE } from '@concordat/runtime/http'
import { keywordsOf } from '@concordat/runtime/subschemas'
import type { Model, Operation } from '../model/model.ts'
import { definitionName } from '../model/schema/references.ts'
import { clientDescriptor, walkOf } from './client/descriptor.ts'
import { groupArguments } from './client/group.ts'
import { clientParts } from './client/parts.ts'
import { clientSchemes } from './client/security-schemes.ts'
import type { FormatPlan } from './formats/format-plan.ts'
import { type Code, identifier, join, literal, property, source, stringLiteral } from './print/code.ts'
import { docComment } from './print/comment.ts'
import { operationDoc, operationTitle } from './print/doc.ts'
import type { GeneratedFile } from './print/generated-file.ts'
import { globalType, importedType, importedTypes, importedValue, MODULES } from './print/modules.ts'
import { TakenNames } from './print/taken-names.ts'

const types = importedTypes('types', './types')
const operationType = importedType('Operation', MODULES.client)
const listOperationType = importedType('ListOperation', MODULES.client)
const clientOptions = importedType('ClientOptions', MODULES.client)
const defaultedOptions = importedType('DefaultedClientOptions', MODULES.client)
const define = importedValue('defineOperation', MODULES.client)
const group = importedValue('operationGroup', MODULES.client)
const omit = globalType('Omit')
const extract = globalType('Extract')
const nonNullable = globalType('NonNullable')

/** Functions of the runtime that make a middleware without being told anything. */
export type KitMiddleware = 'retry' | 'refresh'

/**
 * `client.ts`: one function for each operation, and one object that groups them by tag.
 */
export function emitClient(
  model: Model,
  file: GeneratedFile,
  {
    factory,
    middlewares,
    formats,
  }: { factory: string; middlewares: readonly KitMiddleware[]; formats: FormatPlan },
): string {
  const declared = {
    factory: file.declare(factory),
    securitySchemes: file.declare('securitySchemes'),
    Credentials: file.declare('Credentials'),
    Api: file.declare('Api'),
  }
  const servers =
    model.servers.length === 0 ? [] : [{ name: file.declare('servers'), list: literal(model.servers) }]
  const functions = model.operations.map((operation) => ({
    operation,
    name: file.declare(operation.name),
    type: typeOf(operation),
  }))
  const byOperation = new Map(functions.map((one) => [one.operation, one]))
  const client = file.local('client')
  const members = new TakenNames()
  const clientMember = members.declare('client')
  const groups = model.tags.flatMap((tag) => {
    const own = tag.operations
      .filter(({ isTagged }) => isTagged)
      .flatMap((operation) => byOperation.get(operation) ?? [])
    return own.length === 0 ? [] : [{ tag, name: members.declare(tag.identifier), own }]
  })
  const { definitions } = model.descriptor
  const named = [clientMember, ...groups.map(({ name }) => name)]
  // Beside the groups an operation may need another name than alone.
  const untagged = functions
    .filter(({ operation }) => !operation.isTagged)
    .map((one) => ({ one, memberName: members.declare(one.operation.memberName) }))
  // Beside groups nothing tells TypeScript what the operations are bound to.
  const ungroupedType = source`${omit}<${declared.Api}, ${join(
    named.map((name) => stringLiteral(name)),
    ' | ',
  )}>`
  return file.print('client', {
    ...declared,
    servers,
    ...optionsView(declared.Credentials, {
      options: file.local('options'),
      baseUrl: model.baseUrl,
      middlewares,
    }),
    client,
    create: importedValue('createClient', MODULES.client),
    Client: importedType('Client', MODULES.client),
    Credential: importedType('Credential', MODULES.client),
    operations: functions.map((one) => operationView(one, { model, formats })),
    runtime: stringLiteral(RANGE),
    schemesProperty: property('securitySchemes', declared.securitySchemes),
    schemes: clientSchemes(model.descriptor),
    apiDoc: docComment([`What {@link ${declared.factory}} makes: the operations of the document by tag.`]),
    clientMember: identifier(clientMember),
    clientProperty: property(clientMember, client),
    groups: groups.map(({ tag, name, own }) => ({
      doc: docComment([tag.description ?? tag.name], 2),
      name: identifier(name),
      group,
      lines: groupArguments(
        own.map(({ operation }) => operation),
        { definitions, formats, indent: 4 },
      ),
      operations: own.map((one) => memberView(one, { name: one.operation.memberName, indent: 4 })),
    })),
    ungrouped:
      untagged.length === 0
        ? []
        : [
            {
              group,
              type: ungroupedType,
              lines: groupArguments(
                untagged.map(({ one: { operation }, memberName }) => ({ ...operation, memberName })),
                { definitions, formats, indent: 4 },
              ),
              operations: untagged.map(({ one, memberName }) =>
                memberView(one, { name: memberName, indent: 2 }),
              ),
            },
          ],
    factoryDoc: docComment([`A client of ${model.title}, its operations grouped by tag.`, model.description]),
  })
}

/** What the factory takes, and what it makes of that for the runtime. */
function optionsView(
  credentials: Code,
  {
    options,
    baseUrl,
    middlewares,
  }: { options: Code; baseUrl: string | undefined; middlewares: readonly KitMiddleware[] },
) {
  const made = middlewares.map((name) => source`${importedValue(name, MODULES.client)}()`)
  const defaults = [
    ...(baseUrl === undefined ? [] : [source`baseUrl: ${options}.baseUrl ?? ${stringLiteral(baseUrl)}`]),
    ...(made.length === 0 ? [] : [source`middlewares: ${options}.middlewares ?? [${join(made, ', ')}]`]),
  ]
  return {
    parameter:
      baseUrl === undefined
        ? source`${options}: ${clientOptions}<${credentials}>`
        : source`${options}: ${defaultedOptions}<${credentials}> = {}`,
    given: defaults.length === 0 ? options : source`{ ...${options}, ${join(defaults, ', ')} }`,
  }
}

/** The free function of an operation. */
interface OperationFunction {
  readonly operation: Operation
  readonly name: Code
  readonly type: OperationType
}

/** The interface of a function, and the arguments that it has free and bound alike. */
interface OperationType {
  readonly symbol: Code
  readonly parameters: Code
}

/** Says which interface it is: TypeScript would decide it anew for each operation, each time that a program is checked. */
function typeOf(operation: Operation): OperationType {
  const item = itemType(operation)
  const parameters = [
    source`${types}.${identifier(operation.requestName)}`,
    source`${types}.${identifier(operation.responseName)}`,
    ...(item === undefined ? [] : [item]),
  ]
  return {
    symbol: source`${item === undefined ? operationType : listOperationType}`,
    parameters: join(parameters, ', '),
  }
}

function operationView(
  { operation, name, type: { symbol, parameters } }: OperationFunction,
  { model, formats }: { model: Model; formats: FormatPlan },
) {
  const parts = clientParts(operation, { definitions: model.descriptor.definitions, formats })
  return {
    doc: operationDoc(operation),
    name,
    type: source`${symbol}<${parameters}>`,
    define,
    descriptor: literal(clientDescriptor(operation)),
    parts: parts === undefined ? [] : [{ value: parts }],
  }
}

function memberView(
  { operation, type: { symbol, parameters } }: OperationFunction,
  { name, indent }: { name: string; indent: number },
) {
  return {
    doc: operationTitle(operation, indent),
    name: identifier(name),
    type: source`${symbol}<${parameters}, []>`,
  }
}

/** The type of what iterating over a list yields; nothing for an operation whose pages cannot be walked. */
function itemType(operation: Operation): Code | undefined {
  const { descriptor, responseName } = operation
  const walk = walkOf(operation)
  if (walk === undefined) return undefined
  const name = definitionName(keywordsOf(walk.item).$ref)
  if (name !== undefined) return source`${types}.${identifier(name)}`
  const [status, response] = Object.entries(descriptor.responses).find(([key]) => /^2\d\d$/.test(key)) ?? []
  if (status === undefined) return source`unknown`
  const mediaTypes = Object.keys(response?.content ?? {})
  const mediaType = mediaTypes.length > 1 ? mediaTypes.find(isJson) : undefined
  const answer = literal({ status: Number(status), ...(mediaType !== undefined && { mediaType }) })
  const body = source`${extract}<${types}.${identifier(responseName)}, ${answer}>['body']`
  const list = walk.pages.items.reduce<Code>(
    (type, step) => source`${nonNullable}<${type}>[${stringLiteral(step)}]`,
    body,
  )
  return source`${nonNullable}<${list}>[number]`
}
