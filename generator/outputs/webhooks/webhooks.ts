import { RANGE } from '@concordat/runtime/http'
import type { FormatPlan } from '../../emit/formats/format-plan.ts'
import { formatsCodeByOperation } from '../../emit/formats/formats-of.ts'
import { identifierCode, literalCode, sourceCode } from '../../emit/print/code.ts'
import { operationDocComment } from '../../emit/print/doc.ts'
import type { GeneratedFile } from '../../emit/print/generated-file.ts'
import { IMPORTED_MODULES, importedType, importedTypes, importedValue } from '../../emit/print/modules.ts'
import { slimPrintedDescriptor } from '../../emit/slim.ts'
import type { Operation, Webhooks } from '../../model/model.ts'
import { principalType, serverAsksForCredentials, serverTypeList } from '../server/server.ts'

const types = importedTypes('types', './types')
const handler = importedType('Handler', IMPORTED_MODULES.server)

/** `webhooks.ts`: the types of webhooks and callbacks, and an application for receivers. */
export function emitWebhooks(webhooks: Webhooks, file: GeneratedFile, plan: FormatPlan): string {
  const { operations } = webhooks
  const formats = formatsCodeByOperation(webhooks, plan)
  const principal = operations.some(({ descriptor }) => serverAsksForCredentials(descriptor))
    ? [sourceCode`Principal`]
    : []
  return file.print('webhooks', {
    handlers: file.declare('WebhookHandlers'),
    createWebhooks: file.declare('createWebhooks'),
    document: file.declare('document'),
    DocumentDescriptor: importedType('DocumentDescriptor', IMPORTED_MODULES.server),
    descriptor: literalCode({ runtime: RANGE, ...slimPrintedDescriptor(webhooks.descriptor) }),
    operations: operations.map((operation) => ({
      doc: operationDocComment(operation, 2),
      name: identifierCode(operation.name),
      type: handlerType(operation),
    })),
    parameters: serverTypeList(principal.map((name) => sourceCode`${name} = unknown`)),
    arguments: serverTypeList(principal),
    principal: principal[0] ?? sourceCode`undefined`,
    App: importedType('App', IMPORTED_MODULES.server),
    WebhookOptions: importedType('WebhookOptions', IMPORTED_MODULES.server),
    create: importedValue('createWebhooks', IMPORTED_MODULES.server),
    formats: formats.length === 0 ? [] : [{ entries: formats }],
  })
}

function handlerType({ descriptor, requestName, responseName }: Operation) {
  const [request, response] = [identifierCode(requestName), identifierCode(responseName)]
  return sourceCode`${handler}<${types}.${request}, ${types}.${response}, ${principalType(descriptor)}, undefined>`
}
