import { keyWordTold } from '@concordat/contract/lexicon'
import type { OperationDescriptor, SecuritySchemeDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { DocumentObject, OAuthFlowsObject, SecuritySchemeObject } from '../document/document.ts'
import { resolveReferenceObject } from '../document/reference.ts'
import type { ProblemAtPointer } from '../errors/problem-at-pointer.ts'
import { fieldNameNotAllowed, isFieldName } from './naming/field-name.ts'

interface ReadOptions {
  /** All operations that may require a scheme. */
  readonly requiring: readonly Pick<OperationDescriptor, 'security'>[]
  readonly report: (finding: ProblemAtPointer) => void
}

/** The document's security schemes, keyed by name. */
export function readSecuritySchemes(
  document: DocumentObject,
  { requiring, report }: ReadOptions,
): Record<string, SecuritySchemeDescriptor> {
  const pointer = '#/components/securitySchemes'
  const schemes = Object.entries(document.components?.securitySchemes ?? {})
  const required = new Set(requiring.flatMap(({ security = [] }) => security.flatMap(Object.keys)))
  return Object.fromEntries(
    schemes.map(([name, scheme]) => {
      const node = resolveReferenceObject(document, scheme, pointerBelow(pointer, name))
      const descriptor = readKeyName(
        readSecurityScheme(node.value),
        pointerBelow(node.pointer, 'name'),
        report,
      )
      if (required.has(name)) return [name, descriptor]
      report(unrequired(name, pointerBelow(pointer, name)))
      return [name, { ...descriptor, required: false }]
    }),
  )
}

/**
 * Creates the warning that no operation requires a scheme. Calls can still send its credential, because the
 * document declares the scheme.
 */
function unrequired(name: string, place: string): ProblemAtPointer {
  return {
    code: 'security-scheme-unrequired',
    severity: 'warning',
    place,
    message: `No operation requires the security scheme "${name}". Clients send its credential, if they have it, with every call that requires no other credential.`,
    fix: `list "${name}" under "security" where it is required: in the document or in its operations.`,
  }
}

/** A key name that includes the authentication scheme, such as "Authorization: Bearer". */
const HEADER_WITH_SCHEME = /^\s*authorization[\s:]+([\w-]+)\s*$/i

/**
 * Interprets an API key name that is not a valid header or cookie name, guessing what its author meant, and
 * reports it.
 */
function readKeyName(
  descriptor: SecuritySchemeDescriptor,
  place: string,
  report: (finding: ProblemAtPointer) => void,
): SecuritySchemeDescriptor {
  const { type, in: location, name, word } = descriptor
  const isSent = type === 'apiKey' && (location === 'header' || location === 'cookie')
  if (!isSent || name === undefined) return descriptor
  if (word !== undefined && !isAuthorization(name)) {
    report({
      ...fieldNameNotAllowed(place, { name, of: location }),
      message: `"${name}" is the prefix of the key, according to its description, rather than the name of its header.`,
      reading: `"Authorization", with "${word} " before the key`,
      fix: `write "Authorization".`,
    })
    return { ...descriptor, name: 'Authorization' }
  }
  if (isFieldName(name)) return descriptor
  const tell = (reading: string, fix?: string): void =>
    report(fieldNameNotAllowed(place, { name, of: location, reading, ...(fix !== undefined && { fix }) }))
  const scheme = location === 'header' ? HEADER_WITH_SCHEME.exec(name)?.[1]?.toLowerCase() : undefined
  if (scheme !== undefined) {
    tell(
      `"type: http, scheme: ${scheme}", with the credential after the scheme name`,
      `write "type: http" and "scheme: ${scheme}", without "in" and "name" (in Swagger 2.0, only "name: Authorization").`,
    )
    return { type: 'http', scheme }
  }
  const bare = name.trim().replace(/\s*:$/, '')
  if (isFieldName(bare)) {
    tell(`"${bare}"`)
    return { ...descriptor, name: bare }
  }
  tell('a credential that is not sent in a header, as with "type: mutualTLS"')
  return { type: 'mutualTLS' }
}

function readSecurityScheme(scheme: SecuritySchemeObject): SecuritySchemeDescriptor {
  const { type, scheme: httpScheme, flows, openIdConnectUrl, oauth2MetadataUrl } = scheme
  return {
    type,
    ...(type === 'http' && httpScheme !== undefined && { scheme: httpScheme.toLowerCase() }),
    ...(type === 'apiKey' && keyOf(scheme)),
    ...(type === 'oauth2' && flows !== undefined && { ...tokenUrlsOf(flows), ...flowUrlsOf(flows) }),
    ...(type === 'oauth2' && oauth2MetadataUrl !== undefined && { oauth2MetadataUrl }),
    ...(type === 'openIdConnect' && openIdConnectUrl !== undefined && { openIdConnectUrl }),
  }
}

function keyOf({
  in: location,
  name,
  description = '',
}: SecuritySchemeObject): Pick<SecuritySchemeDescriptor, 'in' | 'name' | 'word'> {
  const told = location === 'header' ? keyWordTold(description) : undefined
  // drf-spectacular names the header of some schemes after the prefix: "Token".
  const isNamedSo = name?.toLowerCase() === told?.toLowerCase()
  const word = isAuthorization(name) || isNamedSo ? told : undefined
  return {
    ...(location !== undefined && { in: location }),
    ...(name !== undefined && { name }),
    ...(word !== undefined && { word }),
  }
}

function isAuthorization(name: string | undefined): boolean {
  return name?.toLowerCase() === 'authorization'
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

/**
 * URLs other than `tokenUrls`, at which people log in, codes are exchanged for tokens and tokens are
 * refreshed.
 */
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
