import type { Recorded } from '@concordat/contract/passive'
import { isObject, memberOf, valueAt } from '@concordat/runtime/json'
import { stepsOf } from '@concordat/runtime/pointer'

type Json = Readonly<Record<string, unknown>>

/** A location in the document that contains a schema, and the values that the traffic contained for it. */
export interface SeenPlace {
  readonly path: readonly string[]
  readonly node: Json
  readonly values: unknown[]
  readonly of: 'answer' | 'request'
}

/** An operation and its exchanges. */
export interface SeenOperation {
  readonly path: readonly string[]
  readonly node: Json
  readonly exchanges: Recorded[]
}

/** Values to keep per location. */
const MOST_VALUES = 400
const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])

/**
 * The traffic for each location in a document. A separate walk over the original schemas finds the locations,
 * so that a repair's findings are not measured with the code that creates them. The walk follows references,
 * `allOf`, properties and items, but not alternatives.
 */
export class SeenPlaces {
  readonly places = new Map<string, SeenPlace>()
  readonly operations: readonly SeenOperation[]
  readonly #document: Json

  constructor(document: Json, exchanges: Iterable<Recorded>) {
    this.#document = document
    const routes = routesOf(document)
    this.operations = routes.map(({ operation }) => operation)
    for (const exchange of exchanges) {
      const { method, url } = exchange.request
      const { pathname } = new URL(url)
      const route = routes.find((each) => each.method === method && each.pattern.test(pathname))
      if (route === undefined) continue
      route.operation.exchanges.push(exchange)
      this.#read(route.operation, exchange)
    }
  }

  /** Follows references, starting at a path. */
  resolve(path: readonly string[]): readonly string[] {
    const reference = memberOf(valueAt(this.#document, path), '$ref')
    return typeof reference === 'string' && reference.startsWith('#/')
      ? this.resolve(stepsOf(reference))
      : path
  }

  #read({ path, node }: SeenOperation, { request, status, headers, text }: Recorded): void {
    const key = [String(status), `${Math.floor(status / 100)}XX`, 'default'].find(
      (name) => memberOf(node['responses'], name) !== undefined,
    )
    if (key !== undefined) {
      const content = [...this.resolve([...path, 'responses', key]), 'content']
      this.#readBody(content, { type: headers.get('content-type') ?? '', text, of: 'answer' })
    }
    if (status >= 200 && status < 300) {
      const content = [...this.resolve([...path, 'requestBody']), 'content']
      this.#readBody(content, {
        type: request.headers['content-type'] ?? '',
        text: request.body,
        of: 'request',
      })
    }
  }

  #readBody(
    content: readonly string[],
    {
      type,
      text = '',
      of,
    }: { readonly type: string; readonly text: string | undefined; readonly of: SeenPlace['of'] },
  ): void {
    const [essence = ''] = type.split(';')
    if (!/json$/.test(essence) || memberOf(valueAt(this.#document, content), essence) === undefined) return
    try {
      this.#note([...content, essence, 'schema'], JSON.parse(text), of)
    } catch {
      // The content is missing or not JSON.
    }
  }

  #note(written: readonly string[], value: unknown, of: SeenPlace['of'], depth = 0): void {
    const path = this.resolve(written)
    const node = valueAt(this.#document, path)
    if (!isObject(node) || depth > 20) return
    const key = `${of} ${path.join('\n')}`
    const place = this.places.get(key) ?? { path, node, values: [], of }
    this.places.set(key, place)
    if (place.values.length < MOST_VALUES) place.values.push(value)
    const parts = Array.isArray(node['allOf']) ? node['allOf'] : []
    for (const index of parts.keys()) this.#note([...path, 'allOf', String(index)], value, of, depth + 1)
    if (Array.isArray(value) && isObject(node['items']))
      for (const item of value) this.#note([...path, 'items'], item, of, depth + 1)
    if (!isObject(value)) return
    for (const name of Object.keys(value))
      if (memberOf(node['properties'], name) !== undefined)
        this.#note([...path, 'properties', name], value[name], of, depth + 1)
  }
}

interface Route {
  readonly method: string
  readonly pattern: RegExp
  readonly operation: SeenOperation
}

/** Operations by method and path, with the fewest parameters first. Any server base path is allowed. */
function routesOf(document: Json): readonly Route[] {
  const paths = isObject(document['paths']) ? document['paths'] : {}
  return Object.entries(paths)
    .flatMap(([template, item]) =>
      Object.entries(isObject(item) ? item : {}).flatMap(([method, node]): Route[] => {
        if (!METHODS.has(method) || !isObject(node)) return []
        const literal = template.split(/\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        return [
          {
            method: method.toUpperCase(),
            pattern: new RegExp(`${literal.join('[^/]+')}$`),
            operation: { path: ['paths', template, method], node, exchanges: [] },
          },
        ]
      }),
    )
    .toSorted((one, other) => parametersIn(one) - parametersIn(other) || lengthOf(other) - lengthOf(one))
}

function parametersIn({ operation }: Route): number {
  return (operation.path[1]?.match(/\{/g) ?? []).length
}

function lengthOf({ operation }: Route): number {
  return operation.path[1]?.length ?? 0
}
