import { decodedPart } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Answer } from '../../../data/exchange/answer.ts'
import type { Description } from './described.ts'

/** The forms that a text takes if it is wrongly encoded or decoded, such as by the rules for queries. */
function garbled(text: string): readonly string[] {
  const asLatin = Buffer.from(text).toString('latin1')
  const lost = ['?', '\uFFFD'].flatMap((sign) => [
    text.replace(/[^\0-\x7f]/gu, sign),
    asLatin.replace(/[^\0-\x7f]/g, sign),
  ])
  const asQuery = [text.replaceAll('+', ' '), text.replaceAll(' ', '+')].filter((form) => form !== text)
  return [asLatin, encodeURIComponent(text), encodeURI(text), ...asQuery, ...lost]
}

/**
 * Garbled names of an uploaded file in a response's JSON object, and in the objects in it. A server is
 * allowed to choose another name, so no other name is wrong.
 * @param stem The file's name without its extension.
 */
export function garbledNamesIn({ value }: Answer, stem: string): readonly Description[] {
  const inner = isObject(value) ? Object.values(value).filter(isObject) : []
  return [value, ...inner].flatMap((part) =>
    Object.entries(isObject(part) ? part : {}).flatMap(([name, own]) =>
      typeof own === 'string' ? wrongly(own, stem).map((wrong) => ({ name, ...wrong })) : [],
    ),
  )
}

/**
 * The garbled name of an uploaded file in the `Content-Disposition` of its download. Only its parameter
 * `filename*` can contain letters beyond ASCII, as percent-encoded bytes of UTF-8.
 * @see RFC 6266, 4.3; RFC 8187, 3.2
 */
export function garbledDisposition({ headers }: Answer, stem: string): readonly Description[] {
  const value = headers.get('content-disposition') ?? ''
  const [, extended] = /;\s*filename\*\s*=\s*utf-8'[^']*'([^\s;]*)/i.exec(value) ?? []
  const [, quoted, token = ''] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/i.exec(value) ?? []
  const shown = extended === undefined ? (quoted ?? token).replace(/\\(.)/g, '$1') : decodedPart(extended)
  const wanted = `filename*=UTF-8''${encodeURIComponent(stem)}`
  // A quoted name ends at its next quote.
  const isCut = stem.includes('"') && [stem, ...garbled(stem)].some((text) => value.includes(`"${text}`))
  if (isCut) return [{ name: 'Content-Disposition', value, wanted, isRight: false }]
  return wrongly(shown, stem).map((wrong) => ({ ...wrong, name: 'Content-Disposition', value, wanted }))
}

function wrongly(shown: string, stem: string): readonly Omit<Description, 'name'>[] {
  const wrong = shown.includes(stem) ? undefined : garbled(stem).find((text) => shown.includes(text))
  return wrong === undefined
    ? []
    : [{ value: shown, wanted: shown.replace(wrong, () => stem), isRight: false }]
}
