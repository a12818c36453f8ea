/**
 * Continues synchronously with a value that is not a promise, so that a response that is ready is sent before
 * the next request is read.
 */
export function afterValue<Value, Next>(
  value: Value | Promise<Value>,
  next: (value: Value) => Next | Promise<Next>,
): Next | Promise<Next> {
  return value instanceof Promise ? value.then(next) : next(value)
}
