import { decodedPart, isJson } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { answerJsonOfText } from '../../../data/exchange/json-text.ts'
import { csrfTokens } from '../../../lexicon/lexicon.ts'
import type { Reply } from '../../transport/ask.ts'
import type { CookieJar } from './jar.ts'

/** A token that a server requires in writes, in addition to cookies. */
export interface CsrfToken {
  /** Name of its header. */
  readonly header: string
  readonly value: string
}

/** Maximum depth at which a JSON response is searched for a token. */
const DEPTH = 3
const USUAL_HEADER = 'X-CSRF-Token'
/**
 * Headers that the conventions of Django, Angular and ASP.NET use for the token, keyed by the name of its
 * cookie or field.
 */
const HEADERS: Readonly<Record<string, string>> = {
  csrftoken: 'X-CSRFToken',
  csrfmiddlewaretoken: 'X-CSRFToken',
  'xsrf-token': 'X-XSRF-TOKEN',
  __requestverificationtoken: 'RequestVerificationToken',
}

/** True if the name shows that a cookie or field contains only a CSRF token. */
export function carriesCsrfToken(name: string): boolean {
  return csrfTokens.has(name) || name === '_token'
}

/** Finds a token in a cookie. Scripts are meant to read such a cookie and send its value back. */
export function tokenInCookies(jar: CookieJar): CsrfToken | undefined {
  const name = jar.names.find(carriesCsrfToken)
  const value = name === undefined ? undefined : jar.get(name)
  return name === undefined || value === undefined
    ? undefined
    : { header: headerFor(name), value: decodedPart(value) }
}

/** Finds a token in a header, in a JSON body, or in a page's form field or `meta` element. */
export function tokenInAnswer({ headers, text }: Pick<Reply, 'headers' | 'text'>): CsrfToken | undefined {
  const [header, value] = [...headers].find(([name]) => name !== 'set-cookie' && carriesCsrfToken(name)) ?? []
  if (header !== undefined && value !== undefined && value !== '') return { header, value }
  return isJson(headers.get('content-type') ?? '')
    ? tokenInValue(answerJsonOfText(text), DEPTH)
    : tokenInPage(text)
}

/**
 * Returns the hidden fields of the form that contains one of the known fields, because a browser sends them
 * with the login.
 */
export function hiddenLoginFields(page: string, known: readonly string[]): Readonly<Record<string, string>> {
  const forms = [...page.matchAll(/<form\b[\s\S]*?<\/form>/gi)].map(([form]) => inputsOf(form))
  const form = forms.find((inputs) => inputs.some(({ name }) => known.includes(name))) ?? []
  return Object.fromEntries(
    form.flatMap(({ type, name, value }) => (type === 'hidden' && name !== '' ? [[name, value]] : [])),
  )
}

/** True if a page has a password field. */
export function asksForLoginPassword(page: string): boolean {
  return inputsOf(page).some(({ type }) => type === 'password')
}

function tokenInPage(page: string): CsrfToken | undefined {
  const field = inputsOf(page).find(({ name, value }) => carriesCsrfToken(name) && value !== '')
  if (field !== undefined) return { header: headerFor(field.name), value: field.value }
  const tag = [...page.matchAll(/<meta\b[^>]*>/gi)]
    .map(([meta]) => meta)
    .find((meta) => {
      const name = attribute(meta, 'name')
      return carriesCsrfToken(name) && !/param|header/i.test(name)
    })
  const value = tag === undefined ? '' : attribute(tag, 'content')
  return value === '' ? undefined : { header: USUAL_HEADER, value }
}

/**
 * Finds a token in `{ "csrfToken": "…" }`, or in `{ "token": "…", "headerName": "…" }`, which also names the
 * header.
 */
function tokenInValue(value: unknown, depth: number): CsrfToken | undefined {
  if (!isObject(value)) return undefined
  const { headerName, token } = value
  if (typeof headerName === 'string' && typeof token === 'string') return { header: headerName, value: token }
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === 'string' && carriesCsrfToken(name))
      return { header: headerFor(name), value: member }
    const inner = depth > 1 ? tokenInValue(member, depth - 1) : undefined
    if (inner !== undefined) return inner
  }
  return undefined
}

interface Input {
  readonly type: string
  readonly name: string
  readonly value: string
}

function inputsOf(html: string): readonly Input[] {
  return [...html.matchAll(/<input\b[^>]*>/gi)].map(([tag]) => ({
    type: attribute(tag, 'type').toLowerCase(),
    name: attribute(tag, 'name'),
    value: attribute(tag, 'value'),
  }))
}

function attribute(tag: string, name: string): string {
  const [, quoted, single, bare] =
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag) ?? []
  return plain(quoted ?? single ?? bare ?? '')
}

/** Decodes an attribute's value. */
function plain(text: string): string {
  return text
    .replace(/&quot;/g, '"')
    .replace(/&#(?:39|x27);/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
}

function headerFor(name: string): string {
  return HEADERS[name.toLowerCase()] ?? USUAL_HEADER
}

/** Decodes a cookie's value, because some servers encode it, and scripts decode it before they send it. */
