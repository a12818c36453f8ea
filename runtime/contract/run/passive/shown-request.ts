import type { SentRequest } from '../../data/exchange/exchange.ts'
import { HIDDEN } from '../../data/exchange/variables.ts'
import { withoutSecretTexts } from '../../data/outcome/secret-texts.ts'
import { isSecretHeader } from '../../traffic/target/secrets.ts'

/**
 * Returns a request in a form that a report can show, without the given secrets and the values of secret
 * headers.
 */
export function shownTrafficRequest(
  { method, url, headers, body }: SentRequest,
  secrets: readonly string[],
): SentRequest {
  return {
    method,
    url: withoutSecretTexts(url, secrets),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        isSecretHeader(name) ? HIDDEN : withoutSecretTexts(value, secrets),
      ]),
    ),
    ...(body !== undefined && { body: withoutSecretTexts(body, secrets) }),
  }
}
