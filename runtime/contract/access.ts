/**
 * The package entry `@concordat/contract/access`: how a run reaches its server, and which identities it uses.
 */

export { environmentName, HIDDEN } from './data/exchange/variables.ts'
export {
  type Challenge,
  challengeKeyHeader,
  challengeOption,
  readChallenge,
  UNTOLD,
} from './traffic/credentials/challenge.ts'
export { logInWithCookies } from './traffic/credentials/cookies/cookie-login.ts'
export { keyFromCommand } from './traffic/credentials/key-command.ts'
export { requestLoginToken, type TokenPlace } from './traffic/credentials/login.ts'
export { type Grant, oauthToken } from './traffic/credentials/oauth.ts'
export { schemesOfKey } from './traffic/credentials/one-key.ts'
export { leavesSecurityOpen } from './traffic/credentials/open-security.ts'
export { TOKEN_WORDS } from './traffic/credentials/spelling.ts'
export { readWfc, type WfcUser } from './traffic/credentials/wfc/wfc.ts'
export { type WfcIdentity, wfcIdentity } from './traffic/credentials/wfc/wfc-identity.ts'
export { isSecretHeader, targetVariableOfHeader } from './traffic/target/secrets.ts'
export {
  CREDENTIAL_PREFIX,
  DEFAULT_TIMEOUT_MS,
  KEY,
  KEY_COMMAND,
  OTHER_KEY,
  OTHER_PATH_PREFIX,
  PATH_PREFIX,
} from './traffic/target/target.ts'
export { askServer, type HttpConnection, HungUp, type Question, Refused } from './traffic/transport/ask.ts'
export { Pace } from './traffic/transport/pace.ts'
export type { OutgoingRequest, Sign } from './traffic/transport/sign.ts'
export { signByCommand } from './traffic/transport/sign-command.ts'
export { type Tls, type Transport, transportOf } from './traffic/transport/transport.ts'
