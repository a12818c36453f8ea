import { isObject } from '@concordat/runtime/json'

/** A mutable JSON object or array, which the load stage changes in place. */
export type Container = { [name: string]: unknown }

/** True for an object or array. Array items are accessed with the index as a string. */
export function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null
}

/** Sets a property with any name. An assignment to `__proto__` would change the prototype instead. */
export function setNodeMember(container: Container, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(container, name, { value, writable: true, enumerable: true, configurable: true })
  else container[name] = value
}

/** The `$ref` of a value; `undefined` unless it is a string. Any other `$ref` is an ordinary property. */
export function referenceInNode(value: unknown): string | undefined {
  const reference = isObject(value) ? value['$ref'] : undefined
  return typeof reference === 'string' ? reference : undefined
}
