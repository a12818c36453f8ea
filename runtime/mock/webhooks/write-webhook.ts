import {
  type DocumentDescriptor,
  isJson,
  type OperationDescriptor,
  type ParameterDescriptor,
} from '@concordat/runtime/http'
import { encodeValue } from '../values/encode-value.ts'
import type { Maker } from '../values/maker.ts'
import { isSignatureHeader, webhookSignature } from './sign.ts'
import { webhookContent } from './telling.ts'

interface WebhookToWrite {
  readonly webhook: OperationDescriptor
  readonly body: unknown
  /** The receiver's complete address. */
  readonly url: string
  readonly secret: string
  readonly securitySchemes: DocumentDescriptor['securitySchemes']
  readonly maker: Maker
}

/** Creates a webhook's request as the document describes it: parameters, body, credential, and signatures. */
export async function writeWebhook(options: WebhookToWrite): Promise<Request> {
  const { webhook, url, secret, maker } = options
  const address = new URL(url)
  const headers = new Headers()
  const body = encodedBody(options, headers)
  const parameters = webhook.parameters ?? []
  for (const parameter of parameters) {
    if (isSignatureHeader(parameter)) continue
    const value = valueFor(parameter, webhook, maker)
    if (parameter.in === 'header') headers.set(parameter.name, value)
    if (parameter.in === 'query') address.searchParams.set(parameter.name, value)
  }
  authorize(options, { address, headers })
  for (const parameter of parameters.filter(isSignatureHeader))
    headers.set(
      parameter.name,
      await webhookSignature(parameter, { secret, headers, body: body ?? new Uint8Array() }, maker),
    )
  return new Request(address, { method: webhook.method, headers, ...(body !== undefined && { body }) })
}

function encodedBody(
  { webhook, body, maker }: WebhookToWrite,
  headers: Headers,
): Uint8Array<ArrayBuffer> | undefined {
  const [mediaType, media] = webhookContent(webhook) ?? []
  if (mediaType === undefined || media === undefined) return undefined
  const value = body === undefined ? sampleOf(media, maker) : body
  headers.set('content-type', mediaType)
  const text = isJson(mediaType) ? JSON.stringify(value) : encodeValue(value, { mediaType, media, maker })
  return text instanceof Uint8Array ? new Uint8Array(text) : new TextEncoder().encode(String(text))
}

function sampleOf(
  { schema: written, examples = [] }: NonNullable<ReturnType<typeof webhookContent>>[1],
  maker: Maker,
): unknown {
  const schema = maker.schema(written)
  return examples.find((example) => schema.allows(example)) ?? maker.make(schema, 'event', 'example')
}

/**
 * The value of a parameter: the current time or the webhook's name if the parameter is named after a time or
 * an event and its schema allows it; otherwise, a generated value.
 */
function valueFor(
  { name, schema: written = { type: 'string' } }: ParameterDescriptor,
  { operationId }: OperationDescriptor,
  maker: Maker,
): string {
  const now = new Date()
  const seconds = Math.floor(now.getTime() / 1000)
  const known = /time/i.test(name)
    ? [seconds, String(seconds), now.toISOString()]
    : /event|topic/i.test(name)
      ? [operationId]
      : []
  const schema = maker.schema(written)
  const value = known.find((each) => schema.allows(each)) ?? maker.make(schema, name)
  return typeof value === 'string' ? value : String(JSON.stringify(value))
}

/** @see OpenAPI 3.1.1, Security Requirement Object */
function authorize(
  { webhook, secret, securitySchemes }: WebhookToWrite,
  { address, headers }: { readonly address: URL; readonly headers: Headers },
): void {
  const [requirement = {}] = webhook.security ?? []
  for (const name of Object.keys(requirement)) {
    const { type, scheme, in: location, name: key = name } = securitySchemes[name] ?? {}
    if (type === 'apiKey' && location === 'query') address.searchParams.set(key, secret)
    else if (type === 'apiKey' && location === 'cookie') headers.append('cookie', `${key}=${secret}`)
    else if (type === 'apiKey') headers.set(key, secret)
    else if (scheme === 'basic') headers.set('authorization', `Basic ${btoa(`webhook:${secret}`)}`)
    else if (type !== 'mutualTLS') headers.set('authorization', `Bearer ${secret}`)
  }
}
