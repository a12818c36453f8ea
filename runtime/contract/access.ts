/** The package entry `@concordat/contract/access`: how a run reaches its server, and as whom. */

export { HIDDEN } from './exchange.ts'
export { keyFromCommand } from './key-command.ts'
export type { Connection, Question } from './target/ask.ts'
export { login, type TokenPlace } from './target/login.ts'
export { type Grant, tokenFor } from './target/oauth.ts'
export { isSecretHeader } from './target/secrets.ts'
export { type Tls, type Transport, transportOf } from './target/transport.ts'
export { readWfc, type WfcUser } from './target/wfc.ts'
export { identityOf, type WfcIdentity } from './target/wfc-identity.ts'
export { DEFAULT_TIMEOUT_MS, environmentName, PATH_PREFIX } from './target.ts'
