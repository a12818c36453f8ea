import type { DocumentObject, ServerObject } from '../document/document.ts'

/** Where the document says that the service is. */
export interface Server {
  /** With the defaults of its variables; may be relative to the document. */
  readonly url: string
  /** What the document calls it: "prod". */
  readonly name?: string
  readonly description?: string
}

/** The document's servers; one with a variable that has no default is none. */
export function serversOf({ servers = [] }: DocumentObject): Server[] {
  return servers.flatMap((server) => {
    const url = withDefaults(server)
    const { name, description } = server
    return url === undefined
      ? []
      : [{ url, ...(name !== undefined && { name }), ...(description !== undefined && { description }) }]
  })
}

function withDefaults({ url, variables = {} }: ServerObject): string | undefined {
  const names = [...url.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
  if (names.some((name) => variables[name]?.default === undefined)) return undefined
  return url.replace(/\{([^{}]+)\}/g, (_, name: string) => variables[name]?.default ?? '')
}

/**
 * What a client is given that names no base URL: the first server, where that is absolute and holds nothing but a place.
 * A relative one depends on where the document came from, which a client does not know.
 */
export function defaultBaseUrl([first]: readonly Server[]): string | undefined {
  return first !== undefined && /^https?:\/\/[^/?#@]+(\/[^?#]*)?$/i.test(first.url) ? first.url : undefined
}
