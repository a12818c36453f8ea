import type { Sign } from '@concordat/contract/access'
import { isObject } from '@concordat/runtime/json'
import { objectKind } from '../declaration/object.ts'
import {
  describeOptionPath,
  type Kind,
  type OptionPath,
  plainKind,
  type ValueProblem,
} from '../kinds/kind.ts'
import { recordKind, textKind } from '../kinds/kinds.ts'
import { loginKind, oauthKind } from './login.ts'
import type { LoginConfig, TokenConfig } from './login-types.ts'
import { isEnvironmentVariable, secretKind, type Text } from './secret.ts'

/** Request for a credential. */
export interface HookRequest {
  /** Name of the security scheme. */
  readonly scheme: string
  /** The exact scopes that the credential must have; given only for `scoped`. */
  readonly scopes?: readonly string[] | undefined
}

/**
 * Source of a credential for one security scheme. It is a value, the user and password of `http` `basic`, the
 * output of a shell command (in which "{scopes}" is replaced with the scopes, separated by commas), a login,
 * a token request, or a function. If the server rejects a working credential with 401, a new one is obtained,
 * unless the source is one of the first two.
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

const EXPECTED = 'a string, { env }, { username, password }, { command }, { login }, { oauth } or a function'
const command = { command: { kind: textKind, means: 'a shell command' } }
const user = {
  username: { kind: secretKind, means: 'the user' },
  password: { kind: secretKind, means: 'the password', isRequired: true },
}
/** Forms of a credential object, each recognized by its first property. */
const FORMS = [
  { login: { kind: loginKind, means: 'a login' } },
  { oauth: { kind: oauthKind, means: 'a token request' } },
  command,
  user,
].map((members) => objectKind({ type: 'CredentialConfig', means: '', members }))

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
  schema: { anyOf: [secretKind.schema, ...FORMS.map(({ schema }) => schema)] },
  expected: EXPECTED,
  parts: [loginKind, oauthKind],
  check(value, path) {
    if (typeof value === 'string' || typeof value === 'function' || isEnvironmentVariable(value)) return []
    return formOf(value)?.check(value, path) ?? [wrong(path, `is not a credential. Expected: ${EXPECTED}`)]
  },
}

/** A credential whose scopes can be chosen. Fixed values are excluded, because their scopes are fixed too. */
const scopedCredential: Kind<CredentialConfig> = {
  ...credential,
  schema: { anyOf: FORMS.filter(({ members }) => !('username' in members)).map(({ schema }) => schema) },
  check(value, path) {
    const form = formOf(value)
    if (typeof value === 'function') return []
    if (form !== undefined && !('username' in form.members)) return form.check(value, path)
    return [
      wrong(
        path,
        'is not a credential whose scopes can be chosen. Expected: { command }, { login }, { oauth } or a function',
      ),
    ]
  },
}

function wrong(path: OptionPath, what: string): ValueProblem {
  return { path, message: `"${describeOptionPath(path)}" ${what}.` }
}

/** Credentials by security scheme. */
export const identityKind: Kind<IdentityConfig> = {
  ...recordKind(credential),
  type: 'IdentityConfig',
  expected: 'an object: security scheme → credential',
}

/** Credentials with selectable scopes, keyed by security scheme. */
export const scopedIdentityKind: Kind<IdentityConfig> = {
  ...recordKind(scopedCredential),
  type: identityKind.type,
  expected: identityKind.expected,
}

/** A shell command, or a user's function. */
export type SignConfig = string | Sign

/** A signer of requests. */
export const signKind: Kind<SignConfig> = plainKind({
  type: 'SignConfig',
  expected: 'a shell command or a function of the request',
  schema: { type: 'string', minLength: 1 },
  fits: (value): value is SignConfig =>
    (typeof value === 'string' && value !== '') || typeof value === 'function',
  read: (text) => (text === '' ? undefined : text),
})
