type Values = Readonly<Record<string, string | undefined>>

/** Replaces the variables in a server URL from the document, such as "https://{region}.example.com". */
export function fillServer(url: string, defaults: Values, given: Values = {}): string {
  return url.replace(/\{([^{}]+)\}/g, (_, name: string) => given[name] ?? defaults[name] ?? '')
}
