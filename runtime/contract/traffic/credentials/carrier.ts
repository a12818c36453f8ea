import type { DocumentDescriptor, SecuritySchemeDescriptor } from '@concordat/runtime/http'
import { credentialFromBase64 } from '../../data/exchange/request.ts'

/** A header that carries a credential: its name, in upper or lower case, and its whole value. */
export interface CarriedHeader {
  readonly name: string
  readonly value: string
}

/**
 * Returns the document's security schemes whose credentials this header carries.
 * @param header The header. In its value, only the part before the credential is examined: the word "Bearer",
 * or the name of a cookie.
 */
export function schemesOfHeader({ securitySchemes }: DocumentDescriptor, header: CarriedHeader): string[] {
  return Object.entries(securitySchemes).flatMap(([name, scheme]) =>
    credentialInHeader(scheme, header) === undefined ? [] : [name],
  )
}

/** Extracts a scheme's credential from a header; `undefined` if the header has none. */
export function credentialInHeader(
  scheme: SecuritySchemeDescriptor,
  { name, value }: CarriedHeader,
): string | undefined {
  const header = name.toLowerCase()
  if (scheme.type === 'apiKey') {
    if (scheme.in === 'header') return scheme.name?.toLowerCase() === header ? value.trim() : undefined
    return scheme.in === 'cookie' && header === 'cookie' ? cookieIn(value, scheme.name ?? '') : undefined
  }
  const [, word = '', rest = ''] = /^\s*(\S+)\s+(.*?)\s*$/.exec(value) ?? []
  const wanted = scheme.type === 'http' ? (scheme.scheme ?? '') : 'bearer'
  if (header !== 'authorization' || scheme.type === 'mutualTLS' || word.toLowerCase() !== wanted)
    return undefined
  return wanted === 'basic' ? credentialFromBase64(rest) : rest
}

function cookieIn(cookies: string, name: string): string | undefined {
  const own = cookies
    .split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(`${name}=`))
  return own?.slice(name.length + 1)
}
