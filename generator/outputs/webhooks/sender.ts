import { RANGE } from '@concordat/runtime/http'
import type { FormatPlan } from '../../emit/formats/format-plan.ts'
import {
  type Code,
  identifierCode,
  joinCode,
  literalCode,
  propertyCode,
  propertyKeyCode,
  sourceCode,
  stringLiteralCode,
} from '../../emit/print/code.ts'
import { operationTitleComment } from '../../emit/print/doc.ts'
import type { GeneratedFile } from '../../emit/print/generated-file.ts'
import {
  globalType,
  IMPORTED_MODULES,
  importedType,
  importedTypes,
  importedValue,
} from '../../emit/print/modules.ts'
import type { Webhooks } from '../../model/model.ts'
import { clientGroupArguments } from '../client/members/group.ts'
import { clientSchemes } from '../client/members/security-schemes.ts'

const types = importedTypes('types', './types')
const sent = importedType('Operation', IMPORTED_MODULES.client)
const options = importedType('ClientOptions', IMPORTED_MODULES.client)
const credential = importedType('Credential', IMPORTED_MODULES.client)
const exchange = importedType('CallbackExchange', IMPORTED_MODULES.client)
const callbackUrl = importedValue('callbackUrl', IMPORTED_MODULES.client)

/**
 * `sender.ts`: functions with which a service sends webhooks and callbacks. The base URL is the receiver's
 * full address, so the operations have no path.
 */
export function emitSender(
  { operations, descriptor }: Webhooks,
  file: GeneratedFile,
  formats: FormatPlan,
): string {
  const schemes = schemesOf({ operations, descriptor })
  const { type, value } = clientSchemes({ ...descriptor, securitySchemes: schemes })
  const names = Object.keys(schemes)
  const credentials = joinCode(
    names.map((name) => sourceCode`readonly ${propertyKeyCode(name)}?: ${credential}`),
    '; ',
  )
  const callbacks = operations.flatMap(({ name, address }) =>
    address === undefined ? [] : [{ name, address }],
  )
  const securitySchemes = file.local('securitySchemes')
  return file.print('sender', {
    Sender: file.declare('Sender'),
    createSender: file.declare('createSender'),
    addresses:
      callbacks.length === 0
        ? []
        : [
            {
              name: file.declare('callbackUrls'),
              type: addressesType(callbacks),
              callbacks: callbacks.map(addressView),
            },
          ],
    url: file.local('url'),
    client: file.local('client'),
    options: file.local('options'),
    optionsType: sourceCode`${globalType('Omit')}<${options}${names.length === 0 ? sourceCode`` : sourceCode`<{ ${credentials} }>`}, 'baseUrl'>`,
    createClient: importedValue('createClient', IMPORTED_MODULES.client),
    runtime: stringLiteralCode(RANGE),
    schemes: names.length === 0 ? [] : [{ name: securitySchemes, type, value }],
    schemesProperty: names.length === 0 ? [] : [{ member: propertyCode('securitySchemes', securitySchemes) }],
    group: importedValue('operationGroup', IMPORTED_MODULES.client),
    lines: clientGroupArguments(
      operations.map((operation) => ({ operation, name: operation.name })),
      { definitions: descriptor.definitions, formats, indent: 2, path: '' },
    ),
    operations: operations.map((operation) => ({
      doc: operationTitleComment(operation, 2),
      name: identifierCode(operation.name),
      type: sourceCode`${sent}<${types}.${identifierCode(operation.requestName)}, ${types}.${identifierCode(operation.responseName)}, []>`,
    })),
  })
}

interface Callback {
  readonly name: string
  readonly address: string
}

function addressesType(callbacks: readonly Callback[]): Code {
  const names = callbacks.map(({ name }) => stringLiteralCode(name))
  return sourceCode`${globalType('Readonly')}<${globalType('Record')}<${joinCode(names, ' | ')}, (exchange: ${exchange}) => string>>`
}

function addressView({ name, address }: Callback): Record<string, Code> {
  return {
    key: identifierCode(name),
    value: sourceCode`(exchange) => ${callbackUrl}(${literalCode(address)}, exchange)`,
  }
}

/** Security schemes that webhooks require. The other schemes concern the service's own callers. */
function schemesOf({ operations, descriptor: { securitySchemes } }: Webhooks): typeof securitySchemes {
  const used = new Set(
    operations.flatMap(({ descriptor: { security = [] } }) => security.flatMap(Object.keys)),
  )
  return Object.fromEntries(Object.entries(securitySchemes).filter(([name]) => used.has(name)))
}
