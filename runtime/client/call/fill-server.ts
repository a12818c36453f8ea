type Values = Readonly<Record<string, string | undefined>>

/** A server of the document, "https://{region}.example.com", with values in the place of its variables. */
export function fillServer(url: string, defaults: Values, given: Values = {}): string {
  return url.replace(/\{([^{}]+)\}/g, (_, name: string) => given[name] ?? defaults[name] ?? '')
}
