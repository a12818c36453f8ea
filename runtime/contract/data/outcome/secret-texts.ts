import { isJson } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { isSecretByName, isSecretMember, secrets } from '../../lexicon/lexicon.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { answerJsonOfText } from '../exchange/json-text.ts'
import { linksWithoutTokens } from '../exchange/link-tokens.ts'
import type { Recorded } from '../exchange/recorded.ts'
import { HIDDEN, hideSecretIn } from '../exchange/variables.ts'

/** Shorter strings are not hidden, because too many responses contain them by chance. */
const SHORTEST = 4

/**
 * Strings in an exchange that must stay hidden: values of headers, parameters and properties whose names
 * suggest secrets.
 */
export function secretTextsInExchange({ request, headers, text }: Recorded): readonly string[] {
  const found = [
    ...Object.entries(request.headers).flatMap(([name, value]) =>
      secrets.headers.has(name) ? partsOf(value) : [],
    ),
    ...[...headers].flatMap(([name, value]) => (secrets.headers.has(name) ? partsOf(value) : [])),
    ...[...new URL(request.url).searchParams].flatMap(([name, value]) =>
      isSecretMember(name) ? [value] : [],
    ),
    ...inBody(request.body, request.headers['content-type']),
    ...inBody(text, headers.get('content-type')),
  ]
  return inForms(found)
}

/**
 * Secrets in responses, such as a key that a request created: strings whose property names suggest secrets,
 * and that no request contains.
 */
export function secretTextsInAnswers(exchanges: readonly Exchange[]): readonly string[] {
  const given = new Set(
    exchanges.flatMap(({ response }) =>
      response === undefined ? [] : [...secretMembers(answerJsonOfText(response.body), isSecretByName)],
    ),
  )
  const sent = exchanges.map(({ request: { url, body = '' } }) => `${url} ${body}`)
  return inForms([...given].filter((secret) => !sent.some((text) => text.includes(secret))))
}

/** Each string in all the forms in which records can contain it, longest first. */
function inForms(found: readonly string[]): readonly string[] {
  const forms = found.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
  ])
  return [...new Set(forms)].filter(({ length }) => length >= SHORTEST).sort((a, b) => b.length - a.length)
}

/**
 * Removes secrets from a string, including a secret that is cut off at the end.
 * @param hidden The secrets, longest first.
 */
export function withoutSecretTexts(
  text: string,
  hidden: readonly string[],
  variable: string = HIDDEN,
): string {
  const known = hidden.reduce((rest, secret) => hideSecretIn(rest, { secret, variable }), text)
  const whole = linksWithoutTokens(known)
  return whole.replace(/\S+(?=…)/g, (cut) => hidden.reduce(withoutBeginning, cut))
}

/** Removes the end of a string if it is the beginning of a secret. */
function withoutBeginning(text: string, secret: string): string {
  for (let length = Math.min(secret.length - 1, text.length); length >= SHORTEST; length--) {
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length)
  }
  return text
}

/** A header's whole value, the part after its first word (such as "Bearer"), and each cookie value. */
function partsOf(value: string): readonly string[] {
  const cookies = [...value.matchAll(/=([^;,\s]+)/g)].map(([, part = '']) => part)
  return [value, value.replace(/^\S+\s+/, ''), ...cookies]
}

function inBody(text = '', type: string | null | undefined): readonly string[] {
  if (/x-www-form-urlencoded/i.test(type ?? ''))
    return [...new URLSearchParams(text)].flatMap(([name, value]) => (isSecretMember(name) ? [value] : []))
  return isJson(type ?? '') ? [...secretMembers(answerJsonOfText(text))] : []
}

/** @param isOne returns true if a property's string is a secret. */
function* secretMembers(
  value: unknown,
  isOne: (name: string, text: string) => boolean = isSecretMember,
): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* secretMembers(item, isOne)
  if (!isObject(value)) return
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && isOne(name, inner)) yield inner
    else yield* secretMembers(inner, isOne)
  }
}
