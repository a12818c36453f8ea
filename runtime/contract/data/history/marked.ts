import { resourcePath } from '@concordat/runtime/http'
import type { SentRequest } from '../exchange/exchange.ts'
import type { HistoryStep } from './history.ts'
import type { SourcedValue } from './sent-values.ts'

/** A request's value that came from an earlier response, and the request's path template. */
interface Slot {
  readonly value: SourcedValue
  readonly to: Pick<HistoryStep, 'path'>
}

/**
 * The request with one value replaced by a mark; `undefined` if the request has no such value, or has it in a
 * cookie or as its whole query string.
 */
export function markedScriptRequest(
  request: SentRequest,
  { value, to }: Slot,
  mark: string,
): SentRequest | undefined {
  const { url, headers, body = '' } = request
  const { location, name, text } = value
  if (location === 'header') {
    const header = name.toLowerCase()
    return headers[header] === text ? { ...request, headers: { ...headers, [header]: mark } } : undefined
  }
  if (location === 'body') {
    const written = inBody(body, value, mark)
    return written === body ? undefined : { ...request, body: written }
  }
  const [, origin = '', path = '', query = ''] = /^(\w+:\/\/[^/?#]*)([^?]*)(.*)$/s.exec(url) ?? []
  const address = {
    path: () => origin + inPath(path, { value, template: to.path ?? '' }, mark) + query,
    query: () => origin + path + inQuery(query, value, mark),
    link: () => (url === text ? mark : url),
  }
  const written = location === 'querystring' || location === 'cookie' ? url : address[location]()
  return written === url ? undefined : { ...request, url: written }
}

/**
 * Marks the segment for the template with this name. Segments before the path template belong to the server's
 * base path.
 */
function inPath(
  path: string,
  { value: { name, text }, template }: { readonly value: SourcedValue; readonly template: string },
  mark: string,
): string {
  const segments = path.split('/')
  const templates = resourcePath(template).split('/')
  const before = segments.length - templates.length
  const isNamed = (index: number): boolean =>
    [`{${name}}`, `{+${name}}`].some((named) => templates[index - before]?.includes(named) === true)
  // Only a whole value is replaced, because a short id can also be part of another value: 3 in 21473.
  const whole = new RegExp(`(?<![\\w%])${escaped(encodeURIComponent(text))}(?![\\w%])`)
  return segments
    .map((segment, index) => (isNamed(index) ? segment.replace(whole, () => mark) : segment))
    .join('/')
}

function inQuery(query: string, { name, text }: SourcedValue, mark: string): string {
  const parts = query.split(/([?&])/)
  const isValue = (part: string): boolean => {
    const [[known, value] = []] = new URLSearchParams(part)
    return known === name && value === text
  }
  return parts.map((part) => (isValue(part) ? part.replace(/=.*/s, () => `=${mark}`) : part)).join('')
}

/**
 * The body with the mark in place of a property's value: a string or number in JSON, in a name-value pair, or
 * in a form part.
 */
function inBody(body: string, { name, text }: SourcedValue, mark: string): string {
  const key = JSON.stringify(name)
  const [member, plain] = [key, text].map(escaped)
  const part = `(name=${member}(?:(?!\\r\\n\\r\\n)[^])*\\r\\n\\r\\n)${plain}(?=\\r\\n--)`
  return body
    .replaceAll(`${key}:${JSON.stringify(text)}`, () => `${key}:"${mark}"`)
    .replace(new RegExp(`(${member}:)${plain}(?=[,}])`, 'g'), (_, before: string) => before + mark)
    .replace(new RegExp(part, 'g'), (_, before: string) => before + mark)
    .replace(
      new RegExp(`((?:^|&)${encodeURIComponent(name)}=)${plain}(?=&|$)`),
      (_, before: string) => before + mark,
    )
}

/** The source of a regular expression that matches only this string. */
function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
