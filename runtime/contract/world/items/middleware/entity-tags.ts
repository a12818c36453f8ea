import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { cameOf, templatesOf } from '../../../data/document/path-binding.ts'
import { operationOf, resourceOf } from '../../../data/document/resource-lookup.ts'
import type { Answer } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { ANY_TAG, headerParameter } from '../../requests/header-parameters.ts'
import { withValue } from '../../requests/with-value.ts'
import type { Middleware } from '../guard/guard-middleware.ts'

export interface EntityTagsOptions {
  readonly document: DocumentDescriptor
  readonly middleware: Middleware
}

/**
 * Replaces `If-Match: *` by the item's entity tag: servers that require a precondition often accept only the
 * tag itself.
 * @see RFC 9110, 13.1.1
 */
export class EntityTags implements Middleware {
  readonly #document: DocumentDescriptor
  readonly #middleware: Middleware

  constructor({ document, middleware }: EntityTagsOptions) {
    this.#document = document
    this.#middleware = middleware
  }

  async send(plan: RequestPlan): Promise<Answer> {
    const { operation, header, path = {} } = plan
    const name = headerParameter(operation, 'if-match')?.name
    if (name === undefined || header?.[name] !== ANY_TAG) return this.#middleware.send(plan)
    const read = await this.#read(operation, path)
    const tag = read?.headers.get('etag') ?? undefined
    return this.#middleware.send(
      tag === undefined
        ? plan
        : withValue(plan, { location: 'header', name, text: tag, ...cameOf(read?.number) }),
    )
  }

  /** The current item at the path; `undefined` if no operation reads it. */
  async #read(
    { resource }: OperationDescriptor,
    path: NonNullable<RequestPlan['path']>,
  ): Promise<Answer | undefined> {
    const read = operationOf(this.#document, resourceOf(this.#document, resource?.name)?.operations.read)
    if (read === undefined || templatesOf(read.path).some(({ name }) => path[name] === undefined))
      return undefined
    return this.#middleware.send({ operation: read, path })
  }
}
