import { fixedQuery, pathOnly } from '../../http/uri/path-template.ts'
import { defineOwnProperty } from '../values/define.ts'
import { percentDecode } from '../values/percent-decode.ts'
import { matchSegment, parseSegment, type SegmentTemplate } from './path-template.ts'
import { parseQuery, QueryPairs, type QueryTemplate } from './query-template.ts'

/** The target for one method of a path. */
interface Entry<Target> {
  readonly target: Target
  readonly names: readonly string[]
  /** True if a name occurs twice in the path; both occurrences must have the same value. */
  readonly hasTwice: boolean
  readonly query: QueryTemplate
  /**
   * Other entries for the method with the same number of pairs in their fixed queries, whose paths differ
   * only in names.
   */
  readonly rivals: Entry<Target>[]
}

/** Entries at the end of a path, by method; entries with the longest fixed query come first. */
type Methods<Target> = Map<string, Entry<Target>[]>

interface RouteNode<Target> {
  readonly literals: Map<string, RouteNode<Target>>
  /** Templates with more literal text are tried first: "{id}.json" before "{id}". */
  readonly templates: { readonly template: SegmentTemplate; readonly node: RouteNode<Target> }[]
  readonly methods: Methods<Target>
  /** True if a match also depends on the request's query. */
  hasQueries: boolean
  /**
   * Methods that a path supports for any query, set once they are computed; `undefined` if they depend on the
   * query.
   */
  allow: readonly string[] | undefined
}

export interface RouteTarget<Target> {
  readonly method: string
  /** A path such as "/pets/{petId}". If it has a fixed query, the request must contain it. */
  readonly path: string
  readonly target: Target
}

/** A target and the values of its path parameters. */
export interface Route<Target> {
  readonly target: Target
  readonly path: Readonly<Record<string, string>>
}

/** The result for a path that matches. `found` is absent if the path does not support the method. */
export interface RouteMatch<Target> {
  readonly found?: Route<Target>
  /** If `found` is absent: the routes of the path's other methods, in document order. */
  readonly supported?: readonly Route<Target>[]
  /**
   * Other targets for the same request, whose paths differ only in template names, in the fixed query or in a
   * fragment; absent if no other target is possible.
   */
  readonly others?: readonly Route<Target>[]
  /**
   * The path's methods, in document order, including those that the router answers itself: HEAD for GET, and
   * OPTIONS.
   */
  readonly allow: readonly string[]
}

/** Finds the route for a raw pathname and a raw query without "?". */
export type Router<Target> = (
  method: string,
  pathname: string,
  query?: string,
) => RouteMatch<Target> | undefined

/** The state of a search in the tree. `values` are the values of the templates so far. */
interface Search {
  readonly pathname: string
  readonly query: QueryPairs
  readonly values: string[]
  /**
   * Nodes that did not match, by the start of the segment, so that they are not tried again for each possible
   * length of a name that spans segments. Absent if no name spans segments.
   */
  readonly failed: Map<number, Set<RouteNode<unknown>>> | undefined
}

/**
 * Compiles a document's path templates into a tree. Literal text takes precedence over templates, segment by
 * segment, regardless of the order in the document; a template for one segment takes precedence over one for
 * several. Among equal paths, the entry with the longest matching fixed query is used; among equally long
 * ones, the first in the document.
 * @returns a function whose values are raw, not decoded.
 * @see OpenAPI 3.1.1, Path Templating Matching
 */
export function createRouter<Target>(
  targets: readonly RouteTarget<Target>[],
  trailingSlash: 'optional' | 'exact',
): Router<Target> {
  const root = createNode<Target>()
  const trim = (path: string): string =>
    trailingSlash === 'optional' && path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  let spans = false
  for (const { method, path, target } of targets) {
    const segments = trim(pathOnly(path)).split('/').map(parseSegment)
    spans ||= segments.some(isSpanning)
    const names = segments.flatMap((segment) => segment.names)
    const node = segments.reduce(descend, root)
    const { methods } = node
    const query = parseQuery(fixedQuery(path))
    node.hasQueries ||= query.length > 0
    const before = methods.get(method) ?? []
    const rivals = before.filter((other) => other.query.length === query.length)
    const entry = { target, names, hasTwice: new Set(names).size < names.length, query, rivals }
    for (const rival of rivals) rival.rivals.push(entry)
    methods.set(
      method,
      [...before, entry].sort((one, other) => other.query.length - one.query.length),
    )
  }
  return (method, pathname, text = '') => {
    const query = new QueryPairs(text)
    const values: string[] = []
    const search = { pathname: trim(pathname), query, values, failed: spans ? new Map() : undefined }
    const node = find(root, search, 0)
    if (node === undefined) return undefined
    const { methods } = node
    const entry =
      fitting(methods, method, query) ?? (method === 'HEAD' ? fitting(methods, 'GET', query) : undefined)
    const allow = node.allow ?? allowed(node, query)
    if (entry?.hasTwice && !agree(entry.names, values)) return undefined
    if (entry === undefined) return { allow, supported: routesOf(methods, values, query) }
    const found = { target: entry.target, path: pathOf(entry, values, query) }
    if (entry.rivals.length === 0) return { found, allow }
    const rivals = entry.rivals.filter((rival) => query.fit(rival.query))
    const others = rivals.map((rival) => ({ target: rival.target, path: pathOf(rival, values, query) }))
    return { found, allow, others }
  }
}

