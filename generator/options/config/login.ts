import { type ObjectKind, objectOf } from '../declaration/object.ts'
import type { Kind } from '../kinds/kind.ts'
import { list, record, text } from '../kinds/kinds.ts'
import { token } from './login-token.ts'
import type { LoginConfig, TokenConfig } from './login-types.ts'
import { secret } from './secret.ts'

const anything: Kind = { type: 'unknown', expected: 'anything', check: () => [] }

/** How a login is asked for its token. */
export const login: ObjectKind<LoginConfig> = objectOf({
  type: 'LoginConfig',
  means:
    'A request whose answer has the credential. "{scopes}" in a text of `body` or `form` stands for the scopes, joined by commas; alone in a text of `body` it becomes a list.',
  members: {
    operation: {
      kind: text,
      means: 'an operationId, instead of `url` and `method`; it may have no path parameters',
    },
    url: { kind: text, means: 'absolute, or below the base URL: "/login"' },
    method: { kind: text, means: 'method of the request', fallback: { text: 'POST' } },
    headers: { kind: record(secret), means: 'headers of the request' },
    body: {
      kind: anything,
      means: "sent as JSON; an object `{ env: 'NAME' }` anywhere in it stands for a variable's value",
    },
    form: { kind: record(secret), means: 'sent form-encoded' },
    token: {
      kind: token,
      means: 'where the answer has the token',
      fallback: {
        words: 'all cookies that it sets, and a token against forgery (CSRF) in each request that writes',
      },
    },
    page: {
      kind: text,
      means:
        'of a login that sets cookies, what gives the token against forgery: a page, or an address that sets it as a cookie',
      fallback: { words: "the login's own address, then the front page" },
    },
  },
  rule: ({ operation, url }) =>
    (operation === undefined) === (url === undefined) ? 'needs one of "operation" and "url"' : undefined,
})

/** How a token request is made. */
export const oauth: ObjectKind<TokenConfig> = objectOf({
  type: 'TokenConfig',
  means: 'A token request of an `oauth2` or `openIdConnect` scheme.',
  members: {
    clientId: { kind: secret, means: 'the client' },
    clientSecret: { kind: secret, means: "the client's secret" },
    username: { kind: secret, means: 'the user of the password grant' },
    password: {
      kind: secret,
      means: 'with a password the password grant is used, without one client credentials',
    },
    tokenUrl: {
      kind: text,
      means: 'address of the token request',
      fallback: { words: "the document's, for `openIdConnect` the one that discovery names" },
    },
    scopes: {
      kind: list(text, 'texts'),
      means: 'scopes to ask for; the identity `scoped` asks for those that a rule wants',
      fallback: {
        words: "those that the document's operations list, or none where the server refuses these",
      },
    },
  },
})
