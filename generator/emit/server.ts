import type { Model } from '../model/model.ts'
import { operationDoc } from './client.ts'
import { identifier } from './code.ts'
import { header } from './header.ts'
import { render } from './template.ts'

/** `server.ts`: the handlers' types, and the application that runs them. */
export function emitServer(model: Model): string {
  const operations = model.operations.map((operation) => ({
    doc: operationDoc(operation, 2),
    name: identifier(operation.descriptor.operationId),
    requestName: identifier(operation.requestName),
    responseName: identifier(operation.responseName),
  }))
  return render('server', { header: header(model), operations })
}
