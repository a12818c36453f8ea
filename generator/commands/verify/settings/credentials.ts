import { type Credential, operationToSelect, TargetError } from '@concordat/contract'
import {
  type HttpConnection,
  keyFromCommand,
  logInWithCookies,
  oauthToken,
  type Question,
  requestLoginToken,
} from '@concordat/contract/access'
import type { Model } from '../../../model/model.ts'
import type { CredentialConfig, IdentityConfig } from '../../../options/config/credential.ts'
import type { LoginConfig, TokenConfig } from '../../../options/config/login-types.ts'
import type { ConfiguredTexts } from './texts.ts'

/** Context of creating credentials. */
export interface CredentialMaker {
  readonly document: Model['descriptor']
  readonly connection: HttpConnection
  readonly texts: ConfiguredTexts
}

/** An identity's credentials by security scheme. */
export function identityCredentials(
  identity: string,
  config: IdentityConfig,
  maker: CredentialMaker,
): Readonly<Record<string, Credential>> {
  return Object.fromEntries(
    Object.entries(config).map(([scheme, credential]) => [
      scheme,
      credentialOf(credential, { scheme, place: `verify.identities.${identity}.${scheme}`, maker }),
    ]),
  )
}

interface Position {
  readonly scheme: string
  /** "verify.identities.main.Key" */
  readonly place: string
  readonly maker: CredentialMaker
}

function credentialOf(config: CredentialConfig, at: Position): Credential {
  const { place, maker } = at
  if (typeof config === 'function') return fromHook(config, at)
  if (typeof config === 'string' || 'env' in config) return maker.texts.text(config, place)
  if ('command' in config)
    return ({ scopes = [] }) => keyFromCommand(config.command, scopes, `The command of ${place}`)
  if ('login' in config) return fromLogin(config.login, at)
  if ('oauth' in config) return fromTokenRequest(config.oauth, at)
  const user = maker.texts.text(config.username, `${place}.username`)
  return `${user}:${maker.texts.text(config.password, `${place}.password`)}`
}

function fromHook(
  hook: Extract<CredentialConfig, (...args: never) => unknown>,
  { place }: Position,
): Credential {
  return async (request) => {
    const credential: unknown = await Promise.resolve()
      .then(() => hook(request))
      .catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error)
        throw new TargetError(`The function ${place} failed: ${reason}`, { cause: error })
      })
    if (typeof credential === 'string' && credential !== '') return credential
    throw new TargetError(
      `The function ${place} did not return a credential. Expected: a string that is not empty.`,
    )
  }
}

function fromTokenRequest(config: TokenConfig, { scheme: name, place, maker }: Position): Credential {
  const { document, connection, texts } = maker
  const optional = (member: 'clientId' | 'clientSecret' | 'username' | 'password'): string | undefined =>
    texts.optional(config[member], `${place}.oauth.${member}`)
  const [username, password] = [optional('username'), optional('password')]
  if ((username === undefined) !== (password === undefined))
    texts.problem(`"${place}.oauth" needs both "username" and "password", or neither.`)
  const grant = {
    clientId: optional('clientId'),
    clientSecret: optional('clientSecret'),
    tokenUrl: config.tokenUrl,
    wishes: scopesOf(document, name),
    parameters: Object.fromEntries(
      Object.entries(config.parameters ?? {}).map(
        ([parameter, value]) =>
          [parameter, texts.text(value, `${place}.oauth.parameters.${parameter}`)] as const,
      ),
    ),
    user: username === undefined || password === undefined ? undefined : { username, password },
  }
  return ({ scopes = config.scopes }) =>
    oauthToken(
      { name, scheme: document.securitySchemes[name] ?? { type: 'oauth2' } },
      { ...grant, scopes },
      connection,
    )
}

/** Scopes that operations require. */
function scopesOf({ operations }: Model['descriptor'], scheme: string): readonly string[] {
  const all = operations.flatMap(({ security = [] }) => security.flatMap((wanted) => wanted[scheme] ?? []))
  return [...new Set(all)]
}

function fromLogin(config: LoginConfig, { scheme, place, maker }: Position): Credential {
  const { connection, texts } = maker
  const headers = Object.fromEntries(
    Object.entries(config.headers ?? {}).map(([name, value]) => [
      name,
      texts.text(value, `${place}.login.headers.${name}`),
    ]),
  )
  const body = bodyOf(config, `${place}.login`, texts)
  const address = addressOf(config, `${place}.login`, maker)
  const { token, page } = config
  const questionFor = (scopes: readonly string[]): Question => ({
    purpose: `The login of ${place}`,
    ...address,
    headers: { ...(body !== undefined && { 'content-type': body.mediaType }), ...headers },
    body: body?.text(scopes),
  })
  if (token !== undefined)
    return ({ scopes = [] }) => requestLoginToken(questionFor(scopes), token, connection)
  const cookie = maker.document.securitySchemes[scheme]?.name
  return Object.assign(() => logInWithCookies(questionFor([]), { cookie, page }, connection), {
    isLogin: true as const,
  })
}

function addressOf(
  { operation: operationId, url, method = 'POST' }: LoginConfig,
  place: string,
  { document, texts }: CredentialMaker,
): { readonly url: string; readonly method: string } {
  if (url !== undefined) return { url, method }
  const operation = operationId === undefined ? undefined : operationToSelect(document, operationId)
  if (operation === undefined)
    texts.problem(`"${place}.operation" is "${operationId}", which is not an operation in the document.`)
  else if (operation.path.includes('{'))
    texts.problem(`"${place}.operation" has path parameters. Fix: set "url" instead.`)
  return { url: operation?.path ?? '', method: operation?.method ?? method }
}

/** Request body of a login, with the requested scopes. */
interface LoginBody {
  readonly mediaType: string
  text(scopes: readonly string[]): string
}

function bodyOf({ body, form }: LoginConfig, place: string, texts: ConfiguredTexts): LoginBody | undefined {
  if (form !== undefined) {
    const fields = Object.entries(form).map(([name, value]) => [
      name,
      texts.text(value, `${place}.form.${name}`),
    ])
    return {
      mediaType: 'application/x-www-form-urlencoded',
      text: (scopes) =>
        new URLSearchParams(
          fields.map(([name = '', value = '']) => [name, value.replaceAll('{scopes}', scopes.join(','))]),
        ).toString(),
    }
  }
  if (body === undefined) return undefined
  const known = filled(body, `${place}.body`, texts)
  return { mediaType: 'application/json', text: (scopes) => JSON.stringify(withScopes(known, scopes)) }
}

/** Replaces the variables in a value. */
function filled(value: unknown, place: string, texts: ConfiguredTexts): unknown {
  if (Array.isArray(value)) return value.map((item, index) => filled(item, `${place}[${index}]`, texts))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const [first] = entries
  if (entries.length === 1 && first?.[0] === 'env' && typeof first[1] === 'string')
    return texts.text({ env: first[1] }, place)
  return Object.fromEntries(
    entries.map(([name, member]) => [name, filled(member, `${place}.${name}`, texts)]),
  )
}

function withScopes(value: unknown, scopes: readonly string[]): unknown {
  if (value === '{scopes}') return scopes
  if (typeof value === 'string') return value.replaceAll('{scopes}', scopes.join(','))
  if (Array.isArray(value)) return value.map((item) => withScopes(item, scopes))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withScopes(member, scopes)]))
}
