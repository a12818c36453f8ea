import {
  itemEncoder,
  type Location,
  type MediaTypeDescriptor,
  type OperationDescriptor,
  type SecurityRequirement,
  type SecuritySchemeDescriptor,
  type StreamMedia,
  serializeBody,
  serializeCookies,
  serializeHeaders,
  serializePath,
  serializeQuery,
  serializeQuerystring,
  serverOn,
  successContents,
} from '@concordat/runtime/http'
import { documentedBodyMedia } from '../document/json-body.ts'
import {
  boundPathTexts,
  type PathValues,
  type Sourced,
  type ValueOrigin,
  type ValueSource,
} from '../document/path-binding.ts'
import type { SchemaScope } from '../document/schema-in.ts'
import { type FormBody, isSentAsForm, writeForm } from './forms/form-body.ts'

/** A request value outside the path, and its source. */
export interface SentValue extends Sourced {
  /** `link` means that the request's URL is a link from a response. */
  readonly location: Location | 'body' | 'link'
  /** Name of the parameter or of a body property; empty for the whole body and for a link. */
  readonly name: string
  /** Origin of a value that identifies an item. */
  readonly origin?: ValueOrigin
}

/** A request as planned by a check. `Session.send` serializes and sends it. */
export interface RequestPlan {
  readonly operation: OperationDescriptor
  /** Values of the path parameters, by name. */
  readonly path?: PathValues
  readonly query?: Readonly<Record<string, unknown>>
  readonly querystring?: Readonly<Record<string, unknown>>
  /** Query parameters that are sent with exactly these texts, whatever their schemas allow. */
  readonly queryTexts?: Readonly<Record<string, string>>
  readonly header?: Readonly<Record<string, unknown>>
  readonly cookie?: Readonly<Record<string, unknown>>
  /**
   * Body of the request. For a stream, `value` is its only item. If there is no `from`, a rule chose the
   * body.
   */
  readonly body?: { readonly mediaType: string; readonly value: unknown; readonly from?: ValueSource }
  /** Sources of the request's values. Each source is valid as long as its value is unchanged. */
  readonly sources?: readonly SentValue[]
  /** Content that is sent unchanged instead of `body`. Without `contentType`, it has no Content-Type. */
  readonly raw?: { readonly contentType?: string; readonly text: string }
  /**
   * Headers to send in addition to the documented ones, such as `Range`. HTTP allows them in every request.
   */
  readonly further?: Readonly<Record<string, string>>
  /** Media type to request instead of the one that can be checked best. If empty, there is no `Accept`. */
  readonly accept?: string
  /** Method to send instead of the operation's own. */
  readonly method?: string
  /**
   * A link from the server, used instead of the URL that path and query would produce. It is always sent to
   * the target's origin.
   */
  readonly link?: string
  /**
   * Default: the configured credentials for the first of the operation's security requirements that they
   * satisfy.
   */
  readonly authentication?: Authentication
  /** True if the rule expects the server to reject the request. */
  readonly isWrong?: boolean
}

/**
 * A string that reveals most of a credential. `form` describes how it differs from the credential, as a
 * suffix for the variable's name.
 */
export interface NearSecret {
  readonly of: string
  readonly text: string
  readonly form: string
}

/**
 * Authentication of a request: none, as another tenant, with other credentials, or with a header that the
 * check chooses.
 */
export type Authentication =
  | { readonly kind: 'none' }
  | { readonly kind: 'another tenant' }
  | {
      readonly kind: 'credentials'
      readonly credentials: Readonly<Record<string, string>>
      /**
       * The part of a real credential that these credentials reveal. It is hidden in records, as the
       * credential itself is.
       */
      readonly near?: NearSecret
    }
  | { readonly kind: 'header'; readonly value: string }

/** A request that is complete except for credentials. */
export interface WireRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body?: BodyInit
}

/**
 * A path without the template at its end if that template's value is empty, as it is for the root of a tree
 * of names.
 */
function withoutEmptyEnd(path: string, texts: Readonly<Record<string, string>>): string {
  const [, before, name = ''] = /^(.*\/)\{\+?([^{}]+)\}$/.exec(path) ?? []
  return before !== undefined && texts[name] === '' ? before : path
}

/**
 * Writes path, query, headers and body as the document declares them.
 * @param document resolves references in the operation's schemas.
 */
export function writeRequest(
  plan: RequestPlan,
  baseUrl: string,
  document: SchemaScope = { definitions: {} },
): WireRequest {
  const { operation } = plan
  const parameters = operation.parameters ?? []
  const url = urlOf(plan, baseUrl)
  const headers = new Headers(serializeHeaders(parameters, plan.header))
  const cookies = serializeCookies(parameters, plan.cookie)
  if (cookies !== '') headers.set('cookie', cookies)
  for (const [name, text] of Object.entries(plan.further ?? {})) headers.set(name, text)
  if (!headers.has('accept')) accept(headers, plan.accept ?? acceptOf(operation))
  const method = plan.method ?? operation.method
  if (plan.raw !== undefined) {
    if (plan.raw.contentType !== undefined) headers.set('content-type', plan.raw.contentType)
    return { method, url, headers, body: plan.raw.text }
  }
  if (plan.body === undefined) return { method, url, headers }
  const { mediaType, value } = plan.body
  const content = operation.requestBody?.content ?? {}
  const { stream, ...media } = documentedBodyMedia(operation, mediaType)
  const { body, contentType } =
    stream === undefined
      ? ofWhole(plan.body, content, (fields) =>
          writeForm(fields, media, { document, about: lastNameIn(operation.path) }),
        )
      : ofOneItem(value, { ...media, stream }, mediaType)
  if (contentType !== undefined) headers.set('content-type', contentType)
  return { method, url, headers, body }
}

