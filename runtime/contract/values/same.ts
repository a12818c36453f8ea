import { isObject } from '@concordat/runtime/json'

const TIMESTAMP = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:?\d\d)$/

/**
 * Whether a server kept a value. Times are equal when they name the same instant, to the millisecond; objects may have
 * gained members, which defaults fill in; arrays keep their order.
 */
export function isKept(sent: unknown, received: unknown): boolean {
  if (Array.isArray(sent)) {
    return (
      Array.isArray(received) &&
      sent.length === received.length &&
      sent.every((item, index) => isKept(item, received[index]))
    )
  }
  if (isObject(sent)) {
    return (
      isObject(received) &&
      Object.entries(sent).every(
        ([name, value]) => Object.hasOwn(received, name) && isKept(value, received[name]),
      )
    )
  }
  if (
    typeof sent === 'string' &&
    typeof received === 'string' &&
    TIMESTAMP.test(sent) &&
    TIMESTAMP.test(received)
  ) {
    return Date.parse(sent) === Date.parse(received)
  }
  return sent === received
}

/** Whether two values are the same to the eyes of a client: neither has what the other lacks. */
export function isSame(left: unknown, right: unknown): boolean {
  return isKept(left, right) && isKept(right, left)
}
