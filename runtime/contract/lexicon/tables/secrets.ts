import { singularOf } from '../names/inflection.ts'
import { vocabulary, vocabularyRows, vocabularySubset } from '../names/vocabulary.ts'
import { lowerWordsOf } from '../names/words.ts'
import { isIdentifyingName } from './identifiers.ts'
import { pageLinkWords } from './paging.ts'

/** Names of values that grant access to anybody who has them, or that must be kept secret. */
const NAMES =
  vocabularyRows(`password:userPassword passwd:db_passwd passphrase secret:clientSecret token:accesstoken Key
apikey:x-api-key accesskey:AccessKeyId Authorization cookie:Set-Cookie
credential:X-Amz-Credential macaroon:admin_macaroon session:sessionid signature:X-Goog-Signature auth jwt sig code otp PIN`)

/** Names of secrets, and of the headers that contain them. */
export const secrets = {
  /** Headers whose values are hidden in every record. */
  headers: vocabularySubset(NAMES, 'inside', 'authorization cookie key macaroon token secret password'),
  /** Properties of bodies, and parameters, whose strings must not appear in a report. */
  members: vocabularySubset(
    NAMES,
    'inside',
    'password passwd passphrase secret token apikey accesskey authorization credential macaroon session signature',
  ),
  /** Secret properties and parameters that are recognized only by their whole names. */
  short: vocabularySubset(NAMES, 'whole', 'key code otp pin sig auth jwt'),
  /** Parameters in links that grant access to anybody who has the link. */
  links: vocabularySubset(
    NAMES,
    'inside',
    'password passwd passphrase secret token apikey accesskey credential macaroon signature',
  ),
  /**
   * Parameters in links that are recognized only by their whole names. A "code" or "key" in a link can be a
   * filter, so it is not included.
   */
  shortInLinks: vocabularySubset(NAMES, 'whole', 'authorization auth jwt sig'),
}

/** True for a property or parameter whose string must not appear in a report. */
export function isSecretMember(name: string): boolean {
  return secrets.members.has(name) || secrets.short.has(name)
}

/** A generated string: long, without spaces, and with letters and digits. */
const RANDOM = /^(?=.*\d)(?=.*[a-z])\S{16,}$/i

/**
 * True for a property's string if it grants access to anybody who has it. A "key" or "code" can be just a
 * name, so its value must look like a secret.
 */
export function isSecretByName(name: string, value: unknown): boolean {
  if (typeof value !== 'string' || value === '' || isSecretMask(value)) return false
  return secrets.members.has(name) || (secrets.short.has(name) && RANDOM.test(value))
}

/** True for a string that replaces a secret in a response: "***", "sk-…4f2a". */
export function isSecretMask(text: string): boolean {
  return /^(?:[*•●x]{3,}|\S{0,12}(?:[*•●]{3,}|\.{3}|…)\S{0,12})$/i.test(text)
}

/**
 * True if one view of an item has nothing, or a mask, in place of a secret in the other view or in a request.
 * Many secrets are shown only once, or never.
 */
export function isHeldBack(name: string, one: unknown, other: unknown): boolean {
  return (isSecretByName(name, one) && isBlank(other)) || (isSecretByName(name, other) && isBlank(one))
}

function isBlank(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'string' && isSecretMask(value)
}

/** The beginning of a time, or of an address with a scheme. */
const TIME_OR_ADDRESS = /^(?:\d{4}-\d\d|[a-z][a-z\d+.-]*:\/\/)/i

/** Minimum length of a generated string that is a secret under any name. */
const LEAST_SECRET = 24

/** True for a string that was probably generated, and may be a secret, whatever its name is. */
export function isLikeSecret(text: string): boolean {
  return text.length >= LEAST_SECRET && RANDOM.test(text) && !TIME_OR_ADDRESS.test(text)
}

/** True for a generated string under the name of a secret, unless it names an item or continues a list. */
export function isGeneratedSecret(name: string, value: unknown): boolean {
  const isOther = pageLinkWords.continuing.has(name) || csrfTokens.has(name) || isIdentifyingName(name)
  if (typeof value !== 'string' || isOther || TIME_OR_ADDRESS.test(value)) return false
  return isSecretMember(name) && RANDOM.test(value) && !isSecretMask(value)
}

/** Objects that prove a statement to anybody, so that the signature or JWT in them is no secret. */
export const proofs = vocabulary('last', 'proof:credentialProof')

