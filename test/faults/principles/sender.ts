/** An answer, read whole. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The envelope's content, or the error; `undefined` if the body is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: probes read members of answers that a fault may damage.
  readonly data: any
}

export interface Sent {
  readonly json?: unknown
  readonly body?: BodyInit
  readonly headers?: Readonly<Record<string, string>>
  /** Default: the key of the first account. */
  readonly key?: string
}

export type Send = (method: string, path: string, sent?: Sent) => Promise<Reply>

/** Shows the fault of its name: what it returns is something else without that fault. */
export type Probe = (send: Send) => Promise<unknown>

/** @returns a function that sends requests to a service, and reads envelopes. */
export function senderTo(baseUrl: string, key: string): Send {
  return async (method, path, { json, body, headers, key: otherKey } = {}) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        'X-Api-Key': otherKey ?? key,
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined ? { body: JSON.stringify(json) } : body !== undefined ? { body } : {}),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, data: dataIn(text) }
  }
}

function dataIn(text: string): unknown {
  try {
    const { data, error } = JSON.parse(text) as { data?: unknown; error?: unknown }
    return data ?? error
  } catch {
    return undefined
  }
}
