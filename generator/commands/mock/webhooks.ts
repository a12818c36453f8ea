import type { WebhookDelivery } from '@concordat/mock'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { UsageError } from '../../errors/problem.ts'
import type { Model } from '../../model/model.ts'

/**
 * Returns the document's webhooks as operations at one URL. Callbacks are left out, because their URL depends
 * on each request.
 * @param url the target of all webhooks.
 * @throws {UsageError} for an invalid URL, or a document without webhooks.
 */
export function mockWebhookDocument({ title, webhooks }: Model, url: string): DocumentDescriptor {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new UsageError(
      `Webhooks cannot be sent to "${url}". Expected: an address such as http://localhost:3000/hooks.`,
    )
  const own = (webhooks?.operations ?? []).filter(({ address }) => address === undefined)
  if (webhooks === undefined || own.length === 0)
    throw new UsageError(`${title} has no webhooks. Fix: omit --webhooks.`)
  return { ...webhooks.descriptor, operations: own.map(({ descriptor }) => descriptor) }
}

/** One line about a sent webhook. */
export function webhookDeliveryLine({ webhook, url, status, error }: WebhookDelivery): string {
  return `Webhook ${webhook} to ${url}${status === undefined ? ` failed: ${error}` : `: ${status}`}`
}
