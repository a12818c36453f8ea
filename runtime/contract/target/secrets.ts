import { base64 } from '../exchange/request.ts'
import type { Target } from './target.ts'

/** Shorter credentials are not searched for in texts: "1" as a password would make every text unreadable. */
const SHORTEST_SECRET = 6
const SECRET_HEADER = /authorization|cookie|key|token|secret|password/i

/** Whether the value of such a header is kept out of every record. */
export function isSecretHeader(name: string): boolean {
  return SECRET_HEADER.test(name)
}

/** What the configuration itself says that no record may say: credentials, and headers that look like them. */
export function secretsOf({
  headers = {},
  credentials = {},
  otherCredentials = {},
  readerCredentials = {},
}: Target): string[] {
  const values = [
    ...Object.values(credentials),
    ...Object.values(otherCredentials),
    ...Object.values(readerCredentials),
    ...Object.entries(headers).flatMap(([name, value]) => (isSecretHeader(name) ? [value] : [])),
  ]
  return sortSecrets(values.flatMap((value) => (typeof value === 'string' ? written(value) : [])))
}

/** A credential in each form in which a request may carry it. */
export function written(secret: string): string[] {
  return [base64(secret), encodeURIComponent(secret), secret]
}

/** Longest first: one secret may be part of another. */
export function sortSecrets(secrets: readonly string[]): string[] {
  return [...new Set(secrets)]
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length)
}