function urlOf(plan: RequestPlan, baseUrl: string): URL {
  const { path, parameters = [], server } = plan.operation
  const base = serverOn(baseUrl, server).replace(/\/+$/, '')
  const texts = boundPathTexts(plan.path)
  const url = new URL(base + serializePath(withoutEmptyEnd(path, texts), parameters, texts))
  // Query parameters in the path template precede all others.
  const queries = [serializeQuery(parameters, plan.query), serializeQuerystring(parameters, plan.querystring)]
  const literal = Object.entries(plan.queryTexts ?? {}).map((pair) => pair.map(encodeURIComponent).join('='))
  url.search = [url.search.slice(1), ...queries, ...literal].filter(Boolean).join('&')
  return plan.link === undefined ? url : onOrigin(url, plan.link)
}

function accept(headers: Headers, types: string): void {
  if (types !== '') headers.set('accept', types)
}

/** The last segment of a path that is not a parameter: "avatar" in "/users/{id}/avatar". */
function lastNameIn(path: string): string {
  return path.split('/').findLast((segment) => segment !== '' && !segment.includes('{')) ?? ''
}

/**
 * Serializes a body that is not a stream. A `multipart/form-data` value with fields is written by `formOf`.
 */
function ofWhole(
  { mediaType, value }: NonNullable<RequestPlan['body']>,
  content: Readonly<Record<string, MediaTypeDescriptor>>,
  formOf: (fields: object) => FormBody,
): { readonly body: BodyInit; readonly contentType?: string } {
  const written = serializeBody({ content, mediaType }, value)
  return isSentAsForm(mediaType, value) ? formOf(value) : written
}

function ofOneItem(
  item: unknown,
  media: StreamMedia,
  mediaType: string,
): { readonly body: BodyInit; readonly contentType: string } {
  const { write, end, contentType } = itemEncoder(media, mediaType)
  return { body: new Blob([...write(item), end()]), contentType }
}

/**
 * Moves a link to the origin of `own`. A server behind a proxy might not know its own origin, and credentials
 * must not be sent to any other.
 */
function onOrigin(own: URL, link: string): URL {
  const { pathname, search } = new URL(link, own)
  return new URL(pathname + search, own)
}

const ANY = '*/*'
const JSON_TYPE = 'application/json'

/**
 * The `Accept` header, which prefers the documented media type that can be checked best: JSON, also where the
 * document allows any type.
 */
function acceptOf(operation: OperationDescriptor): string {
  const types = successContents(operation).map(({ type }) => type)
  const [first] = types
  const preferred = types.find((type) => /[/+]json\b/.test(type)) ?? (first === ANY ? JSON_TYPE : first)
  return preferred === undefined ? ANY : `${preferred}, ${ANY};q=0.5`
}

/**
 * The first alternative with at least one scheme and a credential for every scheme, or else the empty
 * alternative; `undefined` if there is neither.
 */
export function requirementOfRequest(
  security: readonly SecurityRequirement[] | undefined,
  credentials: Readonly<Record<string, string>>,
): SecurityRequirement | undefined {
  const usable = (security ?? []).filter((requirement) =>
    Object.keys(requirement).every((scheme) => Object.hasOwn(credentials, scheme) && credentials[scheme]),
  )
  return usable.find((requirement) => Object.keys(requirement).length > 0) ?? usable[0]
}

/**
 * Cookie values that need no escapes, so that a login's session cookie is sent back unchanged.
 * @see RFC 6265, 4.1.1
 */
const COOKIE_VALUE = /^[!#-+\--:<-[\]-~]*$/

/**
 * Adds one credential where its scheme requires it. OAuth 2 and OpenID Connect tokens are sent as bearer
 * tokens.
 */
export function addCredentialToRequest(
  request: { url: URL; headers: Headers },
  scheme: SecuritySchemeDescriptor,
  credential: string,
): void {
  if (scheme.type === 'mutualTLS') return
  if (scheme.type !== 'apiKey') request.headers.set('authorization', authorization(scheme, credential))
  else if (scheme.in === 'query') request.url.searchParams.set(scheme.name ?? '', credential)
  else if (scheme.in === 'header') request.headers.set(scheme.name ?? '', credential)
  else {
    const cookie = `${scheme.name}=${COOKIE_VALUE.test(credential) ? credential : encodeURIComponent(credential)}`
    const others = request.headers.get('cookie')
    request.headers.set('cookie', others === null ? cookie : `${others}; ${cookie}`)
  }
}

/** The parts of a request that carry these credentials: a URL without other parameters, and headers. */
export function requestPartsOfCredentials(
  credentials: readonly (readonly [scheme: SecuritySchemeDescriptor | undefined, credential: string])[],
): { readonly url: URL; readonly headers: Headers } {
  const parts = { url: new URL('http://localhost'), headers: new Headers() }
  for (const [scheme, credential] of credentials)
    if (scheme !== undefined) addCredentialToRequest(parts, scheme, credential)
  return parts
}

function authorization(scheme: SecuritySchemeDescriptor, credential: string): string {
  if (scheme.type !== 'http' || scheme.scheme === 'bearer') return `Bearer ${credential}`
  return scheme.scheme === 'basic'
    ? `Basic ${credentialBase64(credential)}`
    : `${scheme.scheme} ${credential}`
}

/** Base64 of the text's UTF-8 bytes. @see RFC 7617, 2.1 */
export function credentialBase64(text: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)))
}

/** The text that Base64 represents; `undefined` if the argument is not Base64. */
export function credentialFromBase64(text: string): string | undefined {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)))
  } catch {
    return undefined
  }
}