/** Objects with a key that is for anybody. */
export const publicKeys = vocabulary('end', 'pubkey:consensus_pubkey publickey:PublicKey')

/** Names of tokens that protect against cross-site request forgery. */
export const csrfTokens = vocabulary(
  'inside',
  'csrf:csrftoken xsrf:XSRF-TOKEN authenticity_token __RequestVerificationToken',
)

/**
 * Authentication schemes whose credential is a single string, after a word or in its own header. Other
 * schemes compute a credential for each request.
 */
const SCHEMES = vocabularyRows('Basic Bearer Token Api-Key Key JWT OAuth')

/** Authentication schemes, grouped by the form of the credential. */
export const schemes = {
  ofOneText: vocabularySubset(SCHEMES, 'whole', 'basic bearer token apikey key jwt oauth'),
  /** Schemes whose credential is a token after the scheme's name. */
  ofTokens: vocabularySubset(SCHEMES, 'whole', 'bearer token'),
  /** Schemes whose credential is a key in its own header. */
  ofKeys: vocabularySubset(SCHEMES, 'whole', 'apikey key'),
}

/** Effects that requests have on credentials and callers, determined by names and paths. */
export const access = {
  /** Words for a request that ends or replaces the caller's credential, regardless of its method. */
  ending: vocabulary('any', 'log_out signOut logoff revoke:revokeGrant rotate:rotateKeys'),
  /** Words that precede a credential that a request ends or replaces: "resetApiToken". */
  renewing: vocabulary(
    'any',
    `reset:resetSecret renew:renewSession regenerate:regenerateApiKey refresh:refreshToken roll:rollSecret
invalidate:invalidateSessions expire:expireCredential delete:deleteApiKey remove:removeToken`,
  ),
  renewed: vocabulary('any', 'token:accessToken key:api_key secret session credential'),
  /** Secrets of people. Any write other than a create ends or replaces such a secret. */
  ofPeople: vocabulary(
    'any',
    'password:changePassword passwd passphrase:set_passphrase mfa:enableMfa 2fa:disable_2fa otp:verifyOtp',
  ),
  /** Path segments that represent the caller: "/users/me". */
  callers: vocabulary('whole', 'me self myself current current_user whoami my-account my_profile my-user'),
  /** Last path segments for parts of the caller's account: "/users/me/settings". */
  parts: vocabulary('whole', 'account profile email settings'),
  /** Collections of credentials and sessions. Clearing one removes the caller's own credential too. */
  credentials: vocabulary(
    'whole',
    'session sessions token tokens api_key api-keys credential credentials account',
  ),
  /** Last path segments of token endpoints and related endpoints. @see RFC 6749, RFC 7009, RFC 7662 */
  grants: vocabulary(
    'whole',
    'token authorize authorization introspect introspection revoke revocation device',
  ),
}

/**
 * "always" if a request with this name ends or replaces the caller's own credential; "by writing" if it ends
 * or replaces somebody's credential when it writes.
 */
export function endsAccess(name: string): 'always' | 'by writing' | undefined {
  const words = lowerWordsOf(name)
  const renewing = words.findIndex((word) => access.renewing.has(word))
  const isRenewing =
    renewing >= 0 && words.slice(renewing + 1).some((word) => access.renewed.has(singularOf(word)))
  if (access.ending.has(name) || isRenewing) return 'always'
  return access.ofPeople.has(name) ? 'by writing' : undefined
}

/** True for a path that represents the caller, or a part of the caller's account. */
export function isCallerPath(path: string): boolean {
  const [last = '', before = ''] = segmentsOf(path).toReversed()
  return access.callers.has(last) || (access.parts.has(last) && access.callers.has(before))
}

/** True for the path of an account, or of a collection that contains credentials or sessions. */
export function isCredentialsPath(path: string): boolean {
  return access.credentials.has(segmentsOf(path).at(-1) ?? '')
}

/** True for the path of an OAuth endpoint that grants, revokes or inspects tokens. */
export function isTokensPath(path: string): boolean {
  const [last = '', ...before] = segmentsOf(path).toReversed()
  return access.grants.has(last) && before.some((segment) => /^oauth2?$/i.test(segment))
}

/** The segments of a path. A segment that contains "{" or ":" is empty, because it can be a parameter. */
function segmentsOf(path: string): readonly string[] {
  return path
    .replace(/\/$/, '')
    .split('/')
    .map((segment) => (/[{:]/.test(segment) ? '' : segment))
}
