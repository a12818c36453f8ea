import type { AppOptions, ResponseValidation } from './app-options.ts'

/**
 * A service's reaction to responses that violate the document: from its options, else "warn" in development.
 */
export function responseValidation({
  validateResponses,
}: Pick<AppOptions<object, unknown, unknown>, 'validateResponses'>): ResponseValidation {
  return validateResponses ?? (isInProduction() ? 'off' : 'warn')
}

/** True if there is a `process` whose `NODE_ENV` is "production". */
function isInProduction(): boolean {
  return typeof process !== 'undefined' && process.env?.['NODE_ENV'] === 'production'
}
