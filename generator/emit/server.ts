import type { OperationDescriptor } from '@concordat/runtime/http'
import type { Model, Operation } from '../model/model.ts'
import { type Code, identifier, source } from './code.ts'
import { operationDoc } from './doc.ts'
import type { GeneratedFile } from './generated-file.ts'
import { importedType, importedTypes, importedValue, MODULES } from './modules.ts'

/** `server.ts`: the handlers' types, and the application that runs them. */
export function emitServer(model: Model, file: GeneratedFile): string {
  const isKnown = model.operations.some(({ descriptor }) => asksForCredentials(descriptor))
  return file.print('server', {
    handlers: file.declare('Handlers'),
    createApp: file.declare('createApp'),
    operations: model.operations.map((operation) => ({
      doc: operationDoc(operation, 2),
      name: identifier(operation.descriptor.operationId),
      type: handlerType(operation),
    })),
    // A type parameter that nothing uses does not compile under noUnusedParameters.
    parameter: isKnown ? source`<Principal = unknown>` : source``,
    argument: isKnown ? source`<Principal>` : source``,
    principal: isKnown ? source`Principal` : source`undefined`,
    App: importedType('App', MODULES.server),
    AppOptions: importedType('AppOptions', MODULES.server),
    create: importedValue('createApp', MODULES.server),
    document: importedValue('document', './operations'),
  })
}

function handlerType({ descriptor, requestName, responseName }: Operation): Code {
  const types = importedTypes('types', './types')
  const handler = importedType('Handler', MODULES.server)
  return source`${handler}<${types}.${identifier(requestName)}, ${types}.${identifier(responseName)}, ${principalType(descriptor)}>`
}

function asksForCredentials({ security = [] }: OperationDescriptor): boolean {
  return security.length > 0
}

/** Who calls: nobody that is known where the document asks for no credentials. */
function principalType(operation: OperationDescriptor): Code {
  if (!asksForCredentials(operation)) return source`undefined`
  const isOptional = operation.security?.some((requirement) => Object.keys(requirement).length === 0)
  return isOptional ? source`Principal | undefined` : source`Principal`
}
