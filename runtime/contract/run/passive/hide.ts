import { isJson } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { SentRequest } from '../../data/exchange/exchange.ts'
import { jsonOf } from '../../data/exchange/json-text.ts'
import { withoutLinkTokens } from '../../data/exchange/link-tokens.ts'
import type { Recorded } from '../../data/exchange/recorded.ts'
import { HIDDEN, hideIn } from '../../data/exchange/variables.ts'
import { secrets } from '../../lexicon/lexicon.ts'
import { isSecretHeader } from '../../traffic/target/secrets.ts'

/** Shorter texts stand in too many others by chance. */
const SHORTEST = 4

/** Texts of an exchange that nobody should read: values of headers, parameters and members that are named like secrets. */
export function secretsIn({ request, headers, text }: Recorded): readonly string[] {
  const found = [
    ...Object.entries(request.headers).flatMap(([name, value]) =>
      isSecretHeader(name) ? partsOf(value) : [],
    ),
    ...[...headers].flatMap(([name, value]) => (isSecretHeader(name) ? partsOf(value) : [])),
    ...[...new URL(request.url).searchParams].flatMap(([name, value]) =>
      isSecretMember(name) ? [value] : [],
    ),
    ...inBody(request.body, request.headers['content-type']),
    ...inBody(text, headers.get('content-type')),
  ]
  const forms = found.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
  ])
  return [...new Set(forms)].filter(({ length }) => length >= SHORTEST).sort((a, b) => b.length - a.length)
}

/** True for a member or a parameter whose text nobody should read in a report. */
function isSecretMember(name: string): boolean {
  return secrets.members.has(name) || secrets.short.has(name)
}

/** A text without the secrets in it, also where it was cut in the middle of one. */
export function withoutSecrets(text: string, hidden: readonly string[]): string {
  const known = hidden.reduce((rest, secret) => hideIn(rest, { secret, variable: HIDDEN }), text)
  const whole = withoutLinkTokens(known)
  return whole.replace(/\S+(?=…)/g, (cut) => hidden.reduce(withoutBeginning, cut))
}

/** A text that does not end in the beginning of a secret. */
function withoutBeginning(text: string, secret: string): string {
  for (let length = Math.min(secret.length - 1, text.length); length >= SHORTEST; length--) {
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length)
  }
  return text
}

/** A request as a report may show it: without what names who sent it. */
export function shownRequest(
  { method, url, headers, body }: SentRequest,
  secrets: readonly string[],
): SentRequest {
  return {
    method,
    url: withoutSecrets(url, secrets),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        isSecretHeader(name) ? HIDDEN : withoutSecrets(value, secrets),
      ]),
    ),
    ...(body !== undefined && { body: withoutSecrets(body, secrets) }),
  }
}

/** A header's whole value, the token after "Bearer", and each value of a cookie. */
function partsOf(value: string): readonly string[] {
  const cookies = [...value.matchAll(/=([^;,\s]+)/g)].map(([, part = '']) => part)
  return [value, value.replace(/^\S+\s+/, ''), ...cookies]
}

function inBody(text = '', type: string | null | undefined): readonly string[] {
  if (/x-www-form-urlencoded/i.test(type ?? ''))
    return [...new URLSearchParams(text)].flatMap(([name, value]) => (isSecretMember(name) ? [value] : []))
  return isJson(type ?? '') ? [...secretMembers(jsonOf(text))] : []
}

function* secretMembers(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* secretMembers(item)
  if (!isObject(value)) return
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && isSecretMember(name)) yield inner
    else yield* secretMembers(inner)
  }
}
