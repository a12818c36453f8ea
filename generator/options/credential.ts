import { isObject } from '@concordat/runtime/json'
import type { LoginConfig, TokenConfig } from './config-types.ts'
import { describePath, type Kind, type Path, plain, type ValueProblem } from './kind.ts'
import { list, record, text } from './kinds.ts'
import { type ObjectKind, objectOf } from './object.ts'

/** A text, or the name of the environment variable that holds it: secrets belong in the second. */
export type Text = string | { readonly env: string }

/** Why a credential is asked for. */
export interface HookRequest {
  /** Name of the security scheme. */
  readonly scheme: string
  /** What the credential must hold, and nothing else; absent for `main` and `other`. */
  readonly scopes?: readonly string[] | undefined
}

/** Where the answer of a login has the token: a JSON Pointer ("/token"), a header or a cookie. */
export type LoginToken =
  | { readonly pointer: string }
  | { readonly header: string }
  | { readonly cookie: string }

/**
 * How a credential for one security scheme is had: a value, user and password of `http` `basic`, what a shell command prints
 * ("{scopes}" stands for the scopes, joined by commas), a login, a token request, or a function. All but the first two are
 * asked again when a credential that worked is refused with 401.
 */
export type CredentialConfig =
  | Text
  | { readonly username: Text; readonly password: Text }
  | { readonly command: string }
  | { readonly login: LoginConfig }
  | { readonly oauth: TokenConfig }
  | ((request: HookRequest) => string | Promise<string>)

/** Credentials by security scheme. */
export type IdentityConfig = Readonly<Record<string, CredentialConfig>>

const isVariable = (value: unknown): value is { readonly env: string } =>
  isObject(value) && Object.keys(value).length === 1 && typeof value['env'] === 'string'

/** A text that may be a secret. */
export const secret: Kind<Text> = plain({
  type: 'Text',
  expected: 'a text or { env: "NAME" }',
  fits: (value): value is Text => typeof value === 'string' || isVariable(value),
})

const anything: Kind = { type: 'unknown', expected: 'anything', check: () => [] }

const TOKEN_PLACES = ['pointer', 'header', 'cookie']

const token: Kind<LoginToken> = {
  type: 'LoginToken',
  expected: '{ pointer: "/token" }, { header: "NAME" } or { cookie: "NAME" }',
  check(value, path) {
    const place = describePath(path)
    const [[name, inner] = ['', undefined], ...others] = isObject(value) ? Object.entries(value) : []
    if (!TOKEN_PLACES.includes(name) || typeof inner !== 'string' || others.length > 0)
      return [{ path, message: `"${place}" is not ${token.expected}.` }]
    return name === 'pointer' && inner !== '' && !inner.startsWith('/')
      ? [{ path, message: `"${place}.pointer" is not a JSON Pointer; one begins with "/".` }]
      : []
  },
}

const login: ObjectKind<LoginConfig> = objectOf({
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
    token: { kind: token, means: 'where the answer has the token', isRequired: true },
  },
  rule: ({ operation, url }) =>
    (operation === undefined) === (url === undefined) ? 'needs one of "operation" and "url"' : undefined,
})

const oauth: ObjectKind<TokenConfig> = objectOf({
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
      fallback: { words: 'none' },
    },
  },
})

const EXPECTED = 'a text, { env }, { username, password }, { command }, { login }, { oauth } or a function'
const command = { command: { kind: text, means: 'a shell command' } }
const user = {
  username: { kind: secret, means: 'the user' },
  password: { kind: secret, means: 'the password', isRequired: true },
}
/** The objects that a credential can be, each known by its first member. */
const FORMS = [
  { login: { kind: login, means: 'a login' } },
  { oauth: { kind: oauth, means: 'a token request' } },
  command,
  user,
].map((members) => objectOf({ type: 'CredentialConfig', means: '', members }))

const formOf = (value: unknown) =>
  FORMS.find(
    ({ members }) =>
      isObject(value) &&
      Object.keys(members)
        .slice(0, 1)
        .some((name) => name in value),
  )

const credential: Kind<CredentialConfig> = {
  type: 'CredentialConfig',
  expected: EXPECTED,
  parts: [login, oauth],
  check(value, path) {
    if (typeof value === 'string' || typeof value === 'function' || isVariable(value)) return []
    return formOf(value)?.check(value, path) ?? [wrong(path, `is not a credential. Expected: ${EXPECTED}`)]
  },
}

/** A fixed credential has fixed scopes. */
const scopedCredential: Kind<CredentialConfig> = {
  ...credential,
  check(value, path) {
    const form = formOf(value)
    if (typeof value === 'function') return []
    if (form !== undefined && !('username' in form.members)) return form.check(value, path)
    return [
      wrong(path, 'cannot have chosen scopes. Expected: { command }, { login }, { oauth } or a function'),
    ]
  },
}

function wrong(path: Path, what: string): ValueProblem {
  return { path, message: `"${describePath(path)}" ${what}.` }
}

/** Credentials by security scheme. */
export const identity: Kind<IdentityConfig> = {
  ...record(credential),
  type: 'IdentityConfig',
  expected: 'an object: security scheme → credential',
}

/** Credentials whose scopes can be chosen, by security scheme. */
export const scopedIdentity: Kind<IdentityConfig> = {
  ...identity,
  check: record(scopedCredential).check,
}
