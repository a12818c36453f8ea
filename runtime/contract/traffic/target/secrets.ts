import type { DocumentDescriptor } from '@concordat/runtime/http'
import { credentialBase64 } from '../../data/exchange/request.ts'
import { BASE64_SECRET, ENCODED_SECRET, environmentName, type Secret } from '../../data/exchange/variables.ts'
import { isLikeSecret, secrets } from '../../lexicon/lexicon.ts'
import { schemesOfKey } from '../credentials/one-key.ts'
import { CREDENTIAL_PREFIX, KEY, OTHER_KEY, READ_KEY_VARIABLE, type Target } from './target.ts'

/**
 * Minimum length of a credential that is hidden. Hiding a shorter one, such as "1" as a password, would make
 * every text unreadable.
 */
const SHORTEST_SECRET = 6

/**
 * True if records hide a header's value, because of its name or because it resembles a secret.
 * @param value The value, if a user configured it.
 */
export function isSecretHeader(name: string, value = ''): boolean {
  return secrets.headers.has(name) || isLikeSecret(value)
}

/** The owner of credentials. */
export type Whose = 'main' | 'other' | 'reader' | 'scoped'

const OF_OTHERS = { other: OTHER_KEY, reader: READ_KEY_VARIABLE, scoped: 'CONCORDAT_SCOPED_KEY' } as const

/**
 * Returns the environment variable that contains a credential or, if none does, a variable whose name
 * identifies the credential's owner.
 */
export function credentialVariable(
  document: DocumentDescriptor,
  { whose, scheme, text }: { readonly whose: Whose; readonly scheme: string; readonly text?: string },
): string {
  if (whose !== 'main') return OF_OTHERS[whose]
  return schemesOfKey(document, text).includes(scheme) ? KEY : CREDENTIAL_PREFIX + environmentName(scheme)
}

/** Returns the environment variable for a header that is sent with every request. */
export function targetVariableOfHeader(name: string): string {
  return `CONCORDAT_HEADER_${environmentName(name)}`
}

function variableOfOperation(scheme: string, operationId: string): string {
  return `${CREDENTIAL_PREFIX}${environmentName(scheme)}_${environmentName(operationId)}`
}

/**
 * Returns configured values that must not appear in records: credentials, and headers that could be secret.
 */
export function secretsOfTarget(document: DocumentDescriptor, target: Target): readonly Secret[] {
  const { headers = {}, credentials, otherCredentials, readerCredentials } = target
  const sets = { main: credentials, other: otherCredentials, reader: readerCredentials } as const
  const ofIdentities = (['main', 'other', 'reader'] as const).flatMap((whose) =>
    Object.entries(sets[whose] ?? {}).flatMap(([scheme, text]) =>
      typeof text === 'string'
        ? writtenTargetSecrets(text, credentialVariable(document, { whose, scheme, text }))
        : [],
    ),
  )
  const ofHeaders = Object.entries(headers).flatMap(([name, text]) =>
    typeof text === 'string' && isSecretHeader(name, text)
      ? writtenTargetSecrets(text, targetVariableOfHeader(name))
      : [],
  )
  const ofOperations = Object.entries(target.operations ?? {}).flatMap(
    ([operationId, { credentials: own = {} }]) =>
      Object.entries(own).flatMap(([scheme, text]) =>
        writtenTargetSecrets(text, variableOfOperation(scheme, operationId)),
      ),
  )
  return sortTargetSecrets([...ofIdentities, ...ofHeaders, ...ofOperations])
}

/**
 * Returns a credential in all forms in which a request can contain it. @param variable the variable's name
 * without a dollar sign.
 */
export function writtenTargetSecrets(secret: string, variable: string): readonly Secret[] {
  return [
    { secret, variable: `$${variable}` },
    { secret: credentialBase64(secret), variable: `$${variable}${BASE64_SECRET}` },
    { secret: encodeURIComponent(secret), variable: `$${variable}${ENCODED_SECRET}` },
  ]
}

/**
 * Sorts secrets longest first, because one secret may be part of another. Drops secrets that are too short;
 * if several variables have the same secret, the first is kept.
 */
export function sortTargetSecrets(secrets: readonly Secret[]): readonly Secret[] {
  const byText = new Map(secrets.toReversed().map((one) => [one.secret, one]))
  return [...byText.values()]
    .filter(({ secret }) => secret.length >= SHORTEST_SECRET)
    .sort((a, b) => b.secret.length - a.secret.length)
}
