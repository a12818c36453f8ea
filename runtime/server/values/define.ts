/**
 * Sets an own property whatever its name: "__proto__" too, which an assignment would take for something else.
 */
export function define(target: object, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
  else (target as Record<string, unknown>)[name] = value
}
