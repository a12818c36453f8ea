import { formWords } from './forms/form-words.ts'
import { curlQuote } from './variables.ts'

/** A request as it was sent, with secrets hidden. */
export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Absent if there is no body, or if the body is not text. */
  readonly body?: string
  /** The body's bytes in Base64, if it is not text and is short enough for a shell command. */
  readonly octets?: string
}

/** A response as it was received, with secrets hidden. */
export interface ReceivedResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** One request with its response. */
export interface Exchange {
  readonly request: SentRequest
  /** Names of the headers that `verify.sign` added to the request. Their values are not kept. */
  readonly signed?: readonly string[]
  /** Absent if no response was received. */
  readonly response?: ReceivedResponse
  /**
   * The reason why there is no response, or why it could not be read, such as "no response: it timed out
   * after 10000 ms".
   */
  readonly failure?: string
  /** The time when the request was sent, in UTC, as specified in RFC 3339. */
  readonly sentAt?: string
  /** Time until the response had been read. */
  readonly milliseconds?: number
}

/**
 * The request as one line for a POSIX shell. Credentials are variables in double quotes, which the shell
 * expands. HEAD is sent with `-I`, because otherwise curl would wait for a body.
 */
export function curlLine(request: SentRequest): string {
  return [...curlPipe(request), 'curl', '-i', ...curlWords(request)].join(' ')
}

/** Command that writes a body's bytes to curl's input, because shell arguments cannot contain every byte. */
export function curlPipe({ octets }: SentRequest): readonly string[] {
  return octets === undefined ? [] : ['printf', '%s', curlQuote(octets), '|', 'base64', '-d', '|']
}

/** Words after "curl": method, URL, headers and body, quoted. */
export function curlWords({ method, url, headers, body, octets }: SentRequest): readonly string[] {
  const named =
    method === 'HEAD'
      ? ['-I']
      : method === 'GET' && body === undefined && octets === undefined
        ? []
        : ['-X', method]
  const form = body === undefined ? undefined : formWords(headers['content-type'] ?? '', body)
  // curl chooses the form's boundary itself.
  const sent = Object.entries(headers).filter(([name]) => form === undefined || name !== 'content-type')
  const written = sent.flatMap(([name, value]) => ['-H', header(name, value)])
  if (octets !== undefined) return [...named, curlQuote(url), ...written, '--data-binary', '@-']
  if (body === undefined) return [...named, curlQuote(url), ...written]
  if (form !== undefined)
    return [...named, curlQuote(url), ...written, ...form.flatMap((part) => ['-F', curlQuote(part)])]
  // Without this, curl sends its own Content-Type.
  const typed = Object.hasOwn(headers, 'content-type') ? [] : ['-H', curlQuote('content-type:')]
  return [...named, curlQuote(url), ...written, ...typed, '--data-raw', curlQuote(body)]
}

/** A header without a value is written with a semicolon, because with a colon curl omits the header. */
function header(name: string, value: string): string {
  return curlQuote(value === '' ? `${name};` : `${name}: ${value}`)
}