/** The path's routes for all methods. */
function routesOf<Target>(
  methods: Methods<Target>,
  values: readonly string[],
  query: QueryPairs,
): readonly Route<Target>[] {
  return [...methods.keys()].flatMap((method) => {
    const entry = fitting(methods, method, query)
    return entry === undefined ? [] : [{ target: entry.target, path: pathOf(entry, values, query) }]
  })
}

function pathOf<Target>(
  { names, query: template }: Entry<Target>,
  values: readonly string[],
  query: QueryPairs,
): Readonly<Record<string, string>> {
  const path = {}
  for (let index = 0; index < names.length; index++)
    defineOwnProperty(path, names[index] ?? '', values[index] ?? '')
  return template.length === 0 ? path : Object.assign(path, query.valuesOf(template))
}

/** True if all occurrences of each name have the same value. */
function agree(names: readonly string[], values: readonly string[]): boolean {
  return names.every((name, index) => {
    const first = values[names.indexOf(name)] ?? ''
    return percentDecode(first) === percentDecode(values[index] ?? '')
  })
}

function createNode<Target>(): RouteNode<Target> {
  return { literals: new Map(), templates: [], methods: new Map(), hasQueries: false, allow: undefined }
}

/**
 * The child of a node for one segment, created if missing. Templates are distinguished by their literal text,
 * not by their names.
 */
function descend<Target>(node: RouteNode<Target>, template: SegmentTemplate): RouteNode<Target> {
  const [text = ''] = template.literals
  if (template.names.length === 0) {
    const child = node.literals.get(text) ?? createNode<Target>()
    node.literals.set(text, child)
    return child
  }
  const keyOf = ({ literals, spans }: SegmentTemplate): string => JSON.stringify([literals, spans])
  const key = keyOf(template)
  const known = node.templates.find((entry) => keyOf(entry.template) === key)
  if (known !== undefined) return known.node
  const child = createNode<Target>()
  const weight = (entry: { readonly template: SegmentTemplate }): number =>
    entry.template.literals.join('').length - (isSpanning(entry.template) ? 0.5 : 0)
  node.templates.push({ template, node: child })
  node.templates.sort((one, other) => weight(other) - weight(one))
  return child
}

/**
 * Searches depth first. No node is visited twice for the same segment, so the sizes of the document and the
 * request limit the work. The values are in `search.values`.
 * @param start start of the segment for the node's children; beyond the path if no segment is left.
 */
function find<Target>(node: RouteNode<Target>, search: Search, start: number): RouteNode<Target> | undefined {
  const { pathname, values, query, failed } = search
  if (start > pathname.length) return isEnd(node, query) ? node : undefined
  if (failed?.get(start)?.has(node)) return undefined
  const end = segmentEnd(pathname, start)
  const segment = pathname.slice(start, end)
  const literal = node.literals.size === 0 ? undefined : node.literals.get(percentDecode(segment))
  const exact = literal && find(literal, search, end + 1)
  if (exact !== undefined) return exact
  for (const { template, node: child } of node.templates) {
    const last = isSpanning(template) ? pathname.length : end
    for (let to = end; to <= last; to = segmentEnd(pathname, to + 1)) {
      const kept = values.length
      if (matchInto(values, template, pathname.slice(start, to))) {
        const below = find(child, search, to + 1)
        if (below !== undefined) return below
        values.length = kept
      }
      if (to === pathname.length) break
    }
  }
  if (failed !== undefined) failed.set(start, (failed.get(start) ?? new Set()).add(node))
  return undefined
}

/** True if a path can end at this node, because one of its operations matches the query. */
function isEnd<Target>({ methods, hasQueries }: RouteNode<Target>, query: QueryPairs): boolean {
  if (!hasQueries) return methods.size > 0
  for (const method of methods.keys()) if (fitting(methods, method, query) !== undefined) return true
  return false
}

function segmentEnd(pathname: string, start: number): number {
  const end = pathname.indexOf('/', start)
  return end === -1 ? pathname.length : end
}

/** Adds the values of a matching segment. */
function matchInto(values: string[], template: SegmentTemplate, text: string): boolean {
  if (template.isWhole) {
    if (text !== '') values.push(text)
    return text !== ''
  }
  const matched = matchSegment(template, text)
  if (matched !== undefined) values.push(...matched)
  return matched !== undefined
}

function isSpanning({ spans }: SegmentTemplate): boolean {
  return spans.includes(true)
}

function fitting<Target>(
  methods: Methods<Target>,
  method: string,
  query: QueryPairs,
): Entry<Target> | undefined {
  const entries = methods.get(method)
  const [first] = entries ?? []
  return first === undefined || first.query.length === 0
    ? first
    : entries?.find((entry) => query.fit(entry.query))
}

function allowed<Target>(node: RouteNode<Target>, query: QueryPairs): readonly string[] {
  const { methods, hasQueries } = node
  const names = new Set([...methods.keys()].filter((method) => fitting(methods, method, query) !== undefined))
  if (names.has('GET')) names.add('HEAD')
  const allow = [...names.add('OPTIONS')]
  if (!hasQueries) node.allow = allow
  return allow
}
