import type { SecuritySchemeDescriptor } from '../../http/operation.ts'

/** Parameters of a challenge, besides the scheme. */
export interface ChallengeDetails {
  /** Title of the document. */
  readonly realm: string
  readonly error?: 'invalid_token' | 'insufficient_scope'
  readonly scopes?: readonly string[]
}

/**
 * Writes `WWW-Authenticate`, a challenge for each scheme that would do. An API key has no registered scheme;
 * "ApiKey" says where the key belongs.
 * @see RFC 9110, 11.6.1; RFC 6750, 3
 */
export function challenge(schemes: readonly SecuritySchemeDescriptor[], details: ChallengeDetails): string {
  const challenges = schemes.map((descriptor) => {
    const { type, scheme = '', in: location, name = '' } = descriptor
    if (type === 'apiKey') return write('ApiKey', { realm: details.realm, in: location, name })
    if (type === 'mutualTLS') return write('Mutual', { realm: details.realm })
    const token = type === 'http' ? scheme.toLowerCase() : 'bearer'
    if (token === 'basic') return write('Basic', { realm: details.realm, charset: 'UTF-8' })
    const word = token === 'bearer' ? 'Bearer' : scheme
    return write(word, { realm: details.realm, error: details.error, scope: details.scopes?.join(' ') })
  })
  return [...new Set(challenges)].join(', ')
}

function write(scheme: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const written = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}="${quotable(value)}"`],
  )
  return `${scheme} ${written.join(', ')}`
}

/**
 * Text of a document goes into a header: characters that a header cannot carry are left out, quotes are
 * escaped.
 */
function quotable(text: string): string {
  return text.replace(/[^\t\x20-\x7e]/g, '').replace(/["\\]/g, '\\$&')
}
