import { Agent, fetch as fetchWith } from 'undici'

/** What a TLS connection needs beyond the usual: each member the text of a PEM file. */
export interface Tls {
  /** The client's certificate and its key, for `mutualTLS`. */
  readonly certificate?: string | undefined
  readonly key?: string | undefined
  readonly passphrase?: string | undefined
  /** Authorities that are trusted, instead of those that Node knows. */
  readonly authority?: string | undefined
}

/** A `fetch` whose connections are made with a certificate or an authority of the caller's own. */
export function fetchOver({
  certificate,
  key,
  passphrase,
  authority,
}: Tls): (request: Request) => Promise<Response> {
  const dispatcher = new Agent({
    connect: {
      ...(certificate !== undefined && { cert: certificate }),
      ...(key !== undefined && { key }),
      ...(passphrase !== undefined && { passphrase }),
      ...(authority !== undefined && { ca: authority }),
    },
  })
  return async (request) => {
    const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer())
    const answer = await fetchWith(request.url, {
      method: request.method,
      headers: [...request.headers],
      body,
      redirect: 'manual',
      signal: request.signal,
      dispatcher,
    })
    const isEmpty = [101, 204, 205, 304].includes(answer.status)
    return new Response(isEmpty ? null : await answer.arrayBuffer(), {
      status: answer.status,
      statusText: answer.statusText,
      headers: [...answer.headers],
    })
  }
}
