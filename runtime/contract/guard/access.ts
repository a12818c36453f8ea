import {
  type DocumentDescriptor,
  essence,
  isSafe,
  type OperationDescriptor,
  type SecuritySchemeDescriptor,
} from '@concordat/runtime/http'
import { snakeCase } from '@concordat/runtime/lexicon'
import { schemaIn } from '../document/schema-in.ts'

/** Names of requests that end or replace what lets their caller in, whatever their method. */
const ENDS = /(?:^|_)(?:log_?out|sign_?out|log_?off|revoke|rotate)(?:_|$)/
const RENEWED =
  /(?:^|_)(?:reset|renew|regenerate|refresh|roll|invalidate|expire|delete|remove)_(?:\w+_)?(?:token|key|secret|session|credential)s?(?:_|$)/
/** The same in what writes; reading a policy for passwords is harmless, and so is to create an entry that has one. */
const SECRETS = /(?:^|_)(?:password|passwd|passphrase|mfa|2fa|otp)(?:_|$)/
/** Whoever asks, as the last thing that a path names. */
const SELF =
  /(?:^|\/)(?:me|self|myself|current|current[_-]user|whoami|my[_-]?(?:account|profile|user))(?:\/(?:account|profile|email|settings))?\/?$/i
/** Collections of credentials and sessions: clearing one removes one's own. */
const ALL_OF_THEM = /(?:^|\/)(?:sessions?|tokens?|api[_-]?keys?|credentials?|account)\/?$/i
/** Last parts of the addresses of a token endpoint and what belongs to it. @see RFC 6749, RFC 7009, RFC 7662 */
const GRANTS =
  /(?:^|\/)oauth2?(?:\/.*)?\/(?:token|authorize|authorization|introspect|introspection|revoke|revocation|device)\/?$/i

/**
 * Why an operation acts on what lets its caller in; `undefined` for one that does not. Whoever sends it with the credential of a
 * run may lose that.
 */
export function endangersAccess(operation: OperationDescriptor): string | undefined {
  const { method, path, operationId, resource } = operation
  const last =
    path
      .split('?')[0]
      ?.split('/')
      .filter((part) => !part.includes('{'))
      .at(-1) ?? ''
  const names = [operationId, last].map(snakeCase)
  const isSecret = !isSafe(method) && resource?.role !== 'create'
  const dangers = [ENDS, RENEWED, ...(isSecret ? [SECRETS] : [])]
  if (names.some((name) => dangers.some((danger) => danger.test(name))))
    return 'its name says that it ends or replaces a credential, which may be the one in use'
  if (isSafe(method)) return undefined
  if (SELF.test(path)) return 'it acts on whoever asks'
  return method === 'DELETE' && ALL_OF_THEM.test(path) ? 'it may end the session in use' : undefined
}

/**
 * Whether an operation gives out tokens, or takes them back, for clients and grants that nobody can make up: at an address of the
 * document's own security flows, or by its shape.
 */
export function isOfGrants(
  { path, parameters = [], requestBody }: OperationDescriptor,
  document: Pick<DocumentDescriptor, 'securitySchemes' | 'definitions'>,
): boolean {
  const own = Object.values(document.securitySchemes).flatMap(addressesOf)
  if (GRANTS.test(path) || own.some((address) => address === path || address.endsWith(path))) return true
  const query = parameters.flatMap(({ in: location, name }) => (location === 'query' ? [name] : []))
  if (query.includes('response_type') && query.includes('client_id')) return true
  const names = Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema }]) =>
    essence(type) === 'application/x-www-form-urlencoded'
      ? [...schemaIn(document, schema).properties.keys()]
      : [],
  )
  return names.includes('grant_type') || names.includes('token_type_hint')
}

function addressesOf({ tokenUrls = {}, flowUrls = [] }: SecuritySchemeDescriptor): readonly string[] {
  return [...Object.values(tokenUrls), ...flowUrls].flatMap((url) => {
    const path = URL.parse(url, 'http://server')?.pathname
    return path === undefined || path === '/' ? [] : [path]
  })
}
