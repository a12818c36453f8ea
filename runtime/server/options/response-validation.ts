import type { AppOptions, ResponseValidation } from './app-options.ts'

/** What a service does with answers that break the document: what its options say, else "warn" while it is developed. */
export function responseValidation({
  validateResponses,
}: Pick<AppOptions<object, unknown, unknown>, 'validateResponses'>): ResponseValidation {
  return validateResponses ?? (isInProduction() ? 'off' : 'warn')
}

/** `NODE_ENV`, where there is a `process`. */
function isInProduction(): boolean {
  return typeof process !== 'undefined' && process.env?.['NODE_ENV'] === 'production'
}
