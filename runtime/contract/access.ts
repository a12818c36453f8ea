/** The package entry `@concordat/contract/access`: how a run reaches its server, and as whom. */

export { type Challenge, keyHeader, optionFor, readChallenge, UNTOLD } from './credentials/challenge.ts'
export { logIn } from './credentials/cookies/cookie-login.ts'
export { keyFromCommand } from './credentials/key-command.ts'
export { login, type TokenPlace } from './credentials/login.ts'
export { type Grant, tokenFor } from './credentials/oauth.ts'
export { schemesOfKey } from './credentials/one-key.ts'
export { leavesSecurityOpen } from './credentials/open-security.ts'
export { readWfc, type WfcUser } from './credentials/wfc/wfc.ts'
export { identityOf, type WfcIdentity } from './credentials/wfc/wfc-identity.ts'
export { environmentName, HIDDEN } from './exchange/variables.ts'
export { isSecretHeader } from './target/secrets.ts'
export {
  CREDENTIAL_PREFIX,
  DEFAULT_TIMEOUT_MS,
  KEY,
  KEY_COMMAND,
  OTHER_KEY,
  OTHER_PATH_PREFIX,
  PATH_PREFIX,
} from './target/target.ts'
export { ask, type Connection, type Question, Refused } from './transport/ask.ts'
export { Pace } from './transport/pace.ts'
export type { OutgoingRequest, Sign } from './transport/sign.ts'
export { signByCommand } from './transport/sign-command.ts'
export { type Tls, type Transport, transportOf } from './transport/transport.ts'
