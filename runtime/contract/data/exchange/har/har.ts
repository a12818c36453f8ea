/**
 * The members of HTTP Archive 1.2 that are read and written here. Browsers' developer tools and most proxies
 * save this format. Other members are ignored.
 * @see http://www.softwareishard.com/blog/har-12-spec/
 */
export interface Har {
  readonly log: HarLog
}

interface HarLog {
  readonly version: string
  readonly creator: { readonly name: string; readonly version: string }
  readonly entries: readonly HarEntry[]
  readonly comment?: string
}

/** One request with its response. */
export interface HarEntry {
  /** RFC 3339. */
  readonly startedDateTime: string
  /** Milliseconds. */
  readonly time: number
  readonly request: HarRequest
  /** Has status 0 if no response was received. */
  readonly response: HarResponse
  readonly cache: Readonly<Record<string, unknown>>
  /** Milliseconds. */
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number }
  readonly comment?: string
}

/** A header or a query parameter. */
export interface HarPair {
  readonly name: string
  readonly value: string
}

export interface HarRequest {
  readonly method: string
  /** Absolute, without fragment. */
  readonly url: string
  readonly httpVersion: string
  readonly cookies: readonly HarPair[]
  readonly headers: readonly HarPair[]
  readonly queryString: readonly HarPair[]
  readonly postData?: HarPostData
  /** Bytes; -1 if unknown. */
  readonly headersSize: number
  readonly bodySize: number
}

/** A body: its text, or a form's fields. */
export interface HarPostData {
  readonly mimeType: string
  readonly text?: string
  readonly params?: readonly { readonly name: string; readonly value?: string; readonly fileName?: string }[]
}

export interface HarResponse {
  readonly status: number
  readonly statusText: string
  readonly httpVersion: string
  readonly cookies: readonly HarPair[]
  readonly headers: readonly HarPair[]
  readonly content: {
    readonly size: number
    readonly mimeType: string
    readonly text?: string
    /** Encoding of `text`: "base64", or absent if it is plain text. */
    readonly encoding?: string
  }
  /** Empty if none. */
  readonly redirectURL: string
  readonly headersSize: number
  readonly bodySize: number
}
