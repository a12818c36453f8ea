import type { FilledTenant } from './tenant-items.ts'

/**
 * Lists what a response discloses about a tenant: its secret, or an unguessable id that the request did not
 * contain. Numbers are ignored, because they occur in responses for many reasons.
 */
export function disclosed(
  { secret, ids }: FilledTenant,
  { request = '', answer }: { request?: string; answer: unknown },
): string[] {
  const text = JSON.stringify(answer) ?? ''
  const telling = [secret, ...ids.filter((id) => typeof id === 'string')]
  return telling.filter((part) => text.includes(part) && !request.includes(part))
}
