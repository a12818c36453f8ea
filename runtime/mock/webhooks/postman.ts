import { Unmakeable } from '@concordat/contract/values'
import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import type { ItemEvent } from '../state/item.ts'
import type { World } from '../state/world.ts'
import { Maker } from '../values/maker.ts'
import { webhookBody } from './telling.ts'
import { writeWebhook } from './write-webhook.ts'

/** Receiver and settings for sending webhooks. */
export interface WebhookOptions {
  /** The document's webhooks, as in generated/webhooks.ts. */
  readonly document: DocumentDescriptor
  /** The receiver's complete address, in which "{webhook}" is replaced by the webhook's name. */
  readonly url: string
  /** Signing key, and the credential for webhooks that need one. Default: "mock-secret". */
  readonly secret?: string
  /** Default: the global one. */
  readonly fetch?: (request: Request) => Promise<Response>
  /** Called for each webhook that was sent. */
  readonly onSent?: (delivery: WebhookDelivery) => void
}

/** The delivery of one webhook. */
export interface WebhookDelivery {
  readonly webhook: string
  readonly url: string
  /** Absent if the receiver did not respond. */
  readonly status?: number
  readonly error?: string
}

const SECRET = 'mock-secret'

/** Sends webhooks about changes to items, and any webhook on request. */
export class Postman {
  readonly #options: WebhookOptions
  readonly #maker: Maker
  /** Webhooks about events are sent one at a time, so that receivers get them in order. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: WebhookOptions, seed: string) {
    this.#options = options
    this.#maker = new Maker(options.document, `${seed} webhooks`)
  }

  get names(): readonly string[] {
    return this.#options.document.operations.map(({ operationId }) => operationId)
  }

  /** Sends every webhook about an event, after those about earlier events. */
  tell(event: ItemEvent, world: World): void {
    for (const webhook of this.#options.document.operations) {
      const body = bodyOf(webhook, event, world)
      if (body !== undefined) this.#last = this.#last.then(() => this.#send(webhook, body))
    }
  }

  /**
   * @param body defaults to an example or, if there is none, to a generated value.
   * @returns `undefined` if the document has no such webhook.
   */
  async send(name: string, body: unknown): Promise<WebhookDelivery | undefined> {
    const webhook = this.#options.document.operations.find(({ operationId }) => operationId === name)
    return webhook && this.#send(webhook, body)
  }

  async #send(webhook: OperationDescriptor, body: unknown): Promise<WebhookDelivery> {
    const { document, secret = SECRET, fetch = globalThis.fetch, onSent } = this.#options
    const url = this.#options.url.replaceAll('{webhook}', encodeURIComponent(webhook.operationId))
    const { securitySchemes } = document
    let delivery: WebhookDelivery = { webhook: webhook.operationId, url }
    try {
      const request = await writeWebhook({ webhook, body, url, secret, securitySchemes, maker: this.#maker })
      const answer = await fetch(request)
      await answer.body?.cancel()
      delivery = { ...delivery, status: answer.status }
    } catch (error) {
      delivery = { ...delivery, error: reasonOf(error) }
    }
    onSent?.(delivery)
    return delivery
  }
}

function bodyOf(webhook: OperationDescriptor, event: ItemEvent, world: World): unknown {
  try {
    return webhookBody(webhook, event, world)
  } catch (error) {
    if (error instanceof Unmakeable) return undefined
    throw error
  }
}

/** The reason for an error. For a failed `fetch`, this is the message of the error's cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = Object(error) as { readonly message?: string; readonly cause?: unknown }
  return cause instanceof Error && cause.message !== '' ? cause.message : (message ?? String(error))
}
