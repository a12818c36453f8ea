import type { AppOptions, ResponseValidation } from './app-options.ts'

/**
 * Returns how a service reacts to responses that violate the document: as its options say or, by default,
 * with "warn", or "off" in production.
 */
export function responseValidation({
  validateResponses,
}: Pick<AppOptions<object, unknown, unknown>, 'validateResponses'>): ResponseValidation {
  return validateResponses ?? (isInProduction() ? 'off' : 'warn')
}

function isInProduction(): boolean {
  return typeof process !== 'undefined' && process.env?.['NODE_ENV'] === 'production'
}
