import type { FilledTenant } from './tenant-items.ts'

/**
 * Names what an answer discloses of a tenant: its secret, or an id that nobody guesses and the request did
 * not bring. Numbers are not looked for, since an answer has them for many reasons.
 */
export function disclosed(
  { secret, ids }: FilledTenant,
  { request = '', answer }: { request?: string; answer: unknown },
): string[] {
  const text = JSON.stringify(answer) ?? ''
  const telling = [secret, ...ids.filter((id) => typeof id === 'string')]
  return telling.filter((part) => text.includes(part) && !request.includes(part))
}
