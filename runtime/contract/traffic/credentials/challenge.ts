import { base64 } from '../../data/exchange/request.ts'
import { schemes } from '../../lexicon/lexicon.ts'

/** Challenge by which a server asks for a credential: "Basic", "Bearer", … @see RFC 9110, 11.6.1 */
export interface Challenge {
  /** As the server spells it; empty where it refuses and does not say. */
  readonly scheme: string
  /** The header that the credential goes in. */
  readonly header: string
}

/** A header that carries a key. */
interface KeyHeader {
  readonly name: string
  readonly value: string
}

/** Parameters by which servers name the header of a key, which no standard does. */
const NAMED = /\b(?:header|header_name|name|param)="?([\w-]+)"?/i
const KEY_HEADER = 'X-API-Key'

/**
 * A refusal that does not say what it wants, against RFC 9110: most servers that do so take the key there.
 */
export const UNTOLD: Challenge = { scheme: '', header: 'Authorization' }

/** The first challenge of a `WWW-Authenticate` header that one key can answer. */
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
 * Header that carries the key in answer to a challenge; `undefined` for one that wants user and password if
 * the key is none.
 */
export function keyHeader({ scheme, header }: Challenge, key: string): KeyHeader | undefined {
  if (header !== 'Authorization') return { name: header, value: key }
  if (scheme === '') return keyHeader({ scheme: key.includes(':') ? 'Basic' : 'Bearer', header }, key)
  if (scheme.toLowerCase() !== 'basic') return { name: header, value: `${scheme} ${key}` }
  return key.includes(':') ? { name: header, value: `Basic ${base64(key)}` } : undefined
}

/** The option that supplies what a challenge asks for, as a person types it. */
export function optionFor({ scheme, header }: Challenge): string {
  if (scheme.toLowerCase() === 'basic') return '--key USER:PASSWORD'
  if (scheme === '') return '--key KEY, --key USER:PASSWORD, or --header "NAME: VALUE"'
  return header === 'Authorization' ? '--key KEY' : `--key KEY, or --header "${header}: KEY"`
}
