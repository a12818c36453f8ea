/** A request as it went out, secrets hidden. */
export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Absent when there is no body, or when it is no text. */
  readonly body?: string
}

/** A response as it came in, secrets hidden. */
export interface ReceivedResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** One request with its response. */
export interface Exchange {
  readonly request: SentRequest
  /** Absent when no answer came. */
  readonly response?: ReceivedResponse
}

/** What stands in records where a credential stood. A shell fills it in from the environment. */
export const HIDDEN = '$CONCORDAT_KEY'

/** The request as one line for a POSIX shell. Credentials read as `$CONCORDAT_KEY`, which double quotes let the shell expand. */
export function curl(request: SentRequest): string {
  const method = request.method === 'GET' && request.body === undefined ? [] : ['-X', request.method]
  const headers = Object.entries(request.headers).flatMap(([name, value]) => [
    '-H',
    quote(`${name}: ${value}`),
  ])
  const body = request.body === undefined ? [] : ['--data-raw', quote(request.body)]
  return ['curl', '-i', ...method, quote(request.url), ...headers, ...body].join(' ')
}

/** Single quotes keep everything literal but themselves; the hidden credential is the one thing that must not stay so. */
export function quote(text: string): string {
  return (
    text
      .split(HIDDEN)
      .map((part) => (part === '' ? '' : `'${part.replaceAll("'", `'\\''`)}'`))
      .join(`"${HIDDEN}"`) || "''"
  )
}
