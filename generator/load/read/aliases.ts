import { EVENT_ID, parseEvents } from 'js-yaml'
import { type Container, isContainer, setNodeMember } from '../source/json.ts'

/**
 * Maximum number of nodes that a file's aliases may repeat, because a few hundred bytes of YAML can expand
 * beyond available memory.
 */
export const MAX_REPEATED = 1_000_000

/**
 * True if a text contains characters that could be an anchor and an alias. This check is faster than walking
 * the tree.
 */
export function mayHaveAliases(text: string): boolean {
  return /(^|[\s[{,:])&\S/.test(text) && /(^|[\s[{,:])\*\S/.test(text)
}

/** A tree in which no object occurs twice, or the reason why it was not created. */
type Unshared = { readonly tree: unknown } | { readonly is: Failure }

type Failure = 'endless' | 'too deep' | 'too many'

/** Copies nodes that YAML aliases repeat, so that changing one does not change the others. */
export function unshareAliases(value: unknown, maxDepth: number): Unshared {
  const failure = failureOf(value, maxDepth)
  if (failure !== undefined) return { is: failure }
  const seen = new Set<object>()

  function own(shared: unknown): unknown {
    if (!isContainer(shared)) return shared
    const node = !seen.has(shared) ? shared : Array.isArray(shared) ? [...shared] : { ...shared }
    seen.add(shared)
    for (const name of Object.keys(node)) {
      const child = Reflect.get(node, name)
      const copy = own(child)
      if (copy !== child) setNodeMember(node as { [name: string]: unknown }, name, copy)
    }
    return node
  }

  return { tree: own(value) }
}

/**
 * Returns the reason not to copy a tree, determined from the sizes of the repeated nodes, because the copy
 * itself could exceed the available memory.
 */
function failureOf(root: unknown, maxDepth: number): Failure | undefined {
  /** Size of each container (the number of containers in it, including itself), and its depth. */
  const extents = new Map<object, { nodes: number; depth: number }>()
  const ancestors = new Set<object>()
  let failure: Failure | undefined

  function extentOf(node: Container): { nodes: number; depth: number } {
    const known = extents.get(node)
    const extent = known ?? { nodes: 1, depth: 1 }
    if (ancestors.has(node)) failure = 'endless'
    else if (ancestors.size + extent.depth > maxDepth) failure = 'too deep'
    if (known !== undefined || failure !== undefined) return extent
    ancestors.add(node)
    for (const name of Object.keys(node)) {
      const child = node[name]
      if (!isContainer(child)) continue
      const { nodes, depth } = extentOf(child)
      if (failure !== undefined) return extent
      extent.nodes += nodes
      extent.depth = Math.max(extent.depth, depth + 1)
    }
    ancestors.delete(node)
    extents.set(node, extent)
    return extent
  }

  const nodes = isContainer(root) ? extentOf(root).nodes : 0
  return failure ?? (nodes - extents.size > MAX_REPEATED ? 'too many' : undefined)
}

/** Offset of the first alias that is nested in the node it repeats; `undefined` if there is none. */
export function aliasInItself(text: string): number | undefined {
  const anchors = new Map<string, number>()
  /** Event indices of the open collections, outermost first. */
  const open: number[] = []
  for (const [index, event] of parseEvents(text, { maxDepth: 1000 }).entries()) {
    if (event.type === EVENT_ID.POP) {
      open.pop()
      continue
    }
    const name = 'anchorStart' in event ? text.slice(event.anchorStart, event.anchorEnd) : ''
    if (event.type === EVENT_ID.ALIAS) {
      if (open.includes(anchors.get(name) ?? -1)) return event.anchorStart - 1
      continue
    }
    if (name !== '') anchors.set(name, index)
    if (event.type !== EVENT_ID.SCALAR) open.push(index)
  }
  return undefined
}
