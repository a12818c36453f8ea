import { formatParameters, type SchemaScope } from '@concordat/contract/document'
import {
  acceptance,
  documentedRefusals,
  isJson,
  isSuccessKey,
  type MediaTypeDescriptor,
  mediaTypeInRange,
  type OperationDescriptor,
  type RefusalSubject,
  type ResponseDescriptor,
  responseKeyFor,
} from '@concordat/runtime/http'

/** A response, with its status and its descriptor from the document. */
export interface DocumentedAnswer {
  readonly status: number
  /** The key in `responses`; absent if the status is undocumented. */
  readonly key?: string
  readonly response: ResponseDescriptor
}

/**
 * Returns the response to a successful request or, if the operation documents no success, any documented
 * response.
 * @param wanted suitable statuses, best first.
 */
export function documentedSuccess(
  { responses }: OperationDescriptor,
  wanted: readonly [number, ...number[]],
): DocumentedAnswer {
  // A 1xx does not end an exchange: a request that does not change the protocol gets the response documented
  // beside a 101.
  const keys = Object.keys(responses).filter((key) => !key.startsWith('1'))
  const best = wanted.map(String).find((key) => keys.includes(key))
  const successes = keys.filter((key) => isSuccessKey(key, keys))
  const exact = successes.find((key) => /^\d+$/.test(key))
  const redirect = keys.find((key) => key.startsWith('3'))
  const key = best ?? exact ?? successes[0] ?? redirect ?? keys.find((each) => each === 'default') ?? keys[0]
  const response = key === undefined ? undefined : responses[key]
  if (key === undefined || response === undefined) return { status: wanted[0], response: {} }
  return { status: statusOf(key, wanted[0]), key, response }
}

function statusOf(key: string, wanted: number): number {
  if (/^\d+$/.test(key)) return Number(key)
  const first = Number(key[0])
  return Number.isNaN(first) || first === Math.floor(wanted / 100) ? wanted : (OF_CLASS[first] ?? first * 100)
}

/** Statuses to use for a range in place of its first one: 302 for "3XX". */
const OF_CLASS: Readonly<Record<number, number>> = { 3: 302 }

/**
 * True if the operation documents an error response for exactly this subject. "4XX" does not specify a
 * subject.
 */
export function isRefusalDocumented(operation: OperationDescriptor, subject: RefusalSubject): boolean {
  return documentedRefusals(operation, subject).some((key) => /^\d+$/.test(key))
}

/** Returns the documented response for a status: the exact status first, then a range, then `default`. */
export function documentedAnswer({ responses }: OperationDescriptor, status: number): DocumentedAnswer {
  const key = responseKeyFor(responses, status)
  const response = key === undefined ? undefined : responses[key]
  return key === undefined || response === undefined ? { status, response: {} } : { status, key, response }
}

/** A response media type, with its key in `content`. */
export interface ChosenMedia {
  readonly key: string
  readonly mediaType: string
  readonly media: MediaTypeDescriptor
}

/**
 * Returns what a caller accepts: the media type that a query parameter selects, as `format=pdf` does, or else
 * the `Accept` header.
 */
export function acceptedMedia(
  document: SchemaScope,
  operation: OperationDescriptor,
  { url, headers }: Pick<Request, 'url' | 'headers'>,
): string | null {
  const { searchParams } = new URL(url)
  const chosen = formatParameters(operation, document).flatMap(({ parameter, selected }) =>
    selected.filter(({ value }) => String(value) === searchParams.get(parameter.name)),
  )
  return chosen[0]?.named[0] ?? headers.get('accept')
}

/**
 * Returns the media type for a caller: a stream if requested, otherwise the one that `Accept` prefers, by
 * default JSON. `undefined` if the response has no content.
 */
export function mockAnswerMedia(
  { content = {} }: ResponseDescriptor,
  accept: string | null,
  { isStreamWanted = false }: { readonly isStreamWanted?: boolean } = {},
): ChosenMedia | undefined {
  const offered = Object.entries(content).map(([key, media]): ChosenMedia => {
    return {
      key,
      mediaType: mediaTypeInRange(key, 'application/json'),
      media,
    }
  })
  const wanted = ({ mediaType }: ChosenMedia): number => acceptance(accept, [mediaType])
  const streamed = isStreamWanted
    ? offered.find((each) => each.media.stream !== undefined && wanted(each) > 0)
    : undefined
  if (streamed !== undefined) return streamed
  const isJsonFirst = ({ mediaType }: ChosenMedia): number => Number(isJson(mediaType))
  return offered.toSorted(
    (one, other) => wanted(other) - wanted(one) || isJsonFirst(other) - isJsonFirst(one),
  )[0]
}
