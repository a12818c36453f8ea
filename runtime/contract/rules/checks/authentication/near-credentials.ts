import type { SecuritySchemeDescriptor } from '@concordat/runtime/http'
import type { NearSecret } from '../../../data/exchange/request.ts'
import { CUT, SWAPPED } from '../../../data/exchange/variables.ts'

/** A credential that nobody has, and that differs little from one that somebody has. */
export interface NearCredential {
  /** "with the credential and one more character" */
  readonly name: string
  readonly text: string
  /** The part of it that gives away most of the true one. */
  readonly near?: NearSecret
}

/** Shorter ones may be names, and what is cut from them may be one too. */
const SHORTEST = 6
const HEXADECIMAL = /^[\da-f-]+$/i
/**
 * Three parts in base64url, of which the last is a signature: its last bits may be padding.
 * @see RFC 7515, 7.1
 */
const SIGNED = /^[\w-]+\.[\w-]+\.[\w-]+$/
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * A true credential with a character more, without its last, with another one there, and in the other case:
 * servers that compare beginnings, or as their database does, take them for the true one. Passwords are left
 * out, as a server may lock an account after a wrong one.
 */
export function nearCredentials(
  { type, scheme }: SecuritySchemeDescriptor,
  credential: string,
): NearCredential[] {
  if ((type === 'http' && scheme === 'basic') || credential.length < SHORTEST) return []
  const [start, last] = [credential.slice(0, -1), credential.slice(-1)]
  // Digits beyond 9 mean the same in either case.
  const other = HEXADECIMAL.test(credential) ? credential : inOtherCase(credential)
  const cut = { of: credential, text: start, form: CUT }
  const swapped = { of: credential, text: other, form: SWAPPED }
  return [
    { name: 'with the credential and one more character', text: `${credential}x` },
    { name: 'with the credential without its last character', text: start, near: cut },
    {
      name: 'with the credential with another last character',
      text: start + otherThan(last, SIGNED.test(credential)),
      near: cut,
    },
    ...(other === credential
      ? []
      : [{ name: 'with the credential in the other letter case', text: other, near: swapped }]),
  ]
}

/** A character of the same kind; of base64 one that differs in its highest bit, which is never padding. */
function otherThan(character: string, isSigned: boolean): string {
  const index = BASE64URL.indexOf(character)
  if (isSigned && index !== -1) return BASE64URL[index ^ 32] ?? 'A'
  if (/\d/.test(character)) return String((Number(character) + 5) % 10)
  return /b/i.test(character) ? 'c' : 'b'
}

function inOtherCase(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}
