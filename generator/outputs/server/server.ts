import { isSuccessKey, keepMediaTypes, matchContent, type OperationDescriptor } from '@concordat/runtime/http'
import type { FormatPlan } from '../../emit/formats/format-plan.ts'
import { formatsCodeByOperation } from '../../emit/formats/formats-of.ts'
import { defaultedParameters } from '../../emit/operation/defaulted-parameters.ts'
import {
  type Code,
  identifierCode,
  joinCode,
  literalCode,
  sourceCode,
  stringLiteralCode,
} from '../../emit/print/code.ts'
import { operationDocComment } from '../../emit/print/doc.ts'
import type { GeneratedFile } from '../../emit/print/generated-file.ts'
import { IMPORTED_MODULES, importedType, importedTypes, importedValue } from '../../emit/print/modules.ts'
import type { Model, Operation } from '../../model/model.ts'

const types = importedTypes('types', './types')
const handler = importedType('Handler', IMPORTED_MODULES.server)
const requestIn = importedType('RequestIn', IMPORTED_MODULES.server)
const takeMediaTypes = importedValue('takeMediaTypes', IMPORTED_MODULES.server)
const document = importedValue('document', './operations')

interface ServerOptions {
  readonly formats: FormatPlan
  /** Media types of request bodies that the server accepts; if absent, all. */
  readonly mediaTypes: readonly string[] | undefined
}

/** `server.ts`: the handler types, and the application that runs the handlers. */
export function emitServer(
  model: Model,
  file: GeneratedFile,
  { formats: plan, mediaTypes }: ServerOptions,
): string {
  const formats = formatsCodeByOperation(model, plan)
  // `Principal` is omitted if no operation uses it, because an unused type parameter does not compile with
  // noUnusedParameters.
  const isKnown = model.operations.some(({ descriptor }) => serverAsksForCredentials(descriptor))
  const principal = isKnown ? [sourceCode`Principal`] : []
  const tenant = model.operations.length > 0 ? [sourceCode`Tenant`] : []
  const parameters = [...principal, ...tenant]
  return file.print('server', {
    handlers: file.declare('Handlers'),
    createApp: file.declare('createApp'),
    operations: model.operations.map((operation) => ({
      doc: operationDocComment(operation, 2),
      name: identifierCode(operation.name),
      type: handlerType(operation, {
        mediaTypes: keptMediaTypes(operation, mediaTypes),
        definitions: model.descriptor.definitions,
      }),
    })),
    parameters: serverTypeList(parameters.map((name) => sourceCode`${name} = unknown`)),
    arguments: serverTypeList(parameters),
    principal: principal[0] ?? sourceCode`undefined`,
    tenant: tenant[0] ?? sourceCode`undefined`,
    factoryParameters: serverTypeList([
      ...principal,
      ...tenant.map((name) => sourceCode`${name} = undefined`),
    ]),
    App: importedType('App', IMPORTED_MODULES.server),
    AppOptions: importedType('AppOptions', IMPORTED_MODULES.server),
    alsoRequired: model.operations.some(({ descriptor }) => printsOwnProblems(descriptor))
      ? [{ type: importedType('OwnProblems', IMPORTED_MODULES.server) }]
      : [],
    create: importedValue('createApp', IMPORTED_MODULES.server),
    document:
      mediaTypes === undefined
        ? document
        : sourceCode`${takeMediaTypes}(${document}, ${literalCode(mediaTypes)})`,
    formats: formats.length === 0 ? [] : [{ entries: formats }],
  })
}

/** Type parameters or arguments in "<…>"; empty if there are none. */
export function serverTypeList(types: readonly Code[]): Code {
  return types.length === 0 ? sourceCode`` : sourceCode`<${joinCode(types, ', ')}>`
}

/** Media types of a request body that the server accepts; `undefined` if it accepts all. */
function keptMediaTypes(
  { descriptor }: Operation,
  taken: readonly string[] | undefined,
): readonly string[] | undefined {
  const keys = Object.keys(descriptor.requestBody?.content ?? {})
  const kept = taken === undefined ? keys : keepMediaTypes(keys, taken)
  return kept.length < keys.length ? kept : undefined
}

interface HandlerTypeContext {
  /** Media types that the server accepts; if absent, all. */
  readonly mediaTypes: readonly string[] | undefined
  readonly definitions: Model['descriptor']['definitions']
}

function handlerType(
  { descriptor, requestName, responseName }: Operation,
  { mediaTypes, definitions }: HandlerTypeContext,
): Code {
  const whole = sourceCode`${types}.${identifierCode(requestName)}`
  const request =
    mediaTypes === undefined
      ? whole
      : sourceCode`${requestIn}<${whole}, ${joinCode(mediaTypes.map(stringLiteralCode), ' | ')}>`
  const defaulted = defaultedParameters(descriptor.parameters ?? [], definitions)
  const response = sourceCode`${types}.${identifierCode(responseName)}`
  return sourceCode`${handler}${serverTypeList([
    ...[request, response, principalType(descriptor), sourceCode`Tenant`],
    ...(defaulted === undefined ? [] : [defaulted]),
  ])}`
}

/**
 * True if an operation declares an error response whose content does not include `application/problem+json`,
 * the only error format that the runtime can create.
 */
export function printsOwnProblems({ responses }: OperationDescriptor): boolean {
  const all = Object.keys(responses)
  return Object.entries(responses).some(([status, { content }]) => {
    const isFailure = !/^[123]/.test(status) && !isSuccessKey(status, all)
    return (
      isFailure && content && matchContent(Object.keys(content), 'application/problem+json') === undefined
    )
  })
}

/** True if an operation requires credentials. */
export function serverAsksForCredentials({ security = [] }: OperationDescriptor): boolean {
  return security.length > 0
}

/** The caller's type, including `undefined` if the operation allows calls without credentials. */
export function principalType(operation: OperationDescriptor): Code {
  if (!serverAsksForCredentials(operation)) return sourceCode`undefined`
  const isOptional = operation.security?.some((requirement) => Object.keys(requirement).length === 0)
  return isOptional ? sourceCode`Principal | undefined` : sourceCode`Principal`
}
