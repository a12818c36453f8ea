type Values = Readonly<Record<string, string | undefined>>

/** A server URL from the document, "https://{region}.example.com", with its variables replaced. */
export function fillServer(url: string, defaults: Values, given: Values = {}): string {
  return url.replace(/\{([^{}]+)\}/g, (_, name: string) => given[name] ?? defaults[name] ?? '')
}
