import { RANGE } from '@concordat/runtime/http'
import type { FormatPlan } from '../../emit/formats/format-plan.ts'
import { formatsCodeByOperation } from '../../emit/formats/formats-of.ts'
import { identifierCode, literalCode, sourceCode } from '../../emit/print/code.ts'
import { operationDoc } from '../../emit/print/doc.ts'
import type { GeneratedFile } from '../../emit/print/generated-file.ts'
import { importedType, importedTypes, importedValue, MODULES } from '../../emit/print/modules.ts'
import { slimDescriptor } from '../../emit/slim.ts'
import type { Operation, Webhooks } from '../../model/model.ts'
import { asksForCredentials, principalType, serverTypeList } from '../server/server.ts'

const types = importedTypes('types', './types')
const handler = importedType('Handler', MODULES.server)

/** `webhooks.ts`: the types of webhooks and callbacks, and an application for receivers. */
export function emitWebhooks(webhooks: Webhooks, file: GeneratedFile, plan: FormatPlan): string {
  const { operations } = webhooks
  const formats = formatsCodeByOperation(webhooks, plan)
  const principal = operations.some(({ descriptor }) => asksForCredentials(descriptor))
    ? [sourceCode`Principal`]
    : []
  return file.print('webhooks', {
    handlers: file.declare('WebhookHandlers'),
    createWebhooks: file.declare('createWebhooks'),
    document: file.declare('document'),
    DocumentDescriptor: importedType('DocumentDescriptor', MODULES.server),
    descriptor: literalCode({ runtime: RANGE, ...slimDescriptor(webhooks.descriptor) }),
    operations: operations.map((operation) => ({
      doc: operationDoc(operation, 2),
      name: identifierCode(operation.name),
      type: handlerType(operation),
    })),
    parameters: serverTypeList(principal.map((name) => sourceCode`${name} = unknown`)),
    arguments: serverTypeList(principal),
    principal: principal[0] ?? sourceCode`undefined`,
    App: importedType('App', MODULES.server),
    WebhookOptions: importedType('WebhookOptions', MODULES.server),
    create: importedValue('createWebhooks', MODULES.server),
    formats: formats.length === 0 ? [] : [{ entries: formats }],
  })
}

function handlerType({ descriptor, requestName, responseName }: Operation) {
  const [request, response] = [identifierCode(requestName), identifierCode(responseName)]
  return sourceCode`${handler}<${types}.${request}, ${types}.${response}, ${principalType(descriptor)}, undefined>`
}
