/** Handlers of which a program needs only its own: any other one is told when it is called. */
export function only<Handlers extends object>(own: Partial<Handlers>): Handlers {
  return new Proxy(own, {
    get: (handlers, name) =>
      Reflect.get(handlers, name) ??
      (() => {
        throw new Error(`"${String(name)}" has no handler.`)
      }),
  }) as Handlers
}

/** Takes a fact for granted, or ends the program. */
export function expect(fact: unknown, what: string): asserts fact {
  if (!fact) throw new Error(`Expected: ${what}.`)
}
