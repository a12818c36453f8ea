import { type Challenge, KEY, keyHeader, optionFor } from '@concordat/contract/access'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import type { Given } from '../../../options/options.ts'
import { environmentWith } from './environment.ts'

/** What the server asked for where the document says nothing of credentials, and what the key makes of it. */
export interface AnsweredChallenge {
  /** What the command line says, with the header that carries the key. */
  readonly given: Given
  /** For people: what was asked for, and with what it is answered. */
  readonly line: string
}

const UNSENT =
  'Credentials\n  the key  not sent  The document declares no scheme, and no read that was tried asked for one.  --header "Authorization: Bearer KEY"'

/**
 * Lets the one key of the command line or the environment answer the challenge of a server whose document declares no security scheme.
 * @returns `undefined` where there is nothing to answer.
 */
export function answerChallenge(
  challenge: Challenge | undefined,
  { document, given }: { readonly document: DocumentDescriptor; readonly given: Given },
): AnsweredChallenge | undefined {
  if (Object.keys(document.securitySchemes).length > 0) return undefined
  const key = environmentWith(given)[KEY]
  if (challenge === undefined) return key ? { given, line: UNSENT } : undefined
  const isTold = challenge.scheme !== ''
  const what = isTold ? `  WWW-Authenticate: ${challenge.scheme}  ` : '  401 without WWW-Authenticate  '
  const note = `\n  The document declares no scheme: this is what ${isTold ? 'the server asks for' : 'most servers take'}.`
  const header = key ? keyHeader(challenge, key) : undefined
  if (header === undefined)
    return { given, line: `Credentials\n${what}missing  perhaps needed  ${optionFor(challenge)}${note}` }
  const { name, value } = header
  return {
    given: { ...given, headers: { ...given.headers, [name]: value } },
    line: `Credentials\n${what}given: the key, in ${name}  every request${note}`,
  }
}
