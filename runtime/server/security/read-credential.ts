import type { SecuritySchemeDescriptor } from '../../http/operation.ts'
import type { Incoming } from '../incoming/incoming.ts'
import { readPairs } from '../values/parse-pairs.ts'
import { formDecode, percentDecode } from '../values/percent-decode.ts'

/**
 * Finds a request's credential for a security scheme.
 * @returns `undefined` if there is none; for mutual TLS, always the empty string. A header that uses another
 * scheme does not count.
 * @see OpenAPI 3.1.1, Security Scheme Object; RFC 9110, 11.6.2
 */
export function readCredential(descriptor: SecuritySchemeDescriptor, incoming: Incoming): string | undefined {
  const { type, scheme = '', in: location, name = '' } = descriptor
  if (type === 'mutualTLS') return ''
  if (type === 'apiKey') {
    if (location === 'header') return incoming.header(name.toLowerCase()) || undefined
    const pairs =
      location === 'query'
        ? readPairs(incoming.target.query, '&', formDecode)
        : readPairs(incoming.header('cookie') ?? '', ';', percentDecode)
    const text = pairs.get(name)?.at(-1)
    return text ? (location === 'query' ? formDecode(text) : percentDecode(text)) : undefined
  }
  const header = incoming.header('authorization')
  const [, given = '', parameters = ''] = /^\s*(\S+)\s+(.*?)\s*$/s.exec(header ?? '') ?? []
  const wanted = type === 'http' ? scheme : 'bearer'
  if (given.toLowerCase() !== wanted.toLowerCase() || parameters === '') return undefined
  return wanted.toLowerCase() === 'basic' ? decodeBasic(parameters) : parameters
}

/** @see RFC 7617, 2 */
function decodeBasic(text: string): string {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    return new TextDecoder().decode(bytes)
  } catch {
    // A value that is not base64 is still a credential, but it belongs to nobody.
    return ''
  }
}
