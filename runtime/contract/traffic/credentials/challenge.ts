import { credentialBase64 } from '../../data/exchange/request.ts'
import { schemes } from '../../lexicon/lexicon.ts'

/** A server's challenge for a credential: "Basic", "Bearer", … @see RFC 9110, 11.6.1 */
export interface Challenge {
  /**
   * The scheme in the server's spelling; empty if the server sends no challenge when it rejects a request.
   */
  readonly scheme: string
  /** The header that must carry the credential. */
  readonly header: string
  /** The URL of a read that was rejected with this challenge, if known. */
  readonly at?: string | undefined
}

/** A header that carries a key. */
interface KeyHeader {
  readonly name: string
  readonly value: string
}

/** Parameters in which servers name the header for a key. None of them is standard. */
const NAMED = /\b(?:header|header_name|name|param)="?([\w-]+)"?/i
const KEY_HEADER = 'X-API-Key'

/**
 * Represents an error response without a challenge, which violates RFC 9110. Most servers that send such a
 * response accept the key in this header.
 */
export const UNTOLD: Challenge = { scheme: '', header: 'Authorization' }

/** Returns the first challenge in a `WWW-Authenticate` header that a single key can satisfy. */
export function readChallenge(header: string | null): Challenge | undefined {
  for (const part of (header ?? '').split(/,\s*(?=[\w!#$%&'*+.^`|~-]+(?:\s|,|$))/)) {
    const [, scheme = '', parameters = ''] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*(.*)$/s.exec(part) ?? []
    if (/^x-[\w-]+$/i.test(scheme)) return { scheme, header: scheme }
    if (!schemes.ofOneText.has(scheme)) continue
    const named = NAMED.exec(parameters)?.[1]
    return { scheme, header: schemes.ofKeys.has(scheme) ? (named ?? KEY_HEADER) : 'Authorization' }
  }
  return undefined
}

/**
 * Returns the header with the key for a challenge; `undefined` if the challenge requires a user and a
 * password, but the key is not such a pair.
 */
export function challengeKeyHeader({ scheme, header }: Challenge, key: string): KeyHeader | undefined {
  if (header !== 'Authorization') return { name: header, value: key }
  if (scheme === '')
    return challengeKeyHeader({ scheme: key.includes(':') ? 'Basic' : 'Bearer', header }, key)
  if (scheme.toLowerCase() !== 'basic') return { name: header, value: `${scheme} ${key}` }
  return key.includes(':') ? { name: header, value: `Basic ${credentialBase64(key)}` } : undefined
}

/**
 * Returns the option that sends the header for a challenge, as the user would type it; `undefined` if the
 * request already had such a header.
 */
export function unmetChallengeOption(
  { scheme, header }: Challenge,
  sent: Readonly<Record<string, string>>,
): string | undefined {
  const start = header === 'Authorization' ? `${scheme} ` : ''
  const isMet = Object.entries(sent).some(
    ([name, value]) =>
      name.toLowerCase() === header.toLowerCase() && value.toLowerCase().startsWith(start.toLowerCase()),
  )
  return isMet ? undefined : `--header "${header}: ${start}KEY"`
}

/** Returns the option that provides the credential for a challenge, as the user would type it. */
export function challengeOption({ scheme, header }: Challenge): string {
  if (scheme.toLowerCase() === 'basic') return '--key USER:PASSWORD'
  if (scheme === '') return '--key KEY, --key USER:PASSWORD, or --header "NAME: VALUE"'
  return header === 'Authorization' ? '--key KEY' : `--key KEY, or --header "${header}: KEY"`
}
