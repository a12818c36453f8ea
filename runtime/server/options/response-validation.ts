import type { AppOptions, ResponseValidation } from './app-options.ts'

/**
 * Reaction of a service to responses that break the document: the one in its options, else "warn" in
 * development.
 */
export function responseValidation({
  validateResponses,
}: Pick<AppOptions<object, unknown, unknown>, 'validateResponses'>): ResponseValidation {
  return validateResponses ?? (isInProduction() ? 'off' : 'warn')
}

/** `NODE_ENV`, where there is a `process`. */
function isInProduction(): boolean {
  return typeof process !== 'undefined' && process.env?.['NODE_ENV'] === 'production'
}
