import { type Code, identifierCode, literalCode, newLineCode, sourceCode } from '../../../emit/print/code.ts'
import { operationDocComment, operationTitleComment } from '../../../emit/print/doc.ts'
import { IMPORTED_MODULES, importedValue } from '../../../emit/print/modules.ts'
import type { Model, Operation } from '../../../model/model.ts'
import type { ClientMember } from './client-groups.ts'
import type { ClientSettings } from './client-settings.ts'
import { clientDescriptor } from './descriptor.ts'
import { clientOperationType } from './operation-type.ts'
import { clientParts } from './parts.ts'

const define = importedValue('defineOperation', IMPORTED_MODULES.client)

/** An operation's function, which takes the client as an argument. */
export function clientOperationView(
  operation: Operation,
  { name, model, settings }: { name: Code; model: Model; settings: ClientSettings },
) {
  const { formats } = settings
  const parts = clientParts(operation, { definitions: model.descriptor.definitions, formats })
  const { symbol, parameters } = clientOperationType(operation, settings)
  return {
    doc: operationDocComment(operation),
    name,
    type: sourceCode`${symbol}<${parameters}>`,
    define,
    descriptor: literalCode(clientDescriptor(operation)),
    parts: parts === undefined ? [] : [{ value: parts }],
  }
}

/** An operation's function in a group. */
export function clientMemberView(
  { operation, name }: ClientMember,
  { indent, settings }: { indent: number; settings: ClientSettings },
) {
  const { symbol, parameters } = clientOperationType(operation, settings)
  return {
    doc: operationTitleComment(operation, indent),
    name: identifierCode(name),
    type: sourceCode`${symbol}<${parameters}, []>`,
  }
}

/** An operation's lines in a group's type. */
export function clientMemberLines(
  { doc, name, type }: ReturnType<typeof clientMemberView>,
  indent: number,
): Code {
  return sourceCode`${doc}${newLineCode(indent)}readonly ${name}: ${type}`
}
