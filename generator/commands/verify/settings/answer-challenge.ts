import { type Challenge, challengeKeyHeader, challengeOption, KEY, UNTOLD } from '@concordat/contract/access'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import type { Given } from '../../../options/options.ts'
import { environmentWithKey } from './environment.ts'

/**
 * A challenge from a server whose document declares no credentials, with the settings that respond to it
 * using the key.
 */
export interface AnsweredChallenge {
  /** Command-line settings, with a header added for the key. */
  readonly given: Given
  /** Line that tells the user about the challenge and how it was answered. */
  readonly line: string
}

/**
 * Uses the key from the command line or environment for a server whose document declares no security scheme.
 * Without a challenge, the key is sent where most servers expect it, because the server might require it only
 * for operations with real values.
 * @returns `undefined` if there is neither a challenge nor a key.
 */
export function answerChallenge(
  challenge: Challenge | undefined,
  { document, given }: { readonly document: DocumentDescriptor; readonly given: Given },
): AnsweredChallenge | undefined {
  if (Object.keys(document.securitySchemes).length > 0) return undefined
  const key = environmentWithKey(given)[KEY]
  if (challenge === undefined && !key) return undefined
  const { scheme, header: place } = challenge ?? UNTOLD
  const note = `\n  The document declares no scheme, so this is the form that ${scheme === '' ? 'most servers expect' : 'the server asks for'}.`
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

/** The challenge in words. */
function asked(challenge: Challenge | undefined): string {
  if (challenge === undefined) return 'no attempted read asked for a credential'
  return challenge.scheme === '' ? '401 without WWW-Authenticate' : `WWW-Authenticate: ${challenge.scheme}`
}
