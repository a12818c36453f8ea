/** The current cookies of one session with one server. @see RFC 6265, 5.3 */
export class CookieJar {
  readonly #cookies = new Map<string, string>()

  /**
   * Stores the cookies that a response sets, and removes those that it deletes. @returns The names of the
   * cookies set.
   */
  take(headers: Headers): readonly string[] {
    return headers.getSetCookie().flatMap((line) => {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
      const end = pair.indexOf('=')
      if (end < 1) return []
      const [name, value] = [pair.slice(0, end).trim(), pair.slice(end + 1).trim()]
      if (value === '' || attributes.some(isOver)) {
        this.#cookies.delete(name)
        return []
      }
      this.#cookies.set(name, value)
      return [name]
    })
  }

  get names(): readonly string[] {
    return [...this.#cookies.keys()]
  }

  get values(): readonly string[] {
    return [...this.#cookies.values()]
  }

  get(name: string): string | undefined {
    return this.#cookies.get(name)
  }

  /** The value of a `Cookie` header. */
  get header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }
}

function isOver(attribute: string): boolean {
  const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(attribute) ?? []
  if (name.toLowerCase() === 'max-age') return Number(value) <= 0
  return name.toLowerCase() === 'expires' && Date.parse(value) < Date.now()
}
