/** Sets an own property with any name, including "__proto__", which an assignment would treat specially. */
export function defineOwnProperty(target: object, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
  else (target as Record<string, unknown>)[name] = value
}
