import { hash, randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * Number of random bytes in a personal API key. Such a key is impossible to guess, so an unsalted digest can
 * be stored.
 */
const keyBytes = 35

const tokenBytes = 32

/** Creates a personal API key: `phx_` and a base-62 string. */
export function makeKey(): string {
  return `phx_${base62(randomBytes(keyBytes))}`
}

/**
 * Creates a project's token: `phc_` and a base-62 string. It permits only sending events, and is not secret.
 */
export function makeProjectToken(): string {
  return `phc_${base62(randomBytes(tokenBytes))}`
}

/** The form of a key that is stored and used for lookups. */
export function digestKey(key: string): string {
  return `sha256$${hash('sha256', key)}`
}

/** The form of a key that can be shown after its creation. */
export function maskKey(key: string): string {
  return `${key.slice(0, 4)}...${key.slice(-4)}`
}

function base62(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  for (; rest > 0n; rest /= 62n) text = alphabet.charAt(Number(rest % 62n)) + text
  return text
}
