import { type ObjectKind, objectKind } from '../declaration/object.ts'
import type { Kind } from '../kinds/kind.ts'
import { listKind, recordKind, textKind } from '../kinds/kinds.ts'
import { tokenKind } from './login-token.ts'
import type { LoginConfig, TokenConfig } from './login-types.ts'
import { secretKind } from './secret.ts'

const anything: Kind = { type: 'unknown', expected: 'anything', schema: {}, check: () => [] }

/** A login that returns a token. */
export const loginKind: ObjectKind<LoginConfig> = objectKind({
  type: 'LoginConfig',
  means:
    'A request whose response contains the credential. In `body` and `form`, "{scopes}" stands for the scopes, separated by commas; a string in `body` that consists only of "{scopes}" becomes an array.',
  members: {
    operation: {
      kind: textKind,
      means: 'an operationId, instead of `url` and `method`; its path must have no parameters',
    },
    url: { kind: textKind, means: 'a URL, absolute or relative to the base URL: "/login"' },
    method: { kind: textKind, means: 'the HTTP method', fallback: { text: 'POST' } },
    headers: { kind: recordKind(secretKind), means: 'request headers' },
    body: {
      kind: anything,
      means: "a body to send as JSON; `{ env: 'NAME' }` stands for the variable's value",
    },
    form: { kind: recordKind(secretKind), means: 'fields to send form-encoded' },
    token: {
      kind: tokenKind,
      means: 'the location of the token in the response',
      fallback: {
        words: 'all cookies, with a CSRF token in each write',
      },
    },
    page: {
      kind: textKind,
      means: 'the page that shows the CSRF token or sets it as a cookie',
      fallback: { words: 'the login URL, then `/`, then `/sanctum/csrf-cookie`' },
    },
  },
  rule: ({ operation, url }) =>
    (operation === undefined) === (url === undefined)
      ? 'needs either "operation" or "url", not both'
      : undefined,
})

/** A token request. */
export const oauthKind: ObjectKind<TokenConfig> = objectKind({
  type: 'TokenConfig',
  means: 'A token request for an `oauth2` or `openIdConnect` scheme.',
  members: {
    clientId: { kind: secretKind, means: 'the client id' },
    clientSecret: { kind: secretKind, means: 'the client secret' },
    username: { kind: secretKind, means: 'the user for the password grant' },
    password: {
      kind: secretKind,
      means: 'the password; without one, the run uses the client credentials grant',
    },
    tokenUrl: {
      kind: textKind,
      means: 'the token endpoint',
      fallback: { words: "the document's, or the URL that OpenID discovery returns" },
    },
    scopes: {
      kind: listKind(textKind, 'strings'),
      means: 'scopes to request, except for the `scoped` identity',
      fallback: {
        words: "the document's scopes, or none if the server rejects them",
      },
    },
    parameters: {
      kind: recordKind(secretKind),
      means: 'more parameters: `{ audience: "https://api.example.com" }`',
    },
  },
})
