import { type Challenge, challengeKeyHeader, challengeOption, KEY, UNTOLD } from '@concordat/contract/access'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import type { Given } from '../../../options/options.ts'
import { environmentWithKey } from './environment.ts'

/** Challenge of a server whose document declares no credentials, and settings that answer it with the key. */
export interface AnsweredChallenge {
  /** Settings of the command line, with a header for the key. */
  readonly given: Given
  /** Line for people about the challenge and the answer. */
  readonly line: string
}

/**
 * Answers the challenge of a server whose document declares no security scheme with the key of the command
 * line or environment. Without a challenge the key goes where most servers expect it, since only operations
 * with real values may require it.
 * @returns `undefined` without challenge and key.
 */
export function answerChallenge(
  challenge: Challenge | undefined,
  { document, given }: { readonly document: DocumentDescriptor; readonly given: Given },
): AnsweredChallenge | undefined {
  if (Object.keys(document.securitySchemes).length > 0) return undefined
  const key = environmentWithKey(given)[KEY]
  if (challenge === undefined && !key) return undefined
  const { scheme, header: place } = challenge ?? UNTOLD
  const note = `\n  The document declares no scheme: this is what ${scheme === '' ? 'most servers take' : 'the server asks for'}.`
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
  if (challenge === undefined) return 'no read that was tried asked for one'
  return challenge.scheme === '' ? '401 without WWW-Authenticate' : `WWW-Authenticate: ${challenge.scheme}`
}
