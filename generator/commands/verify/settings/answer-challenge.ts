import type { CredentialSet } from '@concordat/contract'
import {
  type Challenge,
  challengeKeyHeader,
  challengeOption,
  isSecretHeader,
  KEY,
  TOKEN_WORDS,
  UNTOLD,
} from '@concordat/contract/access'
import { type DocumentDescriptor, refusesFor } from '@concordat/runtime/http'
import type { Given } from '../../../options/options.ts'
import type { AskAround } from '../address/ask-around.ts'
import { environmentWithKey } from './environment.ts'

/**
 * Settings that send the key to a server whose document declares no credentials, and a line about the
 * server's challenge.
 */
export interface AnsweredChallenge {
  /** Command-line settings, with a header for the key if there is one. */
  readonly given: Given
  /** Line that tells the user about the challenge and how it was answered. */
  readonly line: string
}

/**
 * Uses the key from the command line or environment for a server whose document declares no security scheme.
 * Without a challenge, the key is sent where most servers expect it, because the server might require it only
 * in requests with real values.
 * @returns `undefined` if the document declares a scheme, or if there is neither a challenge nor a key.
 */
export function keyForUndeclaredScheme(
  challenge: Challenge | undefined,
  {
    document,
    given,
    credentials = {},
  }: {
    readonly document: DocumentDescriptor
    readonly given: Given
    readonly credentials?: CredentialSet | undefined
  },
): AnsweredChallenge | undefined {
  if (Object.keys(document.securitySchemes).length > 0) return undefined
  const key = environmentWithKey(given)[KEY]
  if (challenge === undefined && !key) return undefined
  const headers = Object.keys(given.headers ?? {}).filter((name) => isSecretHeader(name))
  // Without schemes, only logins can be configured: `Keyring` rejects other credentials.
  const logins = Object.keys(credentials)
  const own = [
    ...(headers.length > 0 ? [`${headers.join(', ')}, with --header`] : []),
    ...(logins.length > 0 ? [`the login ${logins.join(', ')}`] : []),
  ]
  if (!key && own.length > 0)
    return {
      given,
      line: `Credentials\n  ${asked(challenge)}  given: ${own.join('; ')}  every request`,
    }
  const { scheme, header: place, at } = challenge ?? UNTOLD
  const note = `\n  The document declares no scheme, so this is the form that ${scheme === '' ? 'most servers expect' : at === undefined ? 'the server asks for' : 'the server accepts'}.`
  const header = key ? challengeKeyHeader({ scheme, header: place }, key) : undefined
  const what = `Credentials\n  ${asked(challenge)}  `
  if (header === undefined)
    return {
      given,
      line: `${what}missing  perhaps needed  ${challengeOption({ scheme, header: place })}${note}`,
    }
  const { name, value } = header
  return {
    given: { ...given, headers: { ...given.headers, [name]: value } },
    line: `${what}given: the key, in ${name}  every request${note}`,
  }
}

/**
 * Adds the word that precedes the key, such as "Bearer", to a challenge that names none. The rejected read is
 * sent again with each word that servers expect, until it is accepted.
 */
export async function withProbedKeyWord(
  challenge: Challenge | undefined,
  { given, ask }: { readonly given: Given; readonly ask: AskAround },
): Promise<Challenge | undefined> {
  const key = environmentWithKey(given)[KEY]
  if (challenge?.at === undefined || challenge.scheme !== '' || !key || /[:\s]/.test(key)) return challenge
  for (const scheme of TOKEN_WORDS) {
    const answer = await ask(challenge.at, undefined, { [challenge.header]: `${scheme} ${key}` })
    if (answer !== undefined && !refusesFor(answer.status, 'caller')) return { ...challenge, scheme }
  }
  return challenge
}

/** The challenge in words. */
function asked(challenge: Challenge | undefined): string {
  if (challenge === undefined) return 'no attempted read asked for a credential'
  return challenge.scheme === '' || challenge.at !== undefined
    ? '401 without WWW-Authenticate'
    : `WWW-Authenticate: ${challenge.scheme}`
}
