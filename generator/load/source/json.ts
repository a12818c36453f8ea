import { isObject } from '@concordat/runtime/json'

/** Any JSON value that can hold others: an object or an array, which the load stage changes in place. */
export type Container = { [name: string]: unknown }

/** An object or an array; an array's items are reached by their index as a string. */
export function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null
}

/** Sets a member under any name: assigning `__proto__` would change the prototype instead. */
export function setMember(container: Container, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(container, name, { value, writable: true, enumerable: true, configurable: true })
  else container[name] = value
}

/**
 * The reference that an object consists of or carries: a `$ref` whose value is no
 * string is a property of that name.
 */
export function referenceOf(value: unknown): string | undefined {
  const reference = isObject(value) ? value['$ref'] : undefined
  return typeof reference === 'string' ? reference : undefined
}
