import type { DocumentDescriptor, SecuritySchemeDescriptor } from '@concordat/runtime/http'
import {
  type Code,
  joinCode,
  literalCode,
  newLineCode,
  propertyKeyCode,
  sourceCode,
  stringLiteralCode,
} from '../../../emit/print/code.ts'
import { globalType, IMPORTED_MODULES, importedType, importedValue } from '../../../emit/print/modules.ts'

const readonly = globalType('Readonly')
const record = globalType('Record')
const securityScheme = importedType('SecurityScheme', IMPORTED_MODULES.client)

/**
 * The security schemes for a client: their data, without the URLs for obtaining credentials, and the function
 * that writes the credential.
 */
export function clientSchemes({ securitySchemes }: DocumentDescriptor): { type: Code; value: Code } {
  const names = Object.keys(securitySchemes).map(stringLiteralCode)
  const schemes = Object.entries(securitySchemes).map(
    ([name, scheme]) => sourceCode`${newLineCode(2)}${propertyKeyCode(name)}: ${schemeLiteral(scheme)},`,
  )
  return {
    type: sourceCode`${readonly}<${record}<${names.length === 0 ? sourceCode`never` : joinCode(names, ' | ')}, ${securityScheme}>>`,
    value: sourceCode`{${joinCode(schemes, '')}${schemes.length === 0 ? sourceCode`` : newLineCode(0)}}`,
  }
}

function schemeLiteral(scheme: SecuritySchemeDescriptor): Code {
  const {
    word: _w,
    tokenUrls: _t,
    flowUrls: _f,
    openIdConnectUrl: _u,
    oauth2MetadataUrl: _m,
    ...sent
  } = scheme
  const members = Object.entries(sent).map(
    ([name, value]) => sourceCode`${propertyKeyCode(name)}: ${literalCode(value)}`,
  )
  const writer = writerOf(scheme)
  const write =
    writer === undefined ? [] : [sourceCode`write: ${importedValue(writer, IMPORTED_MODULES.client)}`]
  return sourceCode`{ ${joinCode([...members, ...write], ', ')} }`
}

/** Runtime function that writes the credential into a request; `mutualTLS` has none. */
function writerOf({ type, scheme, in: location }: SecuritySchemeDescriptor): string | undefined {
  if (type === 'mutualTLS') return undefined
  if (type !== 'apiKey') return scheme === 'basic' ? 'writeUser' : 'writeToken'
  return { header: 'writeHeaderKey', query: 'writeQueryKey', cookie: 'writeCookieKey' }[location ?? 'header']
}
