/**
 * Goes on with a value at once, where there is nothing to wait for: an answer that needs no promise is on its way before the next
 * request is read.
 */
export function after<Value, Next>(
  value: Value | Promise<Value>,
  next: (value: Value) => Next | Promise<Next>,
): Next | Promise<Next> {
  return value instanceof Promise ? value.then(next) : next(value)
}
