import type { OperationFormats } from '../http/formats/operation-formats.ts'
import type { DocumentDescriptor, OperationDescriptor } from '../http/operation.ts'
import { makeApp } from './create-app.ts'
import { readIncomingBody } from './incoming/read-body.ts'
import type { RequestTarget } from './incoming/request-target.ts'
import { DEFAULT_MAX_BODY_BYTES } from './operation/compile-operation.ts'
import type { App, AppOptions } from './options/app-options.ts'

/** A received webhook, before any part of it is trusted. */
export interface WebhookAttempt {
  readonly operation: OperationDescriptor
  readonly request: Request
  /** The body's exact bytes, from which signatures are computed. */
  readonly body: Uint8Array<ArrayBuffer>
}

/** Options for a webhook receiver. */
export interface WebhookOptions<Handlers, Principal>
  extends Omit<
    AppOptions<Handlers, Principal, unknown>,
    'authorize' | 'authorizeBody' | 'basePath' | 'cors' | 'trailingSlash'
  > {
  /**
   * Rejects requests that the service did not send by throwing an HttpProblem, usually after checking the
   * signature of the raw body. It runs before the body is parsed.
   */
  readonly verify?: (attempt: WebhookAttempt) => void | Promise<void>
  /**
   * Returns the document's name for a request's webhook, if all webhooks share one address: for example, from
   * `x-github-event`, or from a property of the body (read `request.clone()`). Default: the last segment of
   * the path.
   */
  readonly webhookOf?: (request: Request) => string | undefined | Promise<string | undefined>
}

/**
 * Creates an application that receives webhooks. It is like `createApp`, but works at any address.
 * @param formats for webhooks whose values have formats, by name.
 * @throws TypeError if a handler is missing, or if the document needs credentials but `authenticate` is
 * missing.
 */
export function createWebhooks<Handlers extends object, Principal>(
  document: DocumentDescriptor,
  { verify, webhookOf, ...options }: WebhookOptions<Handlers, Principal>,
  formats: Readonly<Record<string, OperationFormats>> = {},
): App {
  const { maxBodyBytes = DEFAULT_MAX_BODY_BYTES } = options
  return makeApp(
    document,
    {
      ...options,
      async authorize({ operation, request }) {
        await verify?.({ operation, request, body: await readIncomingBody(request.clone(), maxBodyBytes) })
      },
    },
    {
      formats,
      async targetOf({ request, target }): Promise<RequestTarget> {
        const { pathname, query } = target
        if (webhookOf === undefined) return { pathname: pathname.slice(pathname.lastIndexOf('/')), query }
        return { pathname: `/${encodeURIComponent((await webhookOf(request))?.toWellFormed() ?? '')}`, query }
      },
    },
  )
}
