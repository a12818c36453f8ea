import type { ServerDescriptor } from '@concordat/runtime/http'
import type { DocumentObject, ServerObject } from '../../document/document.ts'
import type { PlacedOperation } from '../../document/operations.ts'

/** A server that the document declares. */
export interface Server {
  /** URL with the defaults of its variables filled in. It can be relative to the document. */
  readonly url: string
  /** Name of the server in the document, such as "prod". */
  readonly name?: string
  readonly description?: string
}

/** A server URL's template, and its variables. */
export interface ServerVariables {
  /** "https://{region}.example.com" */
  readonly template: string
  readonly values: readonly ServerVariable[]
}

interface ServerVariable {
  readonly name: string
  readonly default: string
  /** Allowed values; if empty, any value is allowed. */
  readonly allowed: readonly string[]
}

/** The document's servers, except those with a variable that has no default. */
export function modelServers({ servers = [] }: DocumentObject): Server[] {
  return servers.flatMap((server) => {
    const url = withDefaults(server)
    const { name, description } = server
    return url === undefined
      ? []
      : [{ url, ...(name !== undefined && { name }), ...(description !== undefined && { description }) }]
  })
}

/**
 * The first server declared for an operation or, if the operation has no `servers`, for its path. Servers
 * with a variable that has no default are skipped. `undefined` if none is left, or if that server's URL is
 * invalid, contains a query, fragment or "@", or is that of the document's server.
 */
export function operationServer(
  document: DocumentObject,
  { operation, pathItem }: Pick<PlacedOperation, 'operation' | 'pathItem'>,
): ServerDescriptor | undefined {
  const [own] = modelServers({ ...document, servers: operation.servers ?? pathItem.servers ?? [] })
  const root = modelServers(document)[0]?.url ?? '/'
  if (own === undefined || !isPlace(own.url, root) || withoutSlash(own.url) === withoutSlash(root))
    return undefined
  return { url: withoutSlash(own.url) || '/', root }
}

function isPlace(url: string, root: string): boolean {
  const base = URL.canParse(root) ? root : 'http://nowhere.invalid'
  return URL.canParse(url, base) && !/[?#@]/.test(url)
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, '')
}

/**
 * Variables of the document's first server; `undefined` if there are none, or if one of them has no default.
 */
export function documentServerVariables({
  servers: [first] = [],
}: DocumentObject): ServerVariables | undefined {
  if (first === undefined || withDefaults(first) === undefined) return undefined
  const { url, variables = {} } = first
  const names = new Set([...url.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name))
  const values = [...names].map((name) => ({
    name,
    default: variables[name]?.default ?? '',
    allowed: variables[name]?.enum ?? [],
  }))
  return values.length === 0 ? undefined : { template: url, values }
}

function withDefaults({ url, variables = {} }: ServerObject): string | undefined {
  const names = [...url.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
  if (names.some((name) => variables[name]?.default === undefined)) return undefined
  return url.replace(/\{([^{}]+)\}/g, (_, name: string) => variables[name]?.default ?? '')
}

/**
 * A client's default base URL: the first server's URL, if it is absolute and has no credentials, query or
 * fragment. A relative URL is not used, because a client does not know against which URL to resolve it.
 */
export function defaultBaseUrl([first]: readonly Server[]): string | undefined {
  return first !== undefined && /^https?:\/\/[^/?#@]+(\/[^?#]*)?$/i.test(first.url) ? first.url : undefined
}
