import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** A span as received. @see OTLP 1.7, trace.proto, in its JSON form */
export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  /** 2 is a server span, 3 a client span, and 5 a consumer span. */
  readonly kind: number
  /** Code 2 is a failure. */
  readonly status: { readonly code?: number }
  readonly attributes: Readonly<Record<string, unknown>>
  /** Attributes of its process. */
  readonly service: unknown
}

/** A receiver of traces via OTLP over HTTP, which keeps them. */
export interface OtlpReceiver {
  readonly url: string
  spans(): readonly ReceivedSpan[]
  close(): void
}

interface KeyValue {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}

interface ExportBody {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] }
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, 'attributes' | 'service'> & {
        readonly attributes: readonly KeyValue[]
      })[]
    }[]
  }[]
}

const plain = (attributes: readonly KeyValue[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = []
  const server = createServer(async (request, response) => {
    const isTraces = request.method === 'POST' && request.url === '/v1/traces'
    if (isTraces && request.headers['content-type'] === 'application/json') {
      const { resourceSpans } = (await json(request)) as ExportBody
      for (const { resource, scopeSpans } of resourceSpans) {
        const service = plain(resource.attributes)['service.name']
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({ ...span, attributes: plain(span.attributes), service })
      }
    }
    response.writeHead(isTraces ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1/traces`,
    spans: () => spans,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
