import { type ObjectKind, objectKind } from '../declaration/object.ts'
import type { Kind } from '../kinds/kind.ts'
import { listKind, recordKind, text } from '../kinds/kinds.ts'
import { token } from './login-token.ts'
import type { LoginConfig, TokenConfig } from './login-types.ts'
import { secret } from './secret.ts'

const anything: Kind = { type: 'unknown', expected: 'anything', schema: {}, check: () => [] }

/** A login that returns a token. */
export const login: ObjectKind<LoginConfig> = objectKind({
  type: 'LoginConfig',
  means:
    'A request whose response contains the credential. In `body` and `form`, "{scopes}" is replaced by the scopes, separated by commas. A string in `body` that consists only of "{scopes}" is replaced by an array of them.',
  members: {
    operation: {
      kind: text,
      means: 'an operationId, instead of `url` and `method`; its path must have no parameters',
    },
    url: { kind: text, means: 'absolute, or relative to the base URL: "/login"' },
    method: { kind: text, means: 'method of the request', fallback: { text: 'POST' } },
    headers: { kind: recordKind(secret), means: 'headers of the request' },
    body: {
      kind: anything,
      means: "sent as JSON, where `{ env: 'NAME' }` stands for the variable's value",
    },
    form: { kind: recordKind(secret), means: 'sent form-encoded' },
    token: {
      kind: token,
      means: 'where the response contains the token',
      fallback: {
        words: 'all its cookies, with a CSRF token in each write',
      },
    },
    page: {
      kind: text,
      means: 'the page that shows the CSRF token or sets it as a cookie',
      fallback: { words: 'the login address, then the front page' },
    },
  },
  rule: ({ operation, url }) =>
    (operation === undefined) === (url === undefined)
      ? 'needs either "operation" or "url", not both'
      : undefined,
})

/** A token request. */
export const oauth: ObjectKind<TokenConfig> = objectKind({
  type: 'TokenConfig',
  means: 'A token request for an `oauth2` or `openIdConnect` scheme.',
  members: {
    clientId: { kind: secret, means: 'the client' },
    clientSecret: { kind: secret, means: "the client's secret" },
    username: { kind: secret, means: 'the user for the password grant' },
    password: {
      kind: secret,
      means: "the user's password; without one, the run uses client credentials",
    },
    tokenUrl: {
      kind: text,
      means: 'address of the token request',
      fallback: { words: "the document's, or the one from OpenID discovery" },
    },
    scopes: {
      kind: listKind(text, 'strings'),
      means: 'scopes to request; the `scoped` identity requests those that a rule needs',
      fallback: {
        words: "the document's scopes, or none if the server refuses them",
      },
    },
    parameters: {
      kind: recordKind(secret),
      means: 'additional token request parameters: `{ audience: "https://api.example.com" }`',
    },
  },
})
