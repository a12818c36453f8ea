import type { OperationFormats } from '../http/formats/operation-formats.ts'
import type { DocumentDescriptor, OperationDescriptor } from '../http/operation.ts'
import { makeApp } from './create-app.ts'
import { readIncomingBody } from './incoming/read-body.ts'
import type { RequestTarget } from './incoming/request-target.ts'
import { DEFAULT_MAX_BODY_BYTES } from './operation/compile-operation.ts'
import type { App, AppOptions } from './options/app-options.ts'

/** A received webhook, before any of it is trusted. */
export interface WebhookAttempt {
  readonly operation: OperationDescriptor
  readonly request: Request
  /** The exact bytes of the body, from which signatures are computed. */
  readonly body: Uint8Array<ArrayBuffer>
}

/** The options of a receiver of webhooks. */
export interface WebhookOptions<Handlers, Principal>
  extends Omit<
    AppOptions<Handlers, Principal, unknown>,
    'authorize' | 'authorizeBody' | 'basePath' | 'cors' | 'trailingSlash'
  > {
  /**
   * Refuses requests that the service did not send, by throwing an HttpProblem; usually by the signature of
   * the raw body. It runs before the body is parsed.
   */
  readonly verify?: (attempt: WebhookAttempt) => void | Promise<void>
  /**
   * The document's name for a request's webhook, if all have one address: from `x-github-event`, or from a
   * member of the body (read `request.clone()`). Default: the last segment of the path.
   */
  readonly webhookOf?: (request: Request) => string | undefined | Promise<string | undefined>
}

/**
 * Creates an application that receives webhooks, like `createApp` but at any address.
 * @param formats for webhooks whose values have formats, by name.
 * @throws TypeError if a handler is missing, or `authenticate` although the document needs credentials.
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
