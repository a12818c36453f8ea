import type { Recorded } from '@concordat/contract/passive'

/** An exchange as an HTTP Archive entry. */
export function harOf({ request, status, headers, text = '' }: Recorded): string {
  const pairs = (all: Iterable<readonly [string, string]>) =>
    [...all].map(([name, value]) => ({ name, value }))
  return JSON.stringify({
    startedDateTime: '2026-01-01T00:00:00.000Z',
    request: {
      method: request.method,
      url: request.url,
      headers: pairs(Object.entries(request.headers)),
      ...(request.body !== undefined && {
        postData: { mimeType: request.headers['content-type'] ?? '', text: request.body },
      }),
    },
    response: {
      status,
      headers: pairs(headers),
      content: { size: text.length, mimeType: headers.get('content-type') ?? '', text },
    },
  })
}
