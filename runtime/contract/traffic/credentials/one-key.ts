import type { DocumentDescriptor, SecuritySchemeDescriptor } from '@concordat/runtime/http'
import { takesSchemeCredential } from './unsupported.ts'

/**
 * Returns the security schemes that accept one key. A bearer token is used for `http` `bearer`, `oauth2` and
 * `openIdConnect` alike and, if there are none of these, for an API key in `Authorization`. Every other
 * scheme needs its own key. If several schemes could accept the key, those with the most operations are
 * chosen. Ties go to tokens, then to other headers, and to cookies only if nothing else is left.
 * @param key The key, if known. A string with a colon can be a user and a password.
 */
export function schemesOfKey(
  { securitySchemes, operations }: Pick<DocumentDescriptor, 'securitySchemes' | 'operations'>,
  key = '',
): readonly string[] {
  const entries = Object.entries(securitySchemes).filter(([, scheme]) => takesSchemeCredential(scheme))
  const hasBearer = entries.some(([, scheme]) => isBearer(scheme))
  const groups = Map.groupBy(entries, ([name, scheme]) => {
    if (scheme.type === 'mutualTLS') return undefined
    return isBearer(scheme) || (!hasBearer && isAuthorizationKey(scheme)) ? 'bearer' : `alone ${name}`
  })
  groups.delete(undefined)
  const opened = (group: readonly Entry[]): number => {
    const names = group.map(([name]) => name)
    return operations.filter(({ security = [] }) =>
      security.some((wanted) => isRequirementMetByKey(wanted, names)),
    ).length
  }
  const candidates = [...groups.values()].map((group) => ({ group, opens: opened(group) }))
  const keys = candidates.filter(({ group: [first] }) => first?.[1].scheme !== 'basic')
  const tokens = isToken(key)
    ? keys.filter(({ group: [first] }) => first !== undefined && isBearer(first[1]))
    : []
  const fitting = tokens.length > 0 ? tokens : key.includes(':') || keys.length === 0 ? candidates : keys
  const [most] = fitting.toSorted(
    (one, another) => another.opens - one.opens || rankOf(one.group) - rankOf(another.group),
  )
  const basic = isPair(key) ? fitting.find(({ group: [first] }) => first?.[1].scheme === 'basic') : undefined
  // Tokens without a colon are far more common than tokens with one.
  const best = basic !== undefined && basic.opens * 2 > (most?.opens ?? 0) ? basic : most
  const names = best?.group.map(([name]) => name) ?? []
  return isToken(key) && best?.opens === 0
    ? [...names, ...keysBeside(names, { securitySchemes, operations })]
    : names
}

/**
 * The API keys that every requirement wants beside these schemes. The token is sent as such a key too,
 * because it would otherwise not be sent at all.
 */
function keysBeside(
  names: readonly string[],
  { securitySchemes, operations }: Pick<DocumentDescriptor, 'securitySchemes' | 'operations'>,
): readonly string[] {
  const requirements = operations.flatMap(({ security = [] }) => security)
  const wanted = requirements
    .map((requirement) => Object.keys(requirement))
    .filter((all) => all.some((name) => names.includes(name)))
  const beside = new Set(wanted.flat().filter((name) => securitySchemes[name]?.type === 'apiKey'))
  return [...beside].filter((name) => !names.includes(name))
}

/** The form of a JSON Web Token, which no other key has. @see RFC 7519, 3 */
const WEB_TOKEN = /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/
/** The word before a token in `Authorization`, which users copy with the token. @see RFC 6750, 2.1 */
const TOKEN_WORD = /^bearer\s+(?=\S)/i

/** True if a key is a bearer token, judging by its form. */
function isToken(key: string): boolean {
  return TOKEN_WORD.test(key) || WEB_TOKEN.test(key)
}

/** True if a key can be a user and a password: "ada:secret", but not "*:*.token". @see RFC 7617, 2 */
function isPair(key: string): boolean {
  return /^[\w.@+-]+:[^:]+$/.test(key)
}

/** The key as a scheme takes it: a bearer token without the word that precedes it in the header. */
export function keyForScheme(key: string, scheme: SecuritySchemeDescriptor | undefined): string {
  return scheme !== undefined && isBearer(scheme) ? key.replace(TOKEN_WORD, '') : key
}

/** Returns the key for each scheme that accepts it. @see schemesOfKey */
export function credentialsOfKey(
  document: Pick<DocumentDescriptor, 'securitySchemes' | 'operations'>,
  key: string,
): Readonly<Record<string, string>> {
  const names = schemesOfKey(document, key)
  const bearer = names
    .map((name) => document.securitySchemes[name])
    .find((scheme) => scheme && isBearer(scheme))
  return Object.fromEntries(names.map((name) => [name, keyForScheme(key, bearer)]))
}

/** True if a security requirement has at least one scheme, and no schemes other than the given ones. */
export function isRequirementMetByKey(
  requirement: Readonly<Record<string, unknown>>,
  schemes: readonly string[],
): boolean {
  const wanted = Object.keys(requirement)
  return wanted.length > 0 && wanted.every((name) => schemes.includes(name))
}

/** Ranks schemes by how likely a key is meant for them, if they are alternatives; the first is likeliest. */
function rankOf([first]: readonly Entry[]): number {
  if (first === undefined || isBearer(first[1])) return 0
  const { in: location } = first[1]
  return ['header', 'query', 'cookie'].indexOf(location ?? '') + 1
}

/** True for an API key in the `Authorization` header. */
export function isAuthorizationKey({ type, in: location, name = '' }: SecuritySchemeDescriptor): boolean {
  return type === 'apiKey' && location === 'header' && name.toLowerCase() === 'authorization'
}

type Entry = [name: string, scheme: SecuritySchemeDescriptor]

function isBearer({ type, scheme }: SecuritySchemeDescriptor): boolean {
  return type === 'oauth2' || type === 'openIdConnect' || (type === 'http' && scheme === 'bearer')
}
