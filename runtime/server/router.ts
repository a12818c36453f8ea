import { matchSegment, parseSegment, type SegmentTemplate } from './path-template.ts'
import { percentDecode } from './percent-decode.ts'

/** What stands at the end of a path: a target for each method. */
type Methods<Target> = Map<string, { readonly target: Target; readonly names: readonly string[] }>

interface RouteNode<Target> {
  readonly literals: Map<string, RouteNode<Target>>
  /** The more text a template holds, the earlier it is tried: "{id}.json" before "{id}". */
  readonly templates: { readonly template: SegmentTemplate; readonly node: RouteNode<Target> }[]
  readonly methods: Methods<Target>
}

export interface RouteTarget<Target> {
  readonly method: string
  /** "/pets/{petId}" */
  readonly path: string
  readonly target: Target
}

/** The path fits. `found` is absent when it does not support the method. */
export interface RouteMatch<Target> {
  readonly found?: { readonly target: Target; readonly path: Readonly<Record<string, string>> }
  /** Methods of the path, in document order, with what the router answers itself: HEAD for GET, and OPTIONS. */
  readonly allow: readonly string[]
}

export type Router<Target> = (method: string, pathname: string) => RouteMatch<Target> | undefined

/**
 * Compiles the path templates of a document into a tree. Text wins over templates, segment by segment, whatever the order
 * in the document.
 * @returns a function that takes a raw pathname, not decoded. Values come out raw as well.
 * @see OpenAPI 3.1.1, Path Templating Matching
 */
export function createRouter<Target>(
  targets: readonly RouteTarget<Target>[],
  trailingSlash: 'optional' | 'exact',
): Router<Target> {
  const root = createNode<Target>()
  const split = (path: string): string[] => {
    const segments = path.split('/')
    if (trailingSlash === 'optional' && segments.length > 2 && segments.at(-1) === '') segments.pop()
    return segments
  }
  for (const { method, path, target } of targets) {
    const segments = split(path).map(parseSegment)
    const names = segments.flatMap((segment) => segment.names)
    segments.reduce(descend, root).methods.set(method, { target, names })
  }
  return (method, pathname) => {
    const values: string[] = []
    const methods = find(root, split(pathname), 0, values)
    if (methods === undefined) return undefined
    const entry = methods.get(method) ?? (method === 'HEAD' ? methods.get('GET') : undefined)
    const allow = allowed(methods)
    if (entry === undefined) return { allow }
    const path = Object.fromEntries(entry.names.map((name, index) => [name, values[index] ?? '']))
    return { found: { target: entry.target, path }, allow }
  }
}

function createNode<Target>(): RouteNode<Target> {
  return { literals: new Map(), templates: [], methods: new Map() }
}

/** The child of a node for one segment, made when there is none. Names do not tell templates apart, text does. */
function descend<Target>(node: RouteNode<Target>, template: SegmentTemplate): RouteNode<Target> {
  const [text = ''] = template.literals
  if (template.names.length === 0) {
    const child = node.literals.get(text) ?? createNode<Target>()
    node.literals.set(text, child)
    return child
  }
  const key = JSON.stringify(template.literals)
  const known = node.templates.find((entry) => JSON.stringify(entry.template.literals) === key)
  if (known !== undefined) return known.node
  const child = createNode<Target>()
  const weight = (entry: { readonly template: SegmentTemplate }): number =>
    entry.template.literals.join('').length
  node.templates.push({ template, node: child })
  node.templates.sort((one, other) => weight(other) - weight(one))
  return child
}

/** Depth first; no node is visited twice, so the size of the document bounds the work. Leaves the values in `values`. */
function find<Target>(
  node: RouteNode<Target>,
  segments: readonly string[],
  depth: number,
  values: string[],
): Methods<Target> | undefined {
  const segment = segments[depth]
  if (segment === undefined) return node.methods.size > 0 ? node.methods : undefined
  const literal = node.literals.get(percentDecode(segment))
  const exact = literal && find(literal, segments, depth + 1, values)
  if (exact !== undefined) return exact
  for (const { template, node: child } of node.templates) {
    const matched = matchSegment(template, segment)
    if (matched === undefined) continue
    const kept = values.length
    values.push(...matched)
    const below = find(child, segments, depth + 1, values)
    if (below !== undefined) return below
    values.length = kept
  }
  return undefined
}

function allowed(methods: ReadonlyMap<string, unknown>): readonly string[] {
  const names = new Set(methods.keys())
  if (names.has('GET')) names.add('HEAD')
  return [...names.add('OPTIONS')]
}
