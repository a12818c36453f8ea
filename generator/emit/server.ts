import type { OperationDescriptor } from '@concordat/runtime/http'
import type { Model } from '../model/model.ts'
import { operationDoc } from './client.ts'
import { type Code, identifier, source } from './code.ts'
import { header } from './header.ts'
import { render } from './template.ts'

/** `server.ts`: the handlers' types, and the application that runs them. */
export function emitServer(model: Model): string {
  const operations = model.operations.map((operation) => ({
    doc: operationDoc(operation, 2),
    name: identifier(operation.descriptor.operationId),
    requestName: identifier(operation.requestName),
    responseName: identifier(operation.responseName),
    principal: principalType(operation.descriptor),
  }))
  const isKnown = operations.some(({ principal }) => principal !== 'undefined')
  return render('server', {
    header: header(model),
    operations,
    // A type parameter that nothing uses does not compile under noUnusedParameters.
    parameter: isKnown ? source`<Principal = unknown>` : source``,
    argument: isKnown ? source`<Principal>` : source``,
    principal: isKnown ? source`Principal` : source`undefined`,
  })
}

/** Who calls: nobody that is known where the document asks for no credentials. */
function principalType({ security = [] }: OperationDescriptor): Code {
  if (security.length === 0) return source`undefined`
  const isOptional = security.some((requirement) => Object.keys(requirement).length === 0)
  return isOptional ? source`Principal | undefined` : source`Principal`
}
