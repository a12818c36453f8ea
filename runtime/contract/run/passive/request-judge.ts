import { rememberedByObject } from '@concordat/runtime/bounded'
import { type DocumentDescriptor, mayHaveBody, type OperationDescriptor } from '@concordat/runtime/http'
import { type App, createApp } from '@concordat/runtime/server'
import { breaksOnlyFormat } from '../../data/document/of-format.ts'
import type { SentRequest } from '../../data/exchange/exchange.ts'

/** Reasons to reject a body for its content, not its size. */
const ABOUT_BODY = ['malformed-body', 'unsupported-media-type', 'invalid-body']
/** Placeholder URL for requests, because only the body is examined. */
const ADDRESS = 'http://localhost/'

/**
 * Validates the bodies of recorded requests as the generated server does: JSON, forms and multipart parts.
 */
export class RequestJudge {
  readonly #document: DocumentDescriptor

  constructor(document: DocumentDescriptor) {
    this.#document = document
  }

  /**
   * Describes the body's problem in a sentence; `undefined` if there is none, or if the body was not
   * recorded.
   */
  async fault(operation: OperationDescriptor, { headers, body }: SentRequest): Promise<string | undefined> {
    if (body === undefined || operation.requestBody === undefined || !mayHaveBody(operation.method))
      return undefined
    const type = headers['content-type']
    const answer = await this.#appOf(operation)(
      new Request(ADDRESS, {
        method: 'POST',
        headers: type === undefined ? {} : { 'content-type': type },
        body: new TextEncoder().encode(body),
      }),
    )
    const { kind, detail } = (await answer.json()) as { readonly kind?: string; readonly detail?: string }
    return kind !== undefined && ABOUT_BODY.includes(kind) ? detail : undefined
  }

  readonly #appOf = rememberedByObject((operation: OperationDescriptor): App => {
    const { operationId, pointer, tag, requestBody } = operation
    const { formats } = this.#document
    const alone: OperationDescriptor = {
      ...{ operationId, pointer, tag, method: 'POST', path: '/', responses: {} },
      ...(requestBody !== undefined && { requestBody }),
    }
    return createApp<object, never>(
      { ...this.#document, operations: [alone], resources: [] },
      {
        handlers: new Proxy({}, { get: () => async () => Response.json({}) }),
        problemResponse: ({ kind, detail, issues }) => {
          const isValid =
            formats === 'annotate' &&
            issues.length > 0 &&
            issues.every(({ issue }) => breaksOnlyFormat(issue))
          return { body: isValid ? {} : { kind, detail } }
        },
        onError: () => {},
      },
    )
  })
}
