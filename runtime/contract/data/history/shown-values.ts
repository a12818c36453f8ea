import { rememberedByKey, rememberedByObject } from '@concordat/runtime/bounded'
import { decodedPart } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { envelopes, identifiers } from '../../lexicon/lexicon.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { answerJsonOfText } from '../exchange/json-text.ts'

/** Minimum length of a string that is unlikely to be in a response and a later request by chance. */
export const TELLING_LENGTH = 8

/** A string or number in a response, and its location. */
export interface ShownValue {
  readonly text: string
  /** JSON Pointer in the body, without "#". */
  readonly pointer?: string
  /**
   * The header that contains the value, in lower case; absent if the value is in the body. For `location`,
   * the value is its last segment.
   */
  readonly header?: string
}

/**
 * True for a property that identifies the response's own item, with or without an envelope, and not an item
 * nested in it.
 */
export function isOwnNameShown({ pointer = '' }: ShownValue): boolean {
  const [name = '', envelope, ...others] = pointer.split('/').slice(1).toReversed()
  const isAround = envelope === undefined || envelopes.ofOne.has(envelope)
  return others.length === 0 && isAround && identifiers.own.has(name)
}

/** True for a value in a header, or in the body outside all lists. */
export function isOwnMemberShown({ pointer }: ShownValue): boolean {
  return pointer === undefined || !/\/\d+(\/|$)/.test(pointer)
}

/**
 * Maximum depth to which a response is searched for values, because later requests do not use deeper ones.
 */
export const SHOWN_DEPTH = 6
/** Maximum number of values from one response, because requests name only the first items of a long list. */
const MOST_VALUES = 2000

/**
 * Values in a response that a later request can use: the last segment of its Location, its entity tag, and
 * the strings and numbers in its JSON.
 */
export const valuesShownIn = rememberedByObject(({ response }: Exchange): readonly ShownValue[] => {
  if (response === undefined) return []
  const location = response.headers['location']
  const end = location === undefined ? undefined : shownAddressSegments(location).at(-1)
  const values: ShownValue[] = []
  collect(answerJsonOfText(response.body), { pointer: '', depth: 0, into: values })
  const tag = response.headers['etag']
  return [
    ...values,
    ...(end === undefined ? [] : [{ text: end, header: 'location' }]),
    ...(tag === undefined ? [] : [{ text: tag, header: 'etag' }]),
  ]
})

function collect(
  value: unknown,
  { pointer, depth, into }: { pointer: string; depth: number; into: ShownValue[] },
): void {
  if (into.length >= MOST_VALUES) return
  if (typeof value === 'string' || typeof value === 'number') into.push({ text: String(value), pointer })
  else if (depth < SHOWN_DEPTH && (Array.isArray(value) || isObject(value)))
    for (const [name, part] of Object.entries(value))
      collect(part, { pointer: pointerBelow(pointer, name), depth: depth + 1, into })
}

/** Maximum number of cached addresses. */
const MOST_ADDRESSES = 20_000

/**
 * The segments of a URL's path, decoded if possible; empty if the argument is not a URL, which is possible
 * for a Location.
 */
export const shownAddressSegments: (address: string) => readonly string[] = rememberedByKey(takeApart, {
  most: MOST_ADDRESSES,
})

function takeApart(address: string): readonly string[] {
  const url = URL.parse(address, 'http://none.invalid')
  return (url?.pathname ?? '')
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodedPart)
}

/** The strings that are values in a JSON body. Escapes are not decoded. */
export function shownValueTexts(body = ''): readonly string[] {
  // A name is matched together with its colon, because otherwise the text between two names would look like a
  // value.
  const words = body.matchAll(/"((?:[^"\\]|\\.)*)"(\s*:)?/g)
  return [...words].flatMap(([, text = '', colon]) => (colon === undefined ? [text] : []))
}
