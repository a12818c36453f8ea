import type { SecuritySchemeDescriptor } from '@concordat/runtime/http'
import type { NearSecret } from '../../../data/exchange/request.ts'
import { CUT_SECRET, SWAPPED_SECRET } from '../../../data/exchange/variables.ts'

/** A credential that does not exist but is very similar to a real one. */
export interface NearCredential {
  /** A phrase such as "with one character added to the credential". */
  readonly name: string
  readonly text: string
  /** The part of this credential that reveals most of the real one. */
  readonly near?: NearSecret
}

/**
 * Minimum length of a credential to vary. A shorter one is probably a name, and its variants can be valid
 * names too.
 */
const SHORTEST = 6
const HEXADECIMAL = /^[\da-f-]+$/i
/**
 * Three parts in base64url, of which the last is a signature. The last bits of a signature can be padding.
 * @see RFC 7515, 7.1
 */
const SIGNED = /^[\w-]+\.[\w-]+\.[\w-]+$/
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * Credentials that differ little from a real one: one more character, no last character, a different last
 * character, and the opposite letter case. Servers that compare only the beginning, or ignore letter case as
 * some databases do, accept these. Passwords are excluded, because a server can lock an account after a wrong
 * password.
 */
export function nearCredentials(
  { type, scheme }: SecuritySchemeDescriptor,
  credential: string,
): NearCredential[] {
  if ((type === 'http' && scheme === 'basic') || credential.length < SHORTEST) return []
  const [start, last] = [credential.slice(0, -1), credential.slice(-1)]
  // Hexadecimal letters have the same meaning in either case, so their case is not changed.
  const other = HEXADECIMAL.test(credential) ? credential : inOtherCase(credential)
  const cut = { of: credential, text: start, form: CUT_SECRET }
  const swapped = { of: credential, text: other, form: SWAPPED_SECRET }
  return [
    { name: 'with one character added to the credential', text: `${credential}x` },
    { name: 'with the last character of the credential removed', text: start, near: cut },
    {
      name: 'with the last character of the credential changed',
      text: start + otherThan(last, SIGNED.test(credential)),
      near: cut,
    },
    ...(other === credential
      ? []
      : [{ name: 'with the letter case of the credential swapped', text: other, near: swapped }]),
  ]
}

/**
 * A different character: in a signature, one that differs in the highest bit, which is never padding;
 * otherwise a digit for a digit, and a letter for anything else.
 */
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
