import type { SecuritySchemeDescriptor } from '@concordat/runtime/http'
import { below } from '@concordat/runtime/pointer'
import type { DocumentObject, OAuthFlowsObject, SecuritySchemeObject } from '../document/document.ts'
import { resolveReference } from '../document/reference.ts'

/** The document's security schemes by name. */
export function readSecuritySchemes(document: DocumentObject): Record<string, SecuritySchemeDescriptor> {
  const pointer = '#/components/securitySchemes'
  const schemes = Object.entries(document.components?.securitySchemes ?? {})
  return Object.fromEntries(
    schemes.map(([name, scheme]) => [
      name,
      readSecurityScheme(resolveReference(document, scheme, below(pointer, name)).value),
    ]),
  )
}

function readSecurityScheme(scheme: SecuritySchemeObject): SecuritySchemeDescriptor {
  const { type, scheme: httpScheme, in: location, name, flows, openIdConnectUrl, oauth2MetadataUrl } = scheme
  return {
    type,
    ...(type === 'http' && httpScheme !== undefined && { scheme: httpScheme.toLowerCase() }),
    ...(type === 'apiKey' && location !== undefined && { in: location }),
    ...(type === 'apiKey' && name !== undefined && { name }),
    ...(type === 'oauth2' && flows !== undefined && { ...tokenUrlsOf(flows), ...flowUrlsOf(flows) }),
    ...(type === 'oauth2' && oauth2MetadataUrl !== undefined && { oauth2MetadataUrl }),
    ...(type === 'openIdConnect' && openIdConnectUrl !== undefined && { openIdConnectUrl }),
  }
}

function tokenUrlsOf({
  clientCredentials,
  password,
}: OAuthFlowsObject): Pick<SecuritySchemeDescriptor, 'tokenUrls'> {
  const urls = {
    ...(clientCredentials?.tokenUrl !== undefined && { clientCredentials: clientCredentials.tokenUrl }),
    ...(password?.tokenUrl !== undefined && { password: password.tokenUrl }),
  }
  return Object.keys(urls).length === 0 ? {} : { tokenUrls: urls }
}

/** The addresses that `tokenUrls` does not have: where people log in, and where tokens are renewed. */
function flowUrlsOf({
  clientCredentials,
  password,
  implicit,
  authorizationCode,
}: OAuthFlowsObject): Pick<SecuritySchemeDescriptor, 'flowUrls'> {
  const urls = [
    implicit?.authorizationUrl,
    authorizationCode?.authorizationUrl,
    authorizationCode?.tokenUrl,
    ...[implicit, password, clientCredentials, authorizationCode].map((flow) => flow?.refreshUrl),
  ].filter((url) => url !== undefined)
  return urls.length === 0 ? {} : { flowUrls: [...new Set(urls)] }
}
