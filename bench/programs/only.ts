/**
 * Completes a program's handlers. Each handler that the program does not provide throws an error when it is
 * called.
 */
export function only<Handlers extends object>(own: Partial<Handlers>): Handlers {
  return new Proxy(own, {
    get: (handlers, name) =>
      Reflect.get(handlers, name) ??
      (() => {
        throw new Error(`"${String(name)}" has no handler.`)
      }),
  }) as Handlers
}

/** Throws an error unless a fact is true. */
export function expect(fact: unknown, what: string): asserts fact {
  if (!fact) throw new Error(`Expected: ${what}.`)
}
