import { STATUS_CODES } from 'node:http'
import type { Exchange, ReceivedResponse, SentRequest } from '../exchange.ts'
import type { Har, HarEntry, HarPair, HarPostData, HarRequest, HarResponse } from './har.ts'

/** All requests are sent with HTTP/1.1. */
const HTTP_VERSION = 'HTTP/1.1'
/** Value of headers that `verify.sign` added, because records contain no signatures. */
const SIGNED = '$SIGNATURE'
/** Value for an unknown measurement. */
const UNKNOWN = -1

/**
 * Converts exchanges to an HTTP Archive. @param version version of the program that writes it. @param comment
 * comment on the whole archive.
 */
export function harOf(exchanges: readonly Exchange[], version: string, comment?: string): Har {
  const creator = { name: 'concordat', version }
  const entries = exchanges.map(entryOf)
  return { log: { version: '1.2', creator, entries, ...(comment !== undefined && { comment }) } }
}

function entryOf({
  request,
  signed = [],
  response,
  failure = 'no response',
  sentAt,
  milliseconds = 0,
}: Exchange): HarEntry {
  return {
    startedDateTime: sentAt ?? new Date(0).toISOString(),
    time: milliseconds,
    request: requestOf({
      ...request,
      headers: { ...request.headers, ...Object.fromEntries(signed.map((name) => [name, SIGNED])) },
    }),
    response: response === undefined ? NO_RESPONSE : responseOf(response),
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
    ...(response === undefined && { comment: failure }),
  }
}

function requestOf({ method, url, headers, body }: SentRequest): HarRequest {
  return {
    method,
    url,
    httpVersion: HTTP_VERSION,
    cookies: cookiesOf(headers['cookie']),
    headers: pairsOf(headers),
    queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
    ...(body !== undefined && { postData: postDataOf(headers['content-type'] ?? '', body) }),
    headersSize: UNKNOWN,
    bodySize: body === undefined ? 0 : Buffer.byteLength(body),
  }
}

function postDataOf(mimeType: string, text: string): HarPostData {
  return { mimeType, text }
}

function responseOf({ status, headers, body }: ReceivedResponse): HarResponse {
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: HTTP_VERSION,
    cookies: [],
    headers: pairsOf(headers),
    content: { size: Buffer.byteLength(body), mimeType: headers['content-type'] ?? '', text: body },
    redirectURL: headers['location'] ?? '',
    headersSize: UNKNOWN,
    bodySize: UNKNOWN,
  }
}

/** The response that browsers record for a failed request. */
const NO_RESPONSE: HarResponse = {
  status: 0,
  statusText: '',
  httpVersion: '',
  cookies: [],
  headers: [],
  content: { size: 0, mimeType: '' },
  redirectURL: '',
  headersSize: UNKNOWN,
  bodySize: UNKNOWN,
}

function pairsOf(headers: Readonly<Record<string, string>>): readonly HarPair[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}

function cookiesOf(header = ''): readonly HarPair[] {
  return header
    .split(/;\s*/)
    .filter((pair) => pair.includes('='))
    .map((pair) => ({ name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1) }))
}
