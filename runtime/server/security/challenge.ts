import type { SecuritySchemeDescriptor } from '../../http/operation.ts'

/** A challenge's parameters other than the scheme. */
export interface ChallengeDetails {
  /** Title of the document. */
  readonly realm: string
  readonly error?: 'invalid_token' | 'insufficient_scope'
  readonly scopes?: readonly string[]
}

/**
 * Creates the value of `WWW-Authenticate`, with a challenge for each of the schemes. API keys have no
 * registered scheme, so their challenge is "ApiKey" and states where to send the key.
 * @see RFC 9110, 11.6.1; RFC 6750, 3
 */
export function writeChallenge(
  schemes: readonly SecuritySchemeDescriptor[],
  details: ChallengeDetails,
): string {
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
 * Prepares text from a document for a header: removes characters that are not allowed, and escapes quotes.
 */
function quotable(text: string): string {
  return text.replace(/[^\t\x20-\x7e]/g, '').replace(/["\\]/g, '\\$&')
}
