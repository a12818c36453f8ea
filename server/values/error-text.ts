/**
 * An error's message. If a connection fails at all addresses of a host, Node's error has no message, so the
 * message for the first address is used.
 */
export function errorText(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return errorText(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}
