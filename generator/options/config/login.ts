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
    'A request whose response contains the credential. In a string of `body` or `form`, "{scopes}" stands for the scopes, separated by commas. A whole string "{scopes}" in `body` stands for an array.',
  members: {
    operation: {
      kind: text,
      means: 'an operationId, instead of `url` and `method`; its path must have no parameters',
    },
    url: { kind: text, means: 'an address, absolute or relative to the base URL: "/login"' },
    method: { kind: text, means: 'the HTTP method', fallback: { text: 'POST' } },
    headers: { kind: recordKind(secret), means: 'request headers' },
    body: {
      kind: anything,
      means: "a body to send as JSON; `{ env: 'NAME' }` stands for the variable's value",
    },
    form: { kind: recordKind(secret), means: 'fields to send form-encoded' },
    token: {
      kind: token,
      means: 'the location of the token in the response',
      fallback: {
        words: 'all cookies, with a CSRF token in each write',
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
    clientId: { kind: secret, means: 'the client id' },
    clientSecret: { kind: secret, means: 'the client secret' },
    username: { kind: secret, means: 'the user for the password grant' },
    password: {
      kind: secret,
      means: 'the password; without one, the run uses the client credentials grant',
    },
    tokenUrl: {
      kind: text,
      means: 'the address of the token request',
      fallback: { words: "the document's, or the address that OpenID discovery returns" },
    },
    scopes: {
      kind: listKind(text, 'strings'),
      means: 'scopes to request, except for `scoped`',
      fallback: {
        words: "the document's scopes, or none if the server rejects them",
      },
    },
    parameters: {
      kind: recordKind(secret),
      means: 'additional token request parameters: `{ audience: "https://api.example.com" }`',
    },
  },
})
