import type { ParameterDescriptor } from '@concordat/runtime/http'
import type { Maker } from '../values/maker.ts'

/** Input of a signature. */
interface Signing {
  readonly secret: string
  readonly body: Uint8Array<ArrayBuffer>
  /** The headers of the request so far. */
  readonly headers: Headers
}

/** True if a header contains a signature. */
export function isSignatureHeader({ name, in: location }: ParameterDescriptor): boolean {
  return location === 'header' && /signature|hmac/i.test(name)
}

/**
 * Creates a body's signature in the form that the document describes for the header. "webhook-signature"
 * follows Standard Webhooks and covers id, time and body. Any other header is an HMAC of the body: SHA-256
 * unless the name, pattern, example or description names another hash; hexadecimal unless they mention
 * base64; with the prefix from the pattern or example ("sha256=").
 * @see https://www.standardwebhooks.com
 */
export async function webhookSignature(
  { name, schema }: ParameterDescriptor,
  { secret, body, headers }: Signing,
  maker: Maker,
): Promise<string> {
  if (name.toLowerCase() === 'webhook-signature') {
    const id = headers.get('webhook-id') ?? ''
    const time = headers.get('webhook-timestamp') ?? ''
    const signed = joined(new TextEncoder().encode(`${id}.${time}.`), body)
    const key = secret.startsWith('whsec_')
      ? bytesOf(atob(secret.slice(6)))
      : new TextEncoder().encode(secret)
    return `v1,${base64(await hmac('SHA-256', key, signed))}`
  }
  const { pattern, description, examples, example } = maker.schema(schema).keywords
  const forms = [pattern, example, ...(Array.isArray(examples) ? examples : [])].map(String)
  const said = [name, description, ...forms].join(' ')
  const [, bits = '256'] = /sha-?(1|256|384|512)(?!\d)/i.exec(said) ?? []
  const prefix = forms.map((form) => /^\^?(\w+=)/.exec(form)?.[1]).find((found) => found !== undefined) ?? ''
  const digest = await hmac(`SHA-${bits}`, new TextEncoder().encode(secret), body)
  return prefix + (/base64/i.test(said) ? base64(digest) : hexadecimal(digest))
}

async function hmac(
  hash: string,
  secret: Uint8Array<ArrayBuffer>,
  text: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, text))
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(one.length + other.length)
  whole.set(one)
  whole.set(other, one.length)
  return whole
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

function hexadecimal(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
