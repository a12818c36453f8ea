import { pointerBelow } from '@concordat/runtime/pointer'
import type { Model, Operation } from '../../model/model.ts'
import type { Pair } from '../schemas/difference.ts'

/** Placeholder origin for relative URLs. */
const NOWHERE = 'http://nowhere.invalid'

/** A server as written in the document. */
export interface PlacedServer {
  readonly url: string
  readonly pointer: string
}

/** Servers and operation URLs of one document. */
export class Places {
  /** Servers by normalised URL. */
  readonly servers: ReadonlyMap<string, PlacedServer>
  readonly #prefixes: readonly string[]

  /** @param prefixes path prefixes to ignore: "/api/v1". */
  constructor({ servers }: Pick<Model, 'servers'>, prefixes: readonly string[] = []) {
    this.servers = new Map(
      servers.map(({ url }, index) => [
        comparableUrl(url),
        { url, pointer: pointerBelow('#/servers', index) },
      ]),
    )
    this.#prefixes = prefixes.map((prefix) => prefix.replace(/\/+$/, ''))
  }

  /** Method and path, such as "GET /pets/{}", without an ignored prefix. */
  placeOf({ descriptor: { method, path } }: Operation): string {
    const prefix = this.#prefixes.find((one) => path === one || path.startsWith(`${one}/`)) ?? ''
    return `${method} ${withoutNames(path.slice(prefix.length)) || '/'}`
  }

  /** Method and URL, such as "GET https://a.test/v1/pets/{}", for each server. */
  urlsOf(operation: Operation): ReadonlySet<string> {
    const { server } = operation.descriptor
    const bases = server === undefined ? this.bases : [comparableUrl(server.url, server.root)]
    return new Set(bases.map((base) => comparedUrl(base, operation)))
  }

  /** URLs of the document's servers; the root if there are none. */
  get bases(): readonly string[] {
    return this.servers.size === 0 ? [''] : [...this.servers.keys()]
  }
}

/** Method and URL of an operation on a server: "GET https://a.test/v1/pets/{}". */
export function comparedUrl(base: string, { descriptor: { method, path } }: Operation): string {
  return `${method} ${base}${withoutNames(path)}`
}

/** True if callers of the old operation reach the new one at a URL that they already use. */
export function isReachedByOldCallers({ old, new: now }: Pair<Operation>, places: Pair<Places>): boolean {
  const urls = places.new.urlsOf(now)
  return [...places.old.urlsOf(old)].some((url) => urls.has(url))
}

/**
 * True if the operation's method or path changed, regardless of the servers, and old callers do not reach it.
 */
export function isMovedOperation(pair: Pair<Operation>, places: Pair<Places>): boolean {
  return places.old.placeOf(pair.old) !== places.new.placeOf(pair.new) && !isReachedByOldCallers(pair, places)
}

/** A URL resolved against `root`, without trailing slashes, so that the root path is "". */
export function comparableUrl(url: string, root = '/'): string {
  if (!URL.canParse(root, NOWHERE) || !URL.canParse(url, new URL(root, NOWHERE).href)) return url
  const { href } = new URL(url, new URL(root, NOWHERE))
  return (href.startsWith(NOWHERE) ? href.slice(NOWHERE.length) : href).replace(/\/+$/, '')
}

function withoutNames(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}')
}
